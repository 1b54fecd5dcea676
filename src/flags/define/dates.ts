import { exactNumber } from "../../lib/json/exact-number.ts";
import type { Millis } from "../../store/ports/common.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Smaller numbers are seconds, larger ones milliseconds: this is 1973 in milliseconds and the year 5138 in seconds. */
const MIN_MILLIS = 1e11;

const ISO =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(?: ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?$/i;
/** Formats of e-mail, HTTP and JavaScript: `Tue, 05 Mar 2024 10:00:00 GMT`, `Mar 5, 2024`. */
const WITH_MONTH_NAME =
  /^(?:[a-z]{3,9},? )?(?:\d{1,2} [a-z]{3,9}|[a-z]{3,9} \d{1,2}),? \d{4}(?: \d{2}:\d{2}(?::\d{2})?)?( (?:Z|UTC|GMT|(?:UTC|GMT)?[+-]\d{4}))?(?: \([^)]*\))?$/i;

/** Returns the time of an absolute date, in UTC by default; undefined for other text. */
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
  // Date.parse accepts the 31st of a shorter month as a day of the next month.
  if (time === undefined || new Date(time).getUTCDate() !== Number(day) + (hour === "24" ? 1 : 0)) return undefined;
  const offset = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (!offset) return time;
  return time - Number(`${offset[1]}1`) * (Number(offset[2]) * HOUR + Number(offset[3] ?? 0) * 60_000);
}

function validTime(time: number): Millis | undefined {
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Returns a time before now: `-7d`, `24h`, `-1w`, `-1m` (months) or `-1y`. A day that a month lacks becomes its last
 * day, month by month: two months before March 31 is January 28. Undefined for other text and 10,000 units or more.
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

export function monthsBefore(now: Millis, steps: number, months: number): Millis {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  let day = date.getUTCDate();
  for (let step = 1; step <= steps && day > 28; step += 1)
    day = Math.min(day, daysInMonth(year, month - step * months));
  return date.setUTCFullYear(year, month - steps * months, day);
}

/** `month` counts from 0; negative months are in earlier years. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

/** The years 1 to 9999. */
const [MIN_TIME, MAX_TIME] = [-62_135_596_800_000, 253_402_300_799_999];

/** Returns the time of a filter, relative or as of a property, in the years 1 to 9999; undefined for others. */
export function dateOfFilter(value: unknown, now: Millis): Millis | undefined {
  const relative = typeof value === "string" ? relativeDate(value, now) : undefined;
  const time = relative ?? dateOfProperty(value);
  return time !== undefined && time >= MIN_TIME && time <= MAX_TIME ? time : undefined;
}

/** Returns the time of an absolute date, or of a number (or its text) of seconds or milliseconds since 1970. */
export function dateOfProperty(value: unknown): Millis | undefined {
  const number = exactNumber(value);
  if (number !== undefined) return Number(number) * (Math.abs(Number(number)) < MIN_MILLIS ? 1000 : 1);
  return typeof value === "string" ? parseDate(value) : undefined;
}
