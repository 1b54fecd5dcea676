import { type ClockChange, changesBetween, DAY_MS, HOUR_MS, offsetAt } from "../kinds/time-zone.ts";

/** Covers known clock changes. Reading them takes 20 ms; between two are more days than a step has. */
const KNOWN = [Date.UTC(2000, 0), Date.UTC(2050, 0)] as const;
const STEP_MS = 21 * DAY_MS;
/** A time at which an hour begins, but no day. */
const AN_HOUR = "TIMESTAMP '2000-01-01 23:00:00'";
const LOCAL = "CAST(t AS TIMESTAMP)";
/** Uses the offset of the day before, so a time that clocks show twice means the first of both. */
const EARLIER = `make_timestamptz(epoch_us(local) - 1000000 * CAST(
  date_part('timezone', CAST(local AS TIMESTAMPTZ) - INTERVAL 24 HOURS) AS BIGINT))`;
const SUNDAY = "(date_trunc('week', t + INTERVAL 1 DAY) - INTERVAL 1 DAY)";
const MONDAY = "date_trunc('week', t)";

/** Returns macros for the beginnings of times. DuckDB alone takes the second of two equal local times for both. */
export function zoneMacros(zone: string, weekStart: 0 | 1): string[] {
  const changes = changesBetween(zone, ...KNOWN, STEP_MS);
  const offsets = [offsetAt(zone, KNOWN[0]), ...changes.map(({ offset }) => offset)];
  const first = firstMidnight(changes, offsets);
  // If all offsets are whole hours, UTC has the same minutes, which takes a third of the time.
  const clock = offsets.every((offset) => offset % HOUR_MS === 0) ? "make_timestamp(epoch_us(t))" : LOCAL;
  const starts = (parameters: string, unit: string, kind: "part" | "days" | "any") => {
    const part = `t - (${clock} - date_trunc(${unit}, ${clock}))`;
    const days = first(`date_trunc(${unit}, t)`);
    const any = `CASE WHEN date_trunc(${unit}, ${AN_HOUR}) = ${AN_HOUR} THEN ${part} ELSE ${days} END`;
    return byType(parameters, { part, days, any }[kind], `date_trunc(${unit}, t)`);
  };
  const week = weekStart === 1 ? MONDAY : SUNDAY;
  const byMode = (monday: string, sunday: string) => `CASE WHEN mode % 2 = 1 THEN ${monday} ELSE ${sunday} END`;
  const bucket = `time_bucket(i, ${LOCAL})`;
  return [
    `first_showing(local) AS CASE WHEN CAST(${EARLIER} AS TIMESTAMP) = local THEN ${EARLIER}
      ELSE CAST(local AS TIMESTAMPTZ) END`,
    `start_of${starts("unit, t", "unit", "any")}`,
    ...["Second", "Minute", "Hour"].map((unit) => `toStartOf${unit}${starts("t", `'${unit}'`, "part")}`),
    ...["Day", "Month", "Quarter", "Year"].map((unit) => `toStartOf${unit}${starts("t", `'${unit}'`, "days")}`),
    ...Object.entries({ Five: 5, Ten: 10, Fifteen: 15 }).map(([name, count]) => {
      return `toStartOf${name}Minutes(t) AS t - to_microseconds(minute(t) % ${count} * 60000000 + microsecond(t))`;
    }),
    `toMonday${starts("t", "'week'", "days")}`,
    `toStartOfWeek${byType("t", first(week), week)},
      ${byType("t, mode", byMode(first(MONDAY), first(SUNDAY)), byMode(MONDAY, SUNDAY))}`,
    `toStartOfInterval${byType(
      "t, i",
      `CASE WHEN i <= INTERVAL 1 HOUR THEN t - (${LOCAL} - ${bucket}) ELSE first_showing(${bucket}) END`,
      bucket,
    )}`,
  ].map((macro) => `CREATE MACRO ${macro}`);
}

function byType(parameters: string, ofZone: string, other: string): string {
  const form = (type: string, sql: string) => `(${parameters.replace(/\bt\b/, `t ${type}`)}) AS ${sql}`;
  const ofText = other.replaceAll(/\bt\b/g, "TRY_CAST(t AS TIMESTAMP)");
  return [form("TIMESTAMPTZ", ofZone), form("TIMESTAMP", other), form("VARCHAR", ofText)].join(", ");
}

/** Makes SQL for the beginning of a day return the first of two midnights. */
function firstMidnight(changes: readonly ClockChange[], offsets: readonly number[]): (day: string) => string {
  const repeated = new Map<number, number[]>();
  for (const [index, { at, offset }] of changes.entries()) {
    const before = offsets[index] ?? offset;
    const midnight = Math.ceil((at + offset) / DAY_MS) * DAY_MS;
    if (midnight >= at + before) continue;
    repeated.set(before - offset, [...(repeated.get(before - offset) ?? []), midnight - offset]);
  }
  return (day) => {
    const cases = [...repeated].map(([ms, times]) => {
      return `WHEN epoch_ms(${day}) IN (${times.join(", ")}) THEN make_timestamptz((epoch_ms(${day}) - ${ms}) * 1000)`;
    });
    return cases.length === 0 ? day : `CASE ${cases.join(" ")} ELSE ${day} END`;
  };
}
