import { isDivided, shownInFunnel } from "./breakdown.ts";
import type { FunnelsQuery } from "./funnel-paths.ts";
import { labelOf } from "./series-names.ts";
import type { Buckets } from "./time/buckets.ts";

type Rows = readonly (readonly unknown[])[];

const FIGURES = 3;

const numberOrNull = (value: unknown) => (typeof value === "number" ? value : null);

/** Returns an object for each step; with a breakdown, a list of them for each value. */
export function shapeSteps(query: FunnelsQuery, rows: Rows): unknown[] {
  const shown = isDivided(query) ? rows : [rows[0] ?? []];
  const lists = shown.map(([, value, ...figures]) =>
    query.series.map((step, order) => {
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
        ...(isDivided(query) && breakdownOf(query, value)),
      };
    }),
  );
  return isDivided(query) ? lists : (lists[0] ?? []);
}

function breakdownOf(query: FunnelsQuery, value: unknown) {
  const values = shownInFunnel(query, String(value));
  return { breakdown: values, breakdown_value: values };
}

/** Returns pairs of seconds, where a bin begins, and persons. */
export function shapeTimes(rows: Rows): Record<string, unknown> {
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
export function shapeFunnelTrends(query: FunnelsQuery, { days }: Buckets, rows: Rows): unknown[] {
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
