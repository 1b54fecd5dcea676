import type { Schemas } from "../../../generated/openapi.ts";
import { type Buckets, bucketsOf, chartRange } from "./buckets.ts";
import { comparedTo, periodsOf } from "./date-range.ts";
import { EventStatement, type EventsNode } from "./matching-events.ts";
import type { Plan, QuestionContext, StatementRows } from "./question-context.ts";
import { actionOf, seriesName } from "./series-names.ts";

export type StickinessQuery = Schemas["StickinessQuery"];
type Step = StickinessQuery["series"][number];

export function planStickiness(query: StickinessQuery, context: QuestionContext): Plan {
  const range = chartRange(query, context);
  const shown = periodsOf(range, query.compareFilter, context.calendar).flatMap((period, index, all) => {
    const buckets = bucketsOf(query.interval ?? "day", period, context.calendar);
    const isCompared = all.length > 1;
    return query.series.map((node, order) => ({ node, order, buckets, ...(isCompared && comparedTo(index)) }));
  });
  const statements = shown.map(({ node, buckets }) => {
    const statement = new EventStatement(context.groupTypes, { groupIndex: groupIndexOf(node) });
    const sql = `WITH ${frequenciesSql(query, node, statement, buckets)}
      SELECT intervals, count(*) FROM frequencies GROUP BY intervals`;
    return statement.asked(sql);
  });
  return {
    statements,
    shape: (answers) => ({ results: shown.map((series, index) => seriesOf(query, series, answers[index])) }),
  };
}

/** Returns the index of the group type that a series counts; null if it counts persons. */
export function groupIndexOf({ math, math_group_type_index }: Pick<EventsNode, "math" | "math_group_type_index">) {
  return math === "unique_group" ? (math_group_type_index ?? 0) : null;
}

export function stickinessBuckets(query: StickinessQuery, context: QuestionContext): Buckets {
  return bucketsOf(query.interval ?? "day", chartRange(query, context), context.calendar);
}

/** Returns `frequencies`: in how many intervals each person was active. */
export function frequenciesSql(
  query: StickinessQuery,
  node: Step,
  statement: EventStatement,
  buckets: Buckets,
): string {
  const where = statement.where(buckets.range, query.properties, statement.series(node));
  const rows = `SELECT DISTINCT ${statement.ownerColumns()}, ${buckets.index("timestamp")} AS bucket
    FROM ${statement.from()} WHERE ${where}`;
  return `active AS (SELECT DISTINCT * FROM ${statement.withActors(rows)}),
    frequencies AS (SELECT person_id, count(*) AS intervals FROM active GROUP BY person_id)`;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

interface Shown {
  readonly node: Step;
  readonly order: number;
  readonly buckets: Buckets;
}

function seriesOf(
  { stickinessFilter }: StickinessQuery,
  { node, order, buckets: { starts, unit }, ...compared }: Shown,
  answer: StatementRows | undefined,
) {
  const counts = new Map(answer?.rows.map(([intervals, count]) => [Number(intervals), Number(count)]));
  const days = starts.map((_, index) => index + 1);
  const exact = days.map((day) => counts.get(day) ?? 0);
  const isCumulative = stickinessFilter?.computedAs === "cumulative";
  const data = isCumulative ? days.map((_, index) => sumOf(exact.slice(index))) : exact;
  return {
    ...compared,
    action: actionOf(node, order),
    label: seriesName(node),
    count: sumOf(exact),
    data,
    labels: days.map((day) => `${day} ${unit}${day === 1 ? "" : "s"}`),
    days,
  };
}
