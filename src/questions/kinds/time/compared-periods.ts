import type { Schemas } from "../../../../generated/openapi.ts";
import { addLocal, type Calendar, type DateRange } from "./date-range.ts";
import { toLocal, toUtc } from "./time-zone.ts";

type CompareFilter = Schemas["QueryCompareFilter"];

const UNITS = { d: "day", w: "week", m: "month", y: "year" } as const;

export function periodsOf(range: DateRange, compareFilter: CompareFilter | undefined, calendar: Calendar): DateRange[] {
  return compareFilter?.compare ? [range, previous(range, compareFilter, calendar)] : [range];
}

/** Describes a period in results: 0 is the one asked about, 1 the other. */
export function comparedTo(period: number) {
  return { compare: true, compare_label: period === 0 ? "current" : "previous" };
}

/** Returns the period of the same length before, or the same local times that much earlier. */
function previous({ from, to }: DateRange, { compare_to }: CompareFilter, { timeZone }: Calendar): DateRange {
  const [, count, letter] = /^-(\d{1,4})([dwmy])$/.exec(compare_to ?? "") ?? [];
  const [localFrom, localTo] = [toLocal(timeZone, from), toLocal(timeZone, to)];
  if (letter === undefined) return { from: toUtc(timeZone, localFrom - (localTo - localFrom)), to: from };
  const unit = UNITS[letter as keyof typeof UNITS];
  const back = (local: number) => toUtc(timeZone, addLocal(unit, local, -Number(count)));
  return { from: back(localFrom), to: back(localTo) };
}
