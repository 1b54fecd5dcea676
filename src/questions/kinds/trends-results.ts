import type { Schemas } from "../../../generated/openapi.ts";
import { binsOf, isDivided, rangeOf, shownBreakdown } from "./breakdown.ts";
import type { Buckets } from "./buckets.ts";
import { comparedTo } from "./date-range.ts";
import type { EventsNode } from "./matching-events.ts";
import type { StatementRows } from "./question-context.ts";
import { actionOf, labelOf, seriesName } from "./series-names.ts";

export type TrendsQuery = Schemas["TrendsQuery"];

export interface SeriesMeaning {
  readonly series: EventsNode;
  readonly order: number;
  /** Null for one number. */
  readonly buckets: Buckets | null;
  /** 0: the period asked for; 1: the one to compare with. */
  readonly period: number;
  readonly isCompared: boolean;
}

export type TrendsEntry = Schemas["TrendsResult"] & Pick<Schemas["LifecycleResult"], "action" | "label">;

const TOTAL_DISPLAYS = new Set<string | undefined>(["BoldNumber", "ActionsPie", "ActionsBarValue", "ActionsTable"]);

/** Returns whether each series has one number for the whole time. */
export function isTotal({ trendsFilter }: TrendsQuery): boolean {
  return TOTAL_DISPLAYS.has(trendsFilter?.display);
}

export function isCumulative({ trendsFilter }: TrendsQuery): boolean {
  return trendsFilter?.display === "ActionsLineGraphCumulative";
}

/** Returns an entry for each series, period and breakdown value. */
export function shapeTrends(
  query: TrendsQuery,
  meanings: readonly SeriesMeaning[],
  answers: readonly StatementRows[],
): TrendsEntry[] {
  const hasBreakdown = isDivided(query);
  return meanings.flatMap((meaning, index) => {
    const byBreakdown = new Map<string, Values>();
    for (const [, breakdown, bucket, result] of answers[index]?.rows ?? []) {
      const values = byBreakdown.get(String(breakdown)) ?? new Map();
      if (result !== null) values.set(Number(bucket), Number(result));
      byBreakdown.set(String(breakdown), values);
    }
    if (!hasBreakdown && byBreakdown.size === 0) byBreakdown.set("", new Map());
    const entries = binsOf(query) === undefined ? [...byBreakdown] : [...byBreakdown].toSorted(byRange);
    return entries.map(([value, results]) => entry(query, meaning, hasBreakdown ? value : null, results));
  });
}

const byRange = ([one]: readonly [string, Values], [other]: readonly [string, Values]) =>
  (rangeOf(one)?.[0] ?? Number.MAX_VALUE) - (rangeOf(other)?.[0] ?? Number.MAX_VALUE);

/** Numbers by bucket; empty buckets are absent. */
type Values = Map<number, number>;

/** The average of no numbers is not 0, as their sum is. */
const valueOfNothing = ({ math = "total" }: EventsNode) => (/^(avg|min|max|median|p\d+)$/.test(math) ? null : 0);

function entry(query: TrendsQuery, meaning: SeriesMeaning, breakdown: string | null, results: Values): TrendsEntry {
  const { series, order, period, isCompared, buckets } = meaning;
  const name = seriesName(series);
  const absent = valueOfNothing(series);
  const shownValue = breakdown === null ? null : shownBreakdown(query, breakdown);
  const common = {
    action: actionOf(series, order),
    label: shownValue === null ? name : query.series.length > 1 ? `${name} - ${shownValue.label}` : shownValue.label,
    ...(shownValue !== null && { breakdown_value: shownValue.breakdown_value }),
    ...(isCompared && comparedTo(period)),
  };
  if (buckets === null)
    return { ...common, aggregated_value: results.get(0) ?? absent, count: 0, data: [], labels: [], days: [] };
  const data = buckets.starts.map((_, index) => results.get(index) ?? absent);
  const shown = isCumulative(query) ? runningSums(data) : data;
  return {
    ...common,
    count: countOf(query, shown),
    data: shown,
    labels: buckets.days.map(labelOf),
    days: buckets.days,
  };
}

export function countOf(query: TrendsQuery, shown: readonly (number | null)[]): number {
  return isCumulative(query) ? (shown.at(-1) ?? 0) : shown.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

function runningSums(values: readonly (number | null)[]): number[] {
  let sum = 0;
  return values.map((value) => (sum += value ?? 0));
}
