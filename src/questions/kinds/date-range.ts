import type { Schemas } from "../../../generated/openapi.ts";
import { invalidInput } from "../../lib/problem.ts";
import { DAY_MS, HOUR_MS, toLocal, toUtc } from "./time-zone.ts";

export interface Calendar {
  readonly timeZone: string;
  /** 0: weeks start on Sunday; 1: on Monday. */
  readonly weekStart: 0 | 1;
  readonly now: number;
}

export type DateRangeInput = Schemas["QueryDateRange"];

/** `to` is exclusive. */
export type DateRange = { readonly from: number; readonly to: number };

export type Unit = "hour" | "day" | "week" | "month" | "quarter" | "year";

const UNITS: Readonly<Record<string, Unit>> = { h: "hour", d: "day", w: "week", m: "month", q: "quarter", y: "year" };
/** How long windows of time take that begin at any moment. */
export const UNIT_MS = {
  second: 1000,
  minute: 60_000,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
};
const RELATIVE = /^(?:([+-]?\d+))?([hdwmqy])(Start|End)?$/;
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const DEFAULT_FROM = "-7d";

/** Resolves dates; `all` begins with the day of `earliest`, or the last day if that is null. `field` has the dates. */
export function resolveRange(
  { date_from, date_to }: DateRangeInput,
  calendar: Calendar,
  earliest: number | null = 0,
  field = "dateRange__",
): DateRange {
  const to = date_to ? boundary(date_to, calendar, `${field}date_to`).to : startOf("day", calendar.now, calendar, 1);
  const from =
    date_from === "all"
      ? Math.max(0, startOf("day", Math.min(earliest ?? to, to - 1), calendar))
      : boundary(date_from || DEFAULT_FROM, calendar, `${field}date_from`).from;
  if (from >= to) throw invalid(`${field}date_to`, "date_to must be after date_from.");
  if (from < 0) throw invalid(`${field}date_from`, "Ask for times after 1970.");
  return { from, to };
}

/** Returns when the unit of a time begins by the calendar, or the one that is `count` units later. */
export function startOf(unit: Unit, utcMs: number, { timeZone, weekStart }: Calendar, count = 0): number {
  return toUtc(timeZone, addLocal(unit, startOfLocal(unit, toLocal(timeZone, utcMs), weekStart), count));
}

/** Returns when clocks show the same time of day that many units later. */
export function addUnits(unit: Unit, utcMs: number, count: number, { timeZone }: Calendar): number {
  return toUtc(timeZone, addLocal(unit, toLocal(timeZone, utcMs), count));
}

/** Returns when the unit of a local time begins. */
export function startOfLocal(unit: Unit, localMs: number, weekStart: 0 | 1): number {
  const date = new Date(localMs);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (unit === "hour") return Math.floor(localMs / 3_600_000) * 3_600_000;
  if (unit === "day") return Date.UTC(year, month, day);
  if (unit === "week") return Date.UTC(year, month, day - ((date.getUTCDay() - weekStart + 7) % 7));
  if (unit === "month") return Date.UTC(year, month, 1);
  if (unit === "quarter") return Date.UTC(year, month - (month % 3), 1);
  return Date.UTC(year, 0, 1);
}

/** Adds units to a local time; a day that a shorter month lacks becomes its last. */
export function addLocal(unit: Unit, localMs: number, count: number): number {
  if (unit === "hour") return localMs + count * 3_600_000;
  if (unit === "day" || unit === "week") return localMs + count * (unit === "day" ? 1 : 7) * 86_400_000;
  const months = count * (unit === "month" ? 1 : unit === "quarter" ? 3 : 12);
  const date = new Date(localMs);
  const target = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  return target + (Math.min(date.getUTCDate(), lastDay) - 1) * 86_400_000 + (localMs % 86_400_000);
}

/** Returns when the time that a text means begins. Throws `invalid_input` with the field. */
export function timeOf(text: string, calendar: Calendar, field: string): number {
  return boundary(text, calendar, field).from;
}

/** Reads texts such as `-7d` (that day), `mStart`, `2024-03-10` or a time. */
function boundary(text: string, calendar: Calendar, field: string): DateRange {
  const { timeZone, weekStart, now } = calendar;
  const relative = RELATIVE.exec(text);
  if (relative) {
    const unit = UNITS[relative[2] ?? ""] ?? "day";
    const shifted = addLocal(unit, toLocal(timeZone, now), Math.max(-100_000, Math.min(0, Number(relative[1] ?? 0))));
    const edge = relative[3];
    const precision: Unit = edge === undefined ? (unit === "hour" ? "hour" : "day") : unit;
    const start = startOfLocal(precision, shifted, weekStart);
    const end = addLocal(precision, start, 1);
    if (edge === undefined && unit === "hour") {
      const exact = now + Number(relative[1] ?? 0) * 3_600_000;
      return { from: exact, to: exact };
    }
    return { from: toUtc(timeZone, edge === "End" ? end : start), to: toUtc(timeZone, edge === "Start" ? start : end) };
  }
  if (DATE_ONLY.test(text)) {
    const local = Date.parse(`${text}T00:00:00Z`);
    if (Number.isFinite(local)) {
      return { from: toUtc(timeZone, local), to: toUtc(timeZone, addLocal("day", local, 1)) };
    }
  }
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text);
  const parsed = /^\d{4}-\d{2}-\d{2}[T ]/.test(text) ? Date.parse(hasZone ? text : `${text.replace(" ", "T")}Z`) : NaN;
  if (!Number.isFinite(parsed)) throw invalid(field, `${text} is no date: send 2024-03-10, -7d, mStart or a time.`);
  const exact = hasZone ? parsed : toUtc(timeZone, parsed);
  return { from: exact, to: exact };
}

export function invalid(field: string, detail: string) {
  return invalidInput(`query__${field}`, detail);
}

const COMPARED_UNITS = { d: "day", w: "week", m: "month", y: "year" } as const;

/** Returns the range, and the one to compare with if one is asked for. */
export function periodsOf(
  range: DateRange,
  compareFilter: Schemas["QueryCompareFilter"] | undefined,
  calendar: Calendar,
): DateRange[] {
  if (!compareFilter?.compare) return [range];
  const { from, to } = range;
  const [, count, letter] = /^-(\d{1,4})([dwmy])$/.exec(compareFilter.compare_to ?? "") ?? [];
  if (letter === undefined) {
    const [localFrom, localTo] = [toLocal(calendar.timeZone, from), toLocal(calendar.timeZone, to)];
    return [range, { from: toUtc(calendar.timeZone, localFrom - (localTo - localFrom)), to: from }];
  }
  const unit = COMPARED_UNITS[letter as keyof typeof COMPARED_UNITS];
  const back = (time: number) => addUnits(unit, time, -Number(count), calendar);
  return [range, { from: back(from), to: back(to) }];
}

/** Describes a period in results: 0 is the one asked about, 1 the other. */
export function comparedTo(period: number) {
  return { compare: true, compare_label: period === 0 ? ("current" as const) : ("previous" as const) };
}
