import type { Millis } from "../storage/ports/common.ts";
import { numberOf } from "./numbers.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Above this a number counts milliseconds, below it seconds: 1973 in the one, the year 5138 in the other. */
const MIN_MILLIS = 1e11;

const ISO =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(?: ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?$/i;
/** Dates as e-mail, HTTP and JavaScript write them: `Tue, 05 Mar 2024 10:00:00 GMT`, `Mar 5, 2024`. */
const WITH_MONTH_NAME =
  /^(?:[a-z]{3,9},? )?(?:\d{1,2} [a-z]{3,9}|[a-z]{3,9} \d{1,2}),? \d{4}(?: \d{2}:\d{2}(?::\d{2})?)?( (?:Z|UTC|GMT|(?:UTC|GMT)?[+-]\d{4}))?(?: \([^)]*\))?$/i;

/** A point in time written out in full; without a zone it is UTC. Undefined for anything else. */
export function parseDate(text: string): Millis | undefined {
  const trimmed = text.trim();
  const iso = ISO.exec(trimmed);
  if (iso) return isoDate(iso);
  const named = WITH_MONTH_NAME.exec(trimmed);
  return named ? validTime(Date.parse(named[1] ? trimmed : `${trimmed} UTC`)) : undefined;
}

function isoDate([, year, month, day, hour = "00", minute = "00", second = "00", fraction = "", zone = "Z"]: string[]) {
  const millis = fraction.padEnd(3, "0").slice(0, 3);
  const time = validTime(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}Z`));
  // Date.parse rolls the 31st of a short month over into the next one
  if (time === undefined || new Date(time).getUTCDate() !== Number(day) + (hour === "24" ? 1 : 0)) return undefined;
  const offset = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (!offset) return time;
  return time - Number(`${offset[1]}1`) * (Number(offset[2]) * HOUR + Number(offset[3] ?? 0) * 60_000);
}

function validTime(time: number): Millis | undefined {
  return Number.isNaN(time) ? undefined : time;
}

/**
 * A time before now: `-7d`, `-24h`, `-1w`, `-1m` (months), `-1y`; the sign may be absent. A day that the month or year does not
 * have becomes its last one, month by month: March 31 less two months is January 28. Undefined for anything else, and for
 * 10,000 units or more.
 */
export function relativeDate(text: string, now: Millis): Millis | undefined {
  const match = /^-?(\d+)([hdwmy])$/.exec(text);
  const count = Number(match?.[1]);
  if (!match || count >= 10_000) return undefined;
  switch (match[2]) {
    case "h":
      return now - count * HOUR;
    case "d":
      return now - count * DAY;
    case "w":
      return now - count * 7 * DAY;
    default:
      return monthsBefore(now, count, match[2] === "y" ? 12 : 1);
  }
}

function monthsBefore(now: Millis, steps: number, months: number): Millis {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  let day = date.getUTCDate();
  for (let step = 1; step <= steps && day > 28; step += 1)
    day = Math.min(day, daysInMonth(year, month - step * months));
  return date.setUTCFullYear(year, month - steps * months, day);
}

/** The number of days of a month counted from 0, which may lie before the year. */
function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

/** The time that a filter names, absolute or relative to now; undefined where it names none. */
export function dateOfFilter(value: unknown, now: Millis): Millis | undefined {
  return typeof value === "string" ? (relativeDate(value, now) ?? parseDate(value)) : undefined;
}

/** The time that a property holds: a written date, or a number (or its text) of seconds or milliseconds since 1970. */
export function dateOfProperty(value: unknown): Millis | undefined {
  const number = numberOf(value);
  if (number !== undefined) return Math.abs(number) < MIN_MILLIS ? number * 1000 : number;
  return typeof value === "string" ? parseDate(value) : undefined;
}
