import { problem } from "../../values/problem.ts";
import { bucketsOf } from "./buckets.ts";
import { resolveRange } from "./date-range.ts";
import { type FunnelsQuery, type MoreColumns, pathsSql } from "./funnel-paths.ts";
import { shapeFunnelTrends, shapeSteps, shapeTimes } from "./funnel-results.ts";
import { EventStatement } from "./matching-events.ts";
import { propertySql } from "./property-filters.ts";
import type { Plan, QuestionContext } from "./question-context.ts";
import { NONE, OTHER } from "./trends.ts";

const DEFAULT_BREAKDOWNS = 25;
const MAX_BINS = 60;

/** How many persons do several things one after the other. */
export function planFunnels(query: FunnelsQuery, context: QuestionContext): Plan {
  const { funnelVizType: shown = "steps" } = query.funnelsFilter ?? {};
  if (shown === "time_to_convert") return planTimes(query, context);
  return shown === "trends" ? planFunnelTrends(query, context) : planSteps(query, context);
}

function planSteps(query: FunnelsQuery, context: QuestionContext): Plan {
  const statement = new EventStatement(context.groupTypes);
  const numbers = query.series.map((_, index) => index + 1);
  const figures = numbers.flatMap((step) => {
    // Whole milliseconds have one sum; that of fractions depends on the order of rows.
    const ms = step === 1 ? "NULL" : `times[${step}] - times[${step - 1}]`;
    return [`count_if(reached >= ${step})`, `avg(${ms}) / 1000.0`, `median(${ms}) / 1000.0`];
  });
  const sql = `WITH ${bestPathsSql(query, statement, context, {})}
    SELECT rank, value, ${figures.join(", ")} FROM shown GROUP BY rank, value ORDER BY rank`;
  return {
    statements: [{ sql, values: statement.parameters.values }],
    shape: ([answer]) => ({ results: shapeSteps(query, answer?.rows ?? []) }),
  };
}

function planTimes(query: FunnelsQuery, context: QuestionContext): Plan {
  const { breakdownFilter, funnelsFilter } = query;
  if (typeof breakdownFilter?.breakdown === "string") {
    const detail = "time_to_convert has no breakdown.";
    throw problem("invalid_input", { attr: "query__breakdownFilter__breakdown", detail });
  }
  const statement = new EventStatement(context.groupTypes);
  const { from, to } = measuredSteps(query);
  const bins = funnelsFilter?.binCount ?? `least(${MAX_BINS}, greatest(1, ceil(cbrt(count(*)))))`;
  const sql = `WITH ${bestPathsSql(query, statement, context, {})},
    converted AS (SELECT (times[${to}] - times[${from}]) / 1000.0 AS seconds FROM shown WHERE reached >= ${to}),
    totals AS (
      SELECT floor(min(seconds)) AS least, max(seconds) AS most, avg(seconds) AS average,
        ${bins} AS bins FROM converted),
    scale AS (SELECT *, greatest(1, ceil((most - least) / bins)) AS width FROM totals)
    SELECT least, bins, width, average, least(floor((seconds - least) / width), bins - 1) AS bin, count(*)
    FROM converted, scale GROUP BY ALL`;
  return {
    statements: [{ sql, values: statement.parameters.values }],
    shape: ([answer]) => ({ results: shapeTimes(answer?.rows ?? []) }),
  };
}

function planFunnelTrends(query: FunnelsQuery, context: QuestionContext): Plan {
  const statement = new EventStatement(context.groupTypes);
  const { from, to } = measuredSteps(query);
  const range = resolveRange(query.dateRange ?? {}, context.calendar, context.earliest);
  const buckets = bucketsOf(query.interval ?? "day", range, context.calendar);
  const sql = `WITH ${bestPathsSql(query, statement, context, { bucket: buckets.index("timestamp") })},
    by_bucket AS (
      SELECT rank, value, bucket, paths.person_id, bool_or(t${from} IS NOT NULL) AS is_entered,
        bool_or(t${to} IS NOT NULL) AS is_converted
      FROM paths JOIN shown ON shown.person_id = paths.person_id GROUP BY ALL)
    SELECT rank, value, bucket, count_if(is_entered), count_if(is_converted) FROM by_bucket
    GROUP BY rank, value, bucket ORDER BY rank, bucket`;
  return {
    statements: [{ sql, values: statement.parameters.values }],
    shape: ([answer]) => ({ results: shapeFunnelTrends(query, buckets, answer?.rows ?? []) }),
  };
}

