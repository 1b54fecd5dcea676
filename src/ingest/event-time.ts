import { invalidValue } from "../lib/problem.ts";
import { uuidTime } from "../lib/uuid.ts";
import { MAX_FUTURE_MS } from "../recordings/session-properties.ts";
import type { Millis } from "../store/ports/common.ts";

export interface ClientTimes {
  readonly timestamp?: unknown;
  /** When the client sent it, by the same clock as `timestamp`. */
  readonly sentAt?: unknown;
  /** Milliseconds between the event and its first sending, instead of `timestamp`. */
  readonly offset?: unknown;
  readonly uuid?: unknown;
  readonly ignoreSentAt?: boolean | undefined;
}

/** A time by the client's clock, and by how much ours was ahead of that when the request arrived. */
export type ClientTime = { readonly time: Millis; readonly lag: Millis };

/** An event's time by our clock; `client` if the client's seems to be wrong, or the delivery took unusually long. */
export type EventTime = { readonly timestamp: Millis; readonly client?: ClientTime };

/** A request that takes longer is unusual. */
export const NORMAL_DELAY_MS = 60_000;
/** A clock that is wrong by less is left as it is, because its requests may have been slow. */
const MIN_CORRECTION_MS = 2 * NORMAL_DELAY_MS;
const [SECOND_MS, DAY_MS] = [1000, 86_400_000];

/**
 * Returns when the event happened. How long the request took changes nothing: a client's clock is taken for right
 * unless it is wrong by more than any usual delivery ([decision 31](../../docs/decisions/0031-client-clocks.md)).
 */
export function eventTime(times: ClientTimes, receivedAt: Millis): EventTime {
  const sent = times.ignoreSentAt ? null : parseIsoTime(times.sentAt);
  const claimed = claimedTime(times, sent ?? receivedAt);
  if (sent === null) return { timestamp: withoutFuture(claimed, receivedAt) };
  const client = { time: claimed, lag: receivedAt - sent };
  const timestamp = correctedTime(client, clockOffset(client.lag), receivedAt);
  return Math.abs(client.lag) <= NORMAL_DELAY_MS ? { timestamp } : { timestamp, client };
}

/** Returns by how much the clock of an unknown client is corrected. */
export function clockOffset(lag: Millis): Millis {
  return Math.abs(lag) <= MIN_CORRECTION_MS ? 0 : lag;
}

/** Returns a time by our clock, which is this much ahead of the client's. */
export function correctedTime({ time }: ClientTime, offset: Millis, receivedAt: Millis): Millis {
  return withoutFuture(inRangeOrNull(time + offset) ?? receivedAt, receivedAt);
}

/** Returns the time, or that of receiving if it is more than 23 hours later. */
function withoutFuture(time: Millis, receivedAt: Millis): Millis {
  return time > receivedAt + MAX_FUTURE_MS ? receivedAt : time;
}

/** Returns the time by the client's clock: without one that can be read, when it was sent. */
function claimedTime({ timestamp, offset, uuid }: ClientTimes, sent: Millis): Millis {
  const happened = parseIsoTime(timestamp);
  if (happened !== null) return happened;
  if (typeof offset !== "number" || !Number.isFinite(offset)) return sent;
  const claimed = inRangeOrNull(sent - Math.trunc(offset)) ?? sent;
  // A request that is sent again has the time of sending anew, but the offset of the first time.
  const made = uuidTime(uuid);
  return made !== null && made <= claimed + SECOND_MS && made > claimed - DAY_MS ? made : claimed;
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

/** Returns a field's time in UTC, and what is no text as it is. Throws `invalid_input`. */
export function isoTimeOf<T>(attr: string, text: T, from1970 = false): T | string {
  if (typeof text !== "string") return text;
  const time = parseIsoTime(text);
  if (time !== null && (time >= 0 || !from1970)) return new Date(time).toISOString();
  throw invalidValue(attr, `is no time${from1970 ? " after 1970" : ""}.`);
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
