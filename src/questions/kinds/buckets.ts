import {
  addLocal,
  type Calendar,
  type DateRange,
  type DateRangeInput,
  invalid,
  resolveRange,
  startOf,
  startOfLocal,
  type Unit,
} from "./date-range.ts";
import type { QuestionContext } from "./question-context.ts";
import { DAY_MS, HOUR_MS, isoLocal, localSql, toLocal, toUtc } from "./time-zone.ts";

/** Parts of a range of time, such as its days. */
export interface Buckets {
  readonly unit: Unit;
  readonly range: DateRange;
  /** Local times: `2024-03-10`, or `2024-03-10 13:00:00`, with an offset for the second of two alike. */
  readonly days: string[];
  /** Beginnings in milliseconds; the first may be before the range. */
  readonly starts: readonly number[];
  /** SQL for the index of the bucket of a time in the range. */
  readonly index: (column: string) => string;
}

export const MAX_BUCKETS = 10_000;
/** Buckets more than the range needs: clock changes, and the interval before the first. */
const SPARE_BUCKETS = 3;
/** 1970-01-01 was a Thursday: this many days after a Sunday. */
const EPOCH_WEEKDAY = 4;

interface ChartQuery {
  readonly dateRange?: DateRangeInput | undefined;
  readonly interval?: Unit | undefined;
}

/** Returns the times of a chart; one of all time has at most as many intervals up to now as allowed. */
export function chartRange({ dateRange = {}, interval = "day" }: ChartQuery, context: QuestionContext): DateRange {
  const { calendar, earliest } = context;
  const { from, to } = resolveRange(dateRange, calendar, earliest);
  if (dateRange.date_from !== "all") return { from, to };
  return { from: Math.max(from, startOf(interval, to - 1, calendar, SPARE_BUCKETS - MAX_BUCKETS)), to };
}

export function bucketsOf(unit: Unit, { from, to }: DateRange, calendar: Calendar): Buckets {
  const { timeZone, weekStart } = calendar;
  if (unit === "hour") return hoursOf({ from, to }, calendar);
  const first = startOfLocal(unit, toLocal(timeZone, from), weekStart);
  const locals: number[] = [];
  for (let local = first; toUtc(timeZone, local) < to; local = addLocal(unit, local, 1)) {
    locals.push(local);
    if (locals.length > MAX_BUCKETS) throw tooMany();
  }
  const local = (column: string) => localSql(timeZone, column, from, to);
  return {
    unit,
    range: { from, to },
    days: locals.map((ms) => new Date(ms).toISOString().slice(0, 10)),
    starts: locals.map((ms) => toUtc(timeZone, ms)),
    index: (column) => indexSql(unit, local(column), first, weekStart),
  };
}

/** Counts an hour that clocks show twice as two hours. */
function hoursOf({ from, to }: DateRange, { timeZone, weekStart }: Calendar): Buckets {
  const local = toLocal(timeZone, from);
  const first = from - (local - startOfLocal("hour", local, weekStart));
  const count = Math.ceil((to - first) / HOUR_MS);
  if (count > MAX_BUCKETS) throw tooMany();
  const starts = Array.from({ length: count }, (_, index) => first + index * HOUR_MS);
  return {
    unit: "hour",
    range: { from, to },
    days: starts.map((ms, index) => {
      const text = isoLocal(timeZone, ms).replace("T", " ");
      const isRepeated = index > 0 && toLocal(timeZone, ms) <= toLocal(timeZone, ms - HOUR_MS);
      return isRepeated ? text : text.slice(0, 19);
    }),
    starts,
    index: (column) => `((epoch_ms(${column}) - ${first}) // ${HOUR_MS})`,
  };
}

function indexSql(unit: Unit, local: string, first: number, weekStart: 0 | 1): string {
  if (unit === "day") return `(${local} // ${DAY_MS} - ${first / DAY_MS})`;
  if (unit === "week") {
    const shift = EPOCH_WEEKDAY - weekStart;
    return `((${local} // ${DAY_MS} + ${shift}) // 7 - ${(first / DAY_MS + shift) / 7})`;
  }
  const date = new Date(first);
  const [perYear, perUnit] = unit === "month" ? [12, 1] : unit === "quarter" ? [4, 3] : [1, 12];
  const firstNumber = date.getUTCFullYear() * perYear + Math.floor(date.getUTCMonth() / perUnit);
  const at = `make_timestamp(${local} * 1000)`;
  return `(year(${at}) * ${perYear} + (month(${at}) - 1) // ${perUnit} - ${firstNumber})`;
}

const tooMany = () => invalid("interval", `Ask for ${MAX_BUCKETS} intervals at most.`);
