import type { Schemas } from "../../../generated/openapi.ts";
import { addLocal, startOfLocal } from "../kinds/date-range.ts";
import { DAY_MS, toLocal, toUtc } from "../kinds/time-zone.ts";

export type Schedule = Required<
  Pick<
    Schemas["SubscriptionRequest"],
    "frequency" | "interval" | "byweekday" | "bysetpos" | "start_date" | "until_date"
  >
>;
type Unit = (typeof UNITS)[Schedule["frequency"]];

const UNITS = { daily: "day", weekly: "week", monthly: "month", yearly: "year" } as const;
/** Days of the longest unit. */
const DAYS = { day: 1, week: 7, month: 31, year: 366 } as const;
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
const PLACES = new Map([
  ...["first", "second", "third", "fourth"].map((place, index) => [index + 1, `the ${place} `] as const),
  [-1, "the last "],
]);
const MAX_PERIODS = 1000;

/** Returns when it is sent next after a time: at the time of day of its start, by the project's clocks. Null: never. */
export function nextDeliveryOf(schedule: Schedule, timeZone: string, after: number): number | null {
  const { frequency, interval, byweekday, start_date, until_date } = schedule;
  const unit = UNITS[frequency];
  const first = Date.parse(start_date);
  const last = until_date === null ? Number.POSITIVE_INFINITY : Date.parse(until_date);
  const start = toLocal(timeZone, first);
  const time = start - startOfLocal("day", start, 1);
  const origin = startOfLocal(unit, start, 1);
  const elapsedDays = (Math.max(after, first) - first) / DAY_MS;
  const skipped = Math.max(0, Math.floor(elapsedDays / (DAYS[unit] * interval)) - 1);
  for (let period = skipped; period < skipped + MAX_PERIODS; period += 1) {
    const from = addLocal(unit, origin, period * interval);
    const days = byweekday?.length
      ? weekdaysOf(schedule, from, unit)
      : [addLocal(unit, start - time, period * interval)];
    for (const day of days) {
      const at = toUtc(timeZone, day + time);
      if (at > last) return null;
      if (at > after && at >= first) return at;
    }
  }
  return null;
}

function weekdaysOf({ byweekday, bysetpos }: Schedule, from: number, unit: Unit): number[] {
  const length = (addLocal(unit, from, 1) - from) / DAY_MS;
  const all = Array.from({ length }, (_, index) => from + index * DAY_MS);
  const days = all.filter((day) => byweekday?.includes(WEEKDAYS[new Date(day).getUTCDay()] ?? "sunday"));
  return bysetpos ? days.slice(bysetpos < 0 ? -1 : bysetpos - 1).slice(0, 1) : days;
}

/** Says when it is sent: `sent every 2 weeks on Monday`. */
export function summaryOf({ frequency, interval, byweekday, bysetpos }: Schedule): string {
  const unit = UNITS[frequency];
  const every = `sent every ${interval === 1 ? unit : `${interval} ${unit}s`}`;
  if (!byweekday?.length) return every;
  const names = byweekday.map((day) => day.charAt(0).toUpperCase() + day.slice(1));
  return `${every} on ${PLACES.get(bysetpos ?? 0) ?? ""}${names.join(" or ")}`;
}
