import type { Population } from "./population.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the date that calendars show at a time, such as `2026-03-29`. */
export function dateAt({ timeZone }: Population, ms: number): string {
  const known = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  formats.set(timeZone, known);
  return known.format(ms);
}

function minuteOfHour({ timeZone }: Population, ms: number): number {
  return Number(new Intl.DateTimeFormat("en", { timeZone, minute: "numeric" }).format(ms));
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the number of the interval of a date: following ones have following numbers. */
function numberOf(unit: string, date: string, weekStart: 0 | 1): number {
  const day = Date.parse(date) / DAY_MS;
  if (unit === "day") return day;
  if (unit === "week") {
    let first = day;
    while (new Date(first * DAY_MS).getUTCDay() !== weekStart) first -= 1;
    return Math.floor((first + 7) / 7);
  }
  const [year = 0, month = 0] = date.split("-").map(Number);
  return year * 12 + month;
}

/** The intervals of the dates from one to another, which is included. */
export class Intervals {
  readonly first: number;
  readonly count: number;
  readonly #population: Population;
  readonly #unit: string;
  readonly #firstHour: number;

  constructor(population: Population, unit: string, from: string, to: string) {
    this.#population = population;
    this.#unit = unit;
    this.#firstHour = unit === "hour" ? firstHour(population, from) : 0;
    this.first = this.#of(from);
    if (unit !== "hour") this.count = this.#of(to) - this.first + 1;
    else {
      let end = this.#firstHour;
      while (dateAt(population, end) <= to) end += HOUR_MS / 2;
      this.count = Math.ceil((end - this.#firstHour) / HOUR_MS);
    }
  }

  /** Returns the number of a time's interval: 0 is the first. */
  at(ms: number): number {
    if (this.#unit === "hour") return Math.floor((ms - this.#firstHour) / HOUR_MS);
    return this.#of(dateAt(this.#population, ms)) - this.first;
  }

  #of(date: string): number {
    return this.#unit === "hour" ? 0 : numberOf(this.#unit, date, this.#population.weekStart);
  }
}

/** Returns the first hour of a date. */
function firstHour(population: Population, date: string): number {
  let time = Date.parse(date) - DAY_MS;
  while (dateAt(population, time) < date) time += HOUR_MS / 2;
  return time - minuteOfHour(population, time) * 60_000;
}
