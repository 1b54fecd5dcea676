export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const formats = new Map<string, Intl.DateTimeFormat>();
/** Ends a formatted date: `GMT+05:45`, with seconds for times before there were zones; `GMT` for none. */
const OFFSET = /([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/;

/** Returns how far clocks are ahead of UTC, in milliseconds. */
export function offsetAt(zone: string, utcMs: number): number {
  if (zone === "UTC") return 0;
  const [, sign, hours, minutes, seconds = 0] = OFFSET.exec(formatOf(zone).format(utcMs)) ?? [];
  if (sign === undefined) return 0;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -ms : ms;
}

/** Returns what clocks of the zone show, as if they showed UTC. */
export function toLocal(zone: string, utcMs: number): number {
  return utcMs + offsetAt(zone, utcMs);
}

/** Returns a local time with its offset: `2026-09-10T00:00:00+08:00`, or `…Z` without one. */
export function isoLocal(zone: string, utcMs: number): string {
  const minutes = Math.round(offsetAt(zone, utcMs) / 60_000);
  const text = new Date(utcMs + minutes * 60_000).toISOString().replace(/(\.000)?Z$/, "");
  return `${text}${offsetText(minutes)}`;
}

/** Returns `+05:45`; `Z` for none. */
export function offsetText(minutes: number): string {
  if (minutes === 0) return "Z";
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}

/** Returns when clocks first show this or later: at the change if they skip it, the earlier time if they repeat it. */
export function toUtc(zone: string, localMs: number): number {
  const candidates = [localMs - offsetAt(zone, localMs - DAY_MS), localMs - offsetAt(zone, localMs + DAY_MS)];
  const exact = candidates.filter((utc) => toLocal(zone, utc) === localMs);
  if (exact.length > 0) return Math.min(...exact);
  return changesBetween(zone, localMs - DAY_MS, localMs + DAY_MS).at(-1)?.at ?? (candidates[0] as number);
}

export type ClockChange = { readonly at: number; readonly offset: number };

/** Returns clock changes after `from` and up to `to`, if no two are within a step. */
export function changesBetween(zone: string, from: number, to: number, stepMs = DAY_MS): ClockChange[] {
  const changes: ClockChange[] = [];
  if (zone === "UTC") return changes;
  let offset = offsetAt(zone, from);
  for (let day = from; day < to; day += stepMs) {
    const next = Math.min(day + stepMs, to);
    const nextOffset = offsetAt(zone, next);
    if (nextOffset === offset) continue;
    changes.push({ at: firstWith(zone, nextOffset, day, next), offset: nextOffset });
    offset = nextOffset;
  }
  return changes;
}

/** Returns the first second with the offset, which is there at `after` but not at `before`. */
function firstWith(zone: string, offset: number, before: number, after: number): number {
  let [low, high] = [Math.floor(before / 1000), Math.ceil(after / 1000)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle * 1000) === offset) high = middle;
    else low = middle;
  }
  return high * 1000;
}

/** Returns SQL for local times of `from` to `to`, in milliseconds, as if clocks showed UTC. */
export function localSql(zone: string, column: string, from: number, to: number): string {
  const first = offsetAt(zone, from);
  const cases = changesBetween(zone, from, to).toReversed();
  const offset = cases.map(({ at, offset }) => `WHEN epoch_ms(${column}) >= ${at} THEN ${offset}`).join(" ");
  return `(epoch_ms(${column}) + ${offset === "" ? first : `CASE ${offset} ELSE ${first} END`})`;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  if (formats.size < 1000) formats.set(zone, format);
  return format;
}