/**
 * `best`: the path of each person that counts, with the `times` of its steps and how many it has `reached`; `shown`:
 * the same with the value of the breakdown that it is shown with, and the `rank` of that.
 */
export function bestPathsSql(
  query: FunnelsQuery,
  statement: EventStatement,
  { calendar, earliest }: QuestionContext,
  ofPaths: NonNullable<MoreColumns["ofPaths"]>,
): string {
  const range = resolveRange(query.dateRange ?? {}, calendar, earliest);
  const breakdown = breakdownSql(query, statement);
  const paths = pathsSql(query, statement, range, {
    ofPaths,
    ...(breakdown !== null && { ofEvents: { value: breakdown } }),
  });
  const times = query.series.map((_, index) => `t${index + 1}`);
  const reached = times.map((time) => `(${time} IS NOT NULL)::INTEGER`).join(" + ");
  const best = `best AS (
      SELECT person_id, arg_max([${times.join(", ")}], (${reached})::HUGEINT * ${2n ** 100n} - key1) AS times,
        max(${reached}) AS reached
      FROM paths GROUP BY person_id)`;
  if (breakdown === null) return `${paths}, ${best}, shown AS (SELECT *, '' AS value, 1 AS rank FROM best)`;
  const isLast = query.funnelsFilter?.breakdownAttributionType === "last_touch";
  const touched = `${isLast ? "max" : "min"}({'key': key, 'value': value})`;
  const isStep = query.series.map((_, index) => `m${index + 1}`).join(" OR ");
  const limit = statement.parameters.add(query.breakdownFilter?.breakdown_limit ?? DEFAULT_BREAKDOWNS);
  return `${paths}, ${best},
    touched AS (
      SELECT person_id, ${touched} AS first FROM matched WHERE value IS NOT NULL AND (${isStep}) GROUP BY person_id),
    valued AS (
      SELECT best.*, coalesce(touched.first.value, '${NONE}') AS own FROM best
      LEFT JOIN touched ON touched.person_id = best.person_id),
    ranked AS (SELECT own, row_number() OVER (ORDER BY count(*) DESC, own) AS place FROM valued GROUP BY own),
    shown AS (
      SELECT valued.*, CASE WHEN place <= ${limit} THEN valued.own ELSE '${OTHER}' END AS value,
        least(place, ${limit} + 1) AS rank
      FROM valued JOIN ranked ON ranked.own = valued.own)`;
}

function breakdownSql({ breakdownFilter }: FunnelsQuery, statement: EventStatement): string | null {
  const { breakdown, breakdown_type = "event", breakdown_group_type_index: index } = breakdownFilter ?? {};
  return typeof breakdown === "string" ? propertySql(breakdown, breakdown_type, statement, index ?? 0) : null;
}

/** The steps between which is measured, from 1. */
function measuredSteps({ series, funnelsFilter }: FunnelsQuery): { readonly from: number; readonly to: number } {
  const { funnelFromStep = 0, funnelToStep = series.length - 1 } = funnelsFilter ?? {};
  if (funnelFromStep < funnelToStep && funnelToStep < series.length)
    return { from: funnelFromStep + 1, to: funnelToStep + 1 };
  const detail = `funnelToStep is after funnelFromStep and at most ${series.length - 1}.`;
  throw problem("invalid_input", { attr: "query__funnelsFilter__funnelToStep", detail });
}
