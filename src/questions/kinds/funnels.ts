import { problem } from "../../lib/problem.ts";
import { bestPathsSql, funnelRange } from "./best-paths.ts";
import { isDivided } from "./breakdown.ts";
import type { FunnelsQuery } from "./funnel-paths.ts";
import { shapeFunnelTrends, shapeSteps, shapeTimes } from "./funnel-results.ts";
import { EventStatement } from "./matching-events.ts";
import { type Plan, planRows, type QuestionContext } from "./question-context.ts";
import { bucketsOf } from "./time/buckets.ts";

const MAX_BINS = 60;

export function planFunnels(query: FunnelsQuery, context: QuestionContext): Plan {
  const { funnelVizType: shown = "steps" } = query.funnelsFilter ?? {};
  if (shown === "time_to_convert") return planTimes(query, context);
  return shown === "trends" ? planFunnelTrends(query, context) : planSteps(query, context);
}

function newStatement({ aggregation_group_type_index: groupIndex }: FunnelsQuery, { groupTypes }: QuestionContext) {
  return new EventStatement(groupTypes, { groupIndex });
}

function planSteps(query: FunnelsQuery, context: QuestionContext): Plan {
  const statement = newStatement(query, context);
  const numbers = query.series.map((_, index) => index + 1);
  const figures = numbers.flatMap((step) => {
    // Whole milliseconds have one sum; that of fractions depends on the order of rows.
    const ms = step === 1 ? "NULL" : `times[${step}] - times[${step - 1}]`;
    return [`count_if(reached >= ${step})`, `avg(${ms}) / 1000.0`, `median(${ms}) / 1000.0`];
  });
  const sql = `WITH ${bestPathsSql(query, statement, context)}
    SELECT rank, value, ${figures.join(", ")} FROM shown GROUP BY rank, value ORDER BY rank`;
  return planRows(statement.asked(sql), (rows) => shapeSteps(query, rows));
}

function planTimes(query: FunnelsQuery, context: QuestionContext): Plan {
  const { funnelsFilter } = query;
  if (isDivided(query)) {
    const field = typeof query.breakdownFilter?.breakdown === "string" ? "breakdown" : "breakdowns";
    const detail = "time_to_convert has no breakdown.";
    throw problem("invalid_input", { attr: `query__breakdownFilter__${field}`, detail });
  }
  const statement = newStatement(query, context);
  const { from, to } = measuredSteps(query);
  const bins = funnelsFilter?.binCount ?? `least(${MAX_BINS}, greatest(1, ceil(cbrt(count(*)))))`;
  const sql = `WITH ${bestPathsSql(query, statement, context)},
    converted AS (SELECT (times[${to}] - times[${from}]) / 1000.0 AS seconds FROM shown WHERE reached >= ${to}),
    totals AS (
      SELECT floor(min(seconds)) AS least, max(seconds) AS most, avg(seconds) AS average,
        ${bins} AS bins FROM converted),
    scale AS (SELECT *, greatest(1, ceil((most - least) / bins)) AS width FROM totals)
    SELECT least, bins, width, average, least(floor((seconds - least) / width), bins - 1) AS bin, count(*)
    FROM converted, scale GROUP BY ALL`;
  return planRows(statement.asked(sql), shapeTimes);
}

function planFunnelTrends(query: FunnelsQuery, context: QuestionContext): Plan {
  const statement = newStatement(query, context);
  const { from, to } = measuredSteps(query);
  const buckets = bucketsOf(query.interval ?? "day", funnelRange(query, context), context.calendar);
  const sql = `WITH ${bestPathsSql(query, statement, context, { ofPaths: { bucket: buckets.index("timestamp") } })},
    by_bucket AS (
      SELECT rank, value, bucket, divided.person_id, bool_or(t${from} IS NOT NULL) AS is_entered,
        bool_or(t${to} IS NOT NULL) AS is_converted
      FROM paths JOIN divided ON divided.owner = paths.person_id GROUP BY ALL)
    SELECT rank, value, bucket, count_if(is_entered), count_if(is_converted) FROM by_bucket
    GROUP BY rank, value, bucket ORDER BY rank, bucket`;
  return planRows(statement.asked(sql), (rows) => shapeFunnelTrends(query, buckets, rows));
}

/** Returns the steps, from 1, between which time is measured. */
function measuredSteps({ series, funnelsFilter }: FunnelsQuery): { readonly from: number; readonly to: number } {
  const { funnelFromStep = 0, funnelToStep = series.length - 1 } = funnelsFilter ?? {};
  if (funnelFromStep < funnelToStep && funnelToStep < series.length)
    return { from: funnelFromStep + 1, to: funnelToStep + 1 };
  const detail = `funnelToStep is after funnelFromStep and at most ${series.length - 1}.`;
  throw problem("invalid_input", { attr: "query__funnelsFilter__funnelToStep", detail });
}
