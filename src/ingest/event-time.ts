import type { Millis } from "../store/ports/common.ts";

/** What a client sends about the time of an event. */
export interface ClientTimes {
  readonly timestamp?: unknown;
  /** When the client sent it, by the same clock as `timestamp`. */
  readonly sentAt?: unknown;
  /** Milliseconds between the event and its sending, instead of `timestamp`. */
  readonly offset?: unknown;
  readonly ignoreSentAt?: boolean | undefined;
}

const MAX_FUTURE_MS = 23 * 3_600_000;

/**
 * Returns when the event happened, by our clock. With both `timestamp` and `sentAt`, the client's clock is corrected by
 * the difference between sending and receiving. Unreadable times, and times more than 23 hours in the future, become
 * the time of receiving.
 */
export function eventTime(times: ClientTimes, receivedAt: Millis): Millis {
  const time = claimedTime(times, receivedAt);
  return time === null || time > receivedAt + MAX_FUTURE_MS ? receivedAt : time;
}

function claimedTime({ timestamp, sentAt, offset, ignoreSentAt }: ClientTimes, receivedAt: Millis): Millis | null {
  const happened = parseIsoTime(timestamp);
  if (happened !== null) {
    const sent = ignoreSentAt ? null : parseIsoTime(sentAt);
    return sent === null ? happened : inRangeOrNull(receivedAt + (happened - sent));
  }
  if (typeof offset === "number" && Number.isFinite(offset)) return inRangeOrNull(receivedAt - Math.trunc(offset));
  return null;
}

const ISO_8601 =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}:?\d{2}|[+-]\d{2})?)?$/i;

/** The form that `toISOString` returns, with years, days and times that every month and day has. */
const COMMON_ISO_8601 =
  /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Parses an ISO 8601 time, as UTC if it has no zone. Returns null for anything else. */
export function parseIsoTime(text: unknown): Millis | null {
  if (typeof text !== "string" || text.length > 64) return null;
  if (COMMON_ISO_8601.test(text)) return parseCommon(text);
  const match = ISO_8601.exec(text.trim());
  if (!match) return null;
  const [, day = "", hour = "00", minute = "00", second = "00", fraction = "", zone = "Z"] = match;
  const hours = zone.slice(0, 3);
  const offset = /^z$/i.test(zone) ? "Z" : `${hours}:${zone.slice(3).replace(":", "") || "00"}`;
  const time = Date.parse(`${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, "0")}${offset}`);
  return Number.isNaN(time) || !isValidDay(day) ? null : inRangeOrNull(time);
}

/** The start of the day that was parsed last: most events have the same, and `Date.parse` takes as long as the rest. */
let latest = { day: "", start: 0 };

function parseCommon(text: string): Millis {
  const day = text.slice(0, 10);
  if (day !== latest.day) latest = { day, start: Date.parse(day) };
  const digit = (at: number) => text.charCodeAt(at) - 0x30;
  const pair = (at: number) => digit(at) * 10 + digit(at + 1);
  return latest.start + ((pair(11) * 60 + pair(14)) * 60 + pair(17)) * 1000 + digit(20) * 100 + pair(21);
}

/** Returns false for 30 February, which `Date.parse` reads as 2 March. */
function isValidDay(day: string): boolean {
  return Number(day.slice(-2)) <= 28 || new Date(Date.parse(day)).toISOString().startsWith(day);
}

const MIN_TIME = Date.parse("0001-01-01T00:00:00Z");
const MAX_TIME = Date.parse("9999-12-31T23:59:59Z");

/** Returns null unless the year has one to four digits. */
function inRangeOrNull(time: Millis): Millis | null {
  return time >= MIN_TIME && time <= MAX_TIME ? time : null;
}
