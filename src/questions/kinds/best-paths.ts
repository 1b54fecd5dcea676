import { breakdownSql, checkBins, hasSeveralValues, NONE, OTHER } from "./breakdown.ts";
import { chartRange } from "./buckets.ts";
import { type DateRange, invalid, resolveRange } from "./date-range.ts";
import { type FunnelsQuery, type MoreColumns, pathsSql } from "./funnel-paths.ts";
import type { EventStatement } from "./matching-events.ts";
import type { QuestionContext } from "./question-context.ts";

const DEFAULT_BREAKDOWNS = 25;

/**
 * Returns the expressions `best`: each person's best path, with the `times` of its steps and how many it has `reached`;
 * `divided`: these with the breakdown value shown, its `rank`, and the `owner` of the paths; `shown`: one of these for
 * each person and value.
 */
export function bestPathsSql(
  query: FunnelsQuery,
  statement: EventStatement,
  context: QuestionContext,
  { ofPaths = {}, ofEvents = {} }: Pick<MoreColumns, "ofPaths" | "ofEvents"> = {},
): string {
  checkBins(query, false);
  const range = funnelRange(query, context);
  const breakdown = breakdownSql(query, statement);
  const step = attributedStep(query);
  const isOfAll = isOfAllEvents(query);
  const paths = pathsSql(query, statement, range, {
    ofPaths,
    ofEvents: breakdown === null || isOfAll ? ofEvents : { ...ofEvents, value: breakdown },
    ...(breakdown !== null && isOfAll && { dividedBy: orNone(breakdown) }),
  });
  const times = query.series.map((_, index) => `t${index + 1}`);
  const reached = times.map((time) => `(${time} IS NOT NULL)::INTEGER`).join(" + ");
  const order = `(${reached})::HUGEINT * ${2n ** 121n} - key1`;
  const attributed = breakdown === null || step === null ? "" : `arg_max(key${step}, ${order}) AS attributed,`;
  const best = `best AS (
      SELECT person_id, arg_max([${times.join(", ")}], ${order}) AS times, ${attributed} max(${reached}) AS reached
      FROM paths GROUP BY person_id)`;
  if (breakdown === null) {
    return `${paths}, ${best}, divided AS (SELECT *, '' AS value, 1 AS rank, person_id AS owner FROM best),
      shown AS (SELECT * FROM divided)`;
  }
  const limit = statement.parameters.add(query.breakdownFilter?.breakdown_limit ?? DEFAULT_BREAKDOWNS);
  const first = "row_number() OVER (PARTITION BY person_id, value ORDER BY reached DESC, times, owner)";
  return `${paths}, ${best}, ${isOfAll ? OF_ALL : valuedSql(query, step)},
    ranked AS (SELECT own, row_number() OVER (ORDER BY count(*) DESC, own) AS place FROM valued GROUP BY own),
    divided AS (
      SELECT valued.*, CASE WHEN place <= ${limit} THEN valued.own ELSE '${OTHER}' END AS value,
        least(place, ${limit} + 1) AS rank
      FROM valued JOIN ranked ON ranked.own = valued.own),
    shown AS (SELECT * FROM divided ${isOfAll ? `QUALIFY ${first} = 1` : ""})`;
}

/** Returns whether each value of the breakdown has paths of its own. */
export function isOfAllEvents(query: FunnelsQuery): boolean {
  return hasSeveralValues(query) || query.funnelsFilter?.breakdownAttributionType === "all_events";
}

export function funnelRange(query: FunnelsQuery, context: QuestionContext): DateRange {
  const isChart = query.funnelsFilter?.funnelVizType === "trends";
  return isChart ? chartRange(query, context) : resolveRange(query.dateRange ?? {}, context.calendar);
}

const orNone = (sql: string) => `coalesce(${sql}, '${NONE}')`;

/** Persons appear with every value that has a path of its own. */
const OF_ALL = `valued AS (
    SELECT person_id.id AS person_id, times, reached, person_id AS owner, person_id.value AS own FROM best)`;

/** Makes `valued`: the best paths with the value of the person. */
function valuedSql({ series, funnelsFilter }: FunnelsQuery, step: number | null): string {
  const isLast = funnelsFilter?.breakdownAttributionType === "last_touch";
  const touch = `${isLast ? "max" : "min"}({'key': key, 'value': value}) AS touch`;
  const isStep = series.map((_, index) => `m${index + 1}`).join(" OR ");
  const touched =
    step === null
      ? `SELECT person_id, ${touch} FROM matched WHERE value IS NOT NULL AND (${isStep}) GROUP BY person_id`
      : `SELECT matched.person_id, ${touch} FROM matched
        JOIN best ON best.person_id = matched.person_id AND best.attributed = key
        WHERE value IS NOT NULL AND m${step} GROUP BY matched.person_id`;
  return `touched AS (${touched}),
    valued AS (
      SELECT best.person_id, times, reached, best.person_id AS owner, ${orNone("touched.touch.value")} AS own FROM best
      LEFT JOIN touched ON touched.person_id = best.person_id
      WHERE ${step === null ? "true" : `reached >= ${step}`})`;
}

/** Returns the step, from 1, whose event has the value; null if none is chosen. */
function attributedStep({ series, funnelsFilter = {} }: FunnelsQuery): number | null {
  const { breakdownAttributionType: type, breakdownAttributionValue: value, funnelOrderType } = funnelsFilter;
  if (type !== "step") return null;
  const refuse = (field: string, detail: string) => invalid(`funnelsFilter__${field}`, detail);
  if (funnelOrderType === "unordered") throw refuse("breakdownAttributionType", "Without an order, there is no step.");
  const step = (value ?? 0) + 1;
  if (step > series.length) throw refuse("breakdownAttributionValue", "There is no such step.");
  return step;
}
