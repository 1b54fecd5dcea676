import { eventName, propertyName } from "../../../components/plain-names.ts";
import { INTERVALS, MATHS } from "../choices.ts";
import type { Schemas, Series } from "../question.ts";

const NONE = "$$_posthog_breakdown_null_$$";
const OTHER = "$$_posthog_breakdown_other_$$";

export type BreakdownValue = Schemas["QueryResultBreakdown"];
export const isOther = (value: BreakdownValue) => [value].flat()[0] === OTHER;

export function valueLabel(value: BreakdownValue): string {
  const shown = (one: string | number) =>
    one === NONE ? "(none)" : one === OTHER ? "(all others)" : one === "" ? "(empty)" : one;
  return [value].flat().map(shown).join(" · ");
}

/** Returns what is counted, such as `$pageview`, or `$pageview: unique persons`. */
export function seriesLabel({ event, name, custom_name, math, math_property }: Series): string {
  const named = custom_name ?? name;
  if (named) return eventName(named);
  const what = event ? eventName(event) : "All events";
  const counted = MATHS.find(({ value }) => value === math);
  if (counted === undefined || math === "total") return what;
  return `${what}: ${counted.label.toLowerCase()}${math_property ? ` ${math_property}` : ""}`;
}

export function breakdownLabel({ breakdown, breakdowns }: Schemas["QueryBreakdown"] = {}): string {
  return [breakdown ?? breakdowns?.map(({ property }) => property) ?? []]
    .flat()
    .map(String)
    .map(propertyName)
    .join(" · ");
}

export function intervalLabel(interval: Schemas["QueryInterval"] = "day"): string {
  return INTERVALS.find(({ value }) => value === interval)?.label ?? interval;
}
