const NUMBER = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const SHARE = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
const DURATIONS = [
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
] as const;

/** A number, and what it is: `share` is a part of 1. */
export type Formatted = { readonly value: number | null; readonly unit?: "share" | "seconds" | undefined };

export function formatFigure({ value, unit }: Formatted): string {
  if (value === null) return "–";
  if (unit === "share") return SHARE.format(value);
  return unit === "seconds" ? formatDuration(value) : NUMBER.format(value);
}

/** Returns a duration such as `48 s`, `2 min 5 s` or `3 d 4 h`. */
export function formatDuration(seconds: number): string {
  const at = DURATIONS.findIndex(([length]) => seconds >= length);
  const [length, unit] = DURATIONS[at] ?? [1, "s"];
  if (length === 1) return `${NUMBER.format(Number(seconds.toFixed(seconds < 10 ? 1 : 0)))} s`;
  const [smaller, smallerUnit] = DURATIONS[at + 1] ?? [1, "s"];
  const rest = Math.floor((seconds % length) / smaller);
  return `${Math.floor(seconds / length)} ${unit}${rest > 0 ? ` ${rest} ${smallerUnit}` : ""}`;
}

/** Returns a duration or a place in a recording, such as 1:05 or 1:02:03. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

const SIZES = ["bytes", "kB", "MB", "GB", "TB"];
const ROUNDED = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });

export function formatBytes(bytes: number | null): string {
  if (bytes === null) return "Cannot be measured";
  const power = Math.min(SIZES.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${ROUNDED.format(bytes / 1000 ** power)} ${SIZES[power]}`;
}

/** Returns a time zone if this browser knows it, else UTC. */
export function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone }).resolvedOptions().timeZone && timeZone;
  } catch {
    return "UTC";
  }
}

/** Returns what the clocks of a zone show, in milliseconds as if they were those of UTC. */
export function clockOf(zone: string | undefined, at: string | number): number {
  const parts = { dateStyle: "short", timeStyle: "medium", ...(zone && { timeZone: zone }) } as const;
  return Date.parse(`${new Intl.DateTimeFormat("sv-SE", parts).format(new Date(at)).replace(" ", "T")}Z`);
}

/** Returns what the clocks of a zone show as a text such as 2026-03-09T08:30. */
export const clockIn = (zone: string | undefined, at: string | number): string =>
  new Date(clockOf(zone, at)).toISOString().slice(0, 16);

/** Returns the day of a time in a zone, such as 2026-03-09. */
export const dayIn = (zone: string | undefined, at: string | number): string => clockIn(zone, at).slice(0, 10);

/** Returns the time at which the clocks of a zone show a text such as 2026-03-09T08:30. */
export function timeIn(zone: string | undefined, clock: string): string {
  const time = Date.parse(`${clock}Z`);
  return new Date(2 * time - clockOf(zone, time)).toISOString();
}
