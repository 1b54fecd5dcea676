import type { Schemas } from "../../../generated/openapi.ts";
import { bestPathsSql, funnelRange } from "./best-paths.ts";
import { isDivided, shownInFunnel } from "./breakdown.ts";
import { type Buckets, bucketsOf } from "./buckets.ts";
import { invalid } from "./date-range.ts";
import type { FunnelsQuery } from "./funnel-paths.ts";
import { statementOf } from "./matching-events.ts";
import { type Plan, planRows, type QuestionContext } from "./question-context.ts";
import { labelOf } from "./series-names.ts";

type Rows = readonly (readonly unknown[])[];
type Step = Schemas["FunnelResult"];

const MAX_BINS = 60;

export function planFunnels(query: FunnelsQuery, context: QuestionContext): Plan {
  const { funnelVizType: shown = "steps" } = query.funnelsFilter ?? {};
  if (shown === "time_to_convert") return planTimes(query, context);
  return shown === "trends" ? planFunnelTrends(query, context) : planSteps(query, context);
}

function planSteps(query: FunnelsQuery, context: QuestionContext): Plan {
  const statement = statementOf(query, context);
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
    throw invalid(`breakdownFilter__${field}`, "time_to_convert has no breakdown.");
  }
  const statement = statementOf(query, context);
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
  const statement = statementOf(query, context);
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
  throw invalid("funnelsFilter__funnelToStep", detail);
}

const FIGURES = 3;

const numberOrNull = (value: unknown) => (typeof value === "number" ? value : null);

/** Returns an object for each step; with a breakdown, a list of them for each value. */
function shapeSteps(query: FunnelsQuery, rows: Rows): (Step | Step[])[] {
  const shown = isDivided(query) ? rows : [rows[0] ?? []];
  const lists = shown.map(([, value, ...figures]) => {
    const values = shownInFunnel(query, String(value));
    return query.series.map((step, order) => {
      const [count, average, median] = figures.slice(order * FIGURES);
      return {
        action_id: step.event ?? null,
        name: step.event ?? "All events",
        custom_name: step.custom_name ?? null,
        order,
        type: "events",
        count: Number(count ?? 0),
        average_conversion_time: numberOrNull(average),
        median_conversion_time: numberOrNull(median),
        ...(isDivided(query) && { breakdown: values, breakdown_value: values }),
      };
    });
  });
  return isDivided(query) ? lists : (lists[0] ?? []);
}

/** Returns pairs of seconds, where a bin begins, and persons. */
function shapeTimes(rows: Rows): Record<string, unknown> {
  const [first] = rows;
  if (first === undefined) return { bins: [], average_conversion_time: null };
  const [least, bins, width, average] = first.map(Number);
  const counts = new Map(rows.map((row) => [Number(row[4]), Number(row[5])]));
  return {
    bins: Array.from({ length: bins ?? 0 }, (_, bin) => [(least ?? 0) + bin * (width ?? 1), counts.get(bin) ?? 0]),
    average_conversion_time: average,
  };
}

/** Returns the percentage of entrants in an interval who convert, for each breakdown value. */
function shapeFunnelTrends(query: FunnelsQuery, { days }: Buckets, rows: Rows): Schemas["TrendsResult"][] {
  const values = new Map<string, Map<number, number>>();
  if (!isDivided(query)) values.set("", new Map());
  for (const [, value, bucket, entered, converted] of rows) {
    const rates = values.get(String(value)) ?? new Map<number, number>();
    const rate = Number(entered) === 0 ? 0 : Math.round((Number(converted) / Number(entered)) * 10_000) / 100;
    values.set(String(value), rates.set(Number(bucket), rate));
  }
  return [...values].map(([value, rates]) => ({
    count: days.length,
    data: days.map((_, index) => rates.get(index) ?? 0),
    days,
    labels: days.map(labelOf),
    ...(isDivided(query) && { breakdown_value: shownInFunnel(query, value) }),
  }));
}
