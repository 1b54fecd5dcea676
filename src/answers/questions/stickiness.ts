import type { components } from "../../../generated/openapi.ts";
import { type Buckets, bucketsOf } from "./buckets.ts";
import { resolveRange } from "./date-range.ts";
import { EventStatement } from "./matching-events.ts";
import type { Plan, QuestionContext, StatementRows } from "./question-context.ts";
import { actionOf, seriesName } from "./series-names.ts";

export type StickinessQuery = components["schemas"]["StickinessQuery"];
type Step = StickinessQuery["series"][number];

/** In how many intervals persons did something. */
export function planStickiness(query: StickinessQuery, context: QuestionContext): Plan {
  const buckets = stickinessBuckets(query, context);
  const statements = query.series.map((node) => {
    const statement = new EventStatement(context.groupTypes);
    const sql = `WITH ${frequenciesSql(query, node, statement, buckets)}
      SELECT intervals, count(*) FROM frequencies GROUP BY intervals`;
    return { sql, values: statement.parameters.values };
  });
  return {
    statements,
    shape: (answers) => ({
      results: query.series.map((node, order) => seriesOf(node, order, buckets, answers[order])),
    }),
  };
}

export function stickinessBuckets(query: StickinessQuery, { calendar, earliest }: QuestionContext): Buckets {
  return bucketsOf(query.interval ?? "day", resolveRange(query.dateRange ?? {}, calendar, earliest), calendar);
}

/** `frequencies`: in how many intervals each person was active. */
export function frequenciesSql(
  query: StickinessQuery,
  node: Step,
  statement: EventStatement,
  buckets: Buckets,
): string {
  const conditions = [statement.within(buckets.range), statement.series(node), statement.filter(query.properties)];
  const person = statement.person();
  return `active AS (
      SELECT DISTINCT ${person}, ${buckets.index("timestamp")} AS bucket
      FROM ${statement.from()} WHERE ${conditions.join(" AND ")}),
    frequencies AS (SELECT person_id, count(*) AS intervals FROM active GROUP BY person_id)`;
}

function seriesOf(node: Step, order: number, { starts, unit }: Buckets, answer: StatementRows | undefined) {
  const counts = new Map(answer?.rows.map(([intervals, count]) => [Number(intervals), Number(count)]));
  const days = starts.map((_, index) => index + 1);
  const data = days.map((day) => counts.get(day) ?? 0);
  return {
    action: actionOf(node, order),
    label: seriesName(node),
    count: data.reduce((sum, value) => sum + value, 0),
    data,
    labels: days.map((day) => `${day} ${unit}${day === 1 ? "" : "s"}`),
    days,
  };
}
