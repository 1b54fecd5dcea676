import type { components } from "../../../generated/openapi.ts";
import { datesOf, filtered, groupBy, isOf, isWithin, textOf } from "./oracle-filters.ts";
import type { ExportedEvent, Population } from "./population.ts";

type FunnelsQuery = components["schemas"]["FunnelsQuery"];

interface Ranked {
  readonly event: ExportedEvent;
  readonly time: number;
  readonly met: readonly boolean[];
  readonly excluded: readonly boolean[];
  readonly rank: number;
}

export interface Path {
  readonly start: Ranked;
  /** The times of the steps. */
  readonly times: readonly number[];
}

const UNIT_MS = { second: 1e3, minute: 6e4, hour: 36e5, day: 864e5, week: 7 * 864e5, month: 30 * 864e5 };

export function windowOf({ funnelsFilter }: FunnelsQuery): number {
  const { funnelWindowInterval = 14, funnelWindowIntervalUnit = "day" } = funnelsFilter ?? {};
  return funnelWindowInterval * UNIT_MS[funnelWindowIntervalUnit];
}

const isAfter = (a: Ranked, b: Ranked) => a.time > b.time || (a.time === b.time && a.rank > b.rank);

/** Returns the paths of each person that are not excluded, by the person's id. */
export function allPaths(query: FunnelsQuery, population: Population): Map<string, Path[]> {
  const { exclusions = [], funnelOrderType: order = "ordered" } = query.funnelsFilter ?? {};
  const windowMs = windowOf(query);
  const dates = datesOf(population, query);
  const all = new Map<string, Path[]>();
  const inRange = filtered(population, query).filter((event) => isWithin(population, event, dates));
  for (const [id, events] of groupBy(inRange, ({ person }) => person.id)) {
    const ranked = rankAll(query, population, events).filter(({ met, excluded }) => {
      return order === "strict" || [...met, ...excluded].includes(true);
    });
    const paths: Path[] = [];
    for (const [index, start] of ranked.entries()) {
      const times = order === "unordered" ? unordered(ranked, start, windowMs) : [];
      if (order === "unordered" && !start.met.includes(true)) continue;
      if (order !== "unordered") {
        if (!start.met[0]) continue;
        const steps = order === "strict" ? strict(ranked, index, windowMs) : ordered(ranked, start, windowMs);
        if (isExcluded(steps, ranked, exclusions, windowMs)) continue;
        times.push(...steps.map(({ time }) => time));
      }
      paths.push({ start, times });
    }
    if (paths.length > 0) all.set(id, paths);
  }
  return all;
}

function rankAll({ series, funnelsFilter }: FunnelsQuery, population: Population, events: readonly ExportedEvent[]) {
  const exclusions = funnelsFilter?.exclusions ?? [];
  return events
    .map((event): Ranked => {
      const met = series.map((step) => isOf(event, population, step));
      const excluded = exclusions.map((step) => isOf(event, population, step));
      const highest = [...met, ...excluded].reduce((sum, is, index) => sum + (is ? 2 ** index : 0), 0);
      return { event, time: event.timestamp, met, excluded, rank: highest === 0 ? Number.MAX_VALUE : highest };
    })
    .toSorted((a, b) => a.time - b.time || a.rank - b.rank);
}

function ordered(ranked: readonly Ranked[], start: Ranked, windowMs: number): Ranked[] {
  const steps = [start];
  for (const event of ranked) {
    const last = steps.at(-1) ?? start;
    if (event.met[steps.length] && isAfter(event, last) && event.time <= start.time + windowMs) steps.push(event);
  }
  return steps;
}

function strict(ranked: readonly Ranked[], index: number, windowMs: number): Ranked[] {
  const start = ranked[index] as Ranked;
  const steps = [start];
  for (const event of ranked.slice(index + 1)) {
    const isNext = event.met[steps.length] && isAfter(event, steps.at(-1) ?? start);
    if (!isNext || event.time > start.time + windowMs) break;
    steps.push(event);
  }
  return steps;
}

function unordered(ranked: readonly Ranked[], start: Ranked, windowMs: number): number[] {
  const times = start.met.map((_, step) => {
    const later = ranked.filter(({ met, time }) => met[step] && time >= start.time && time <= start.time + windowMs);
    return Math.min(...later.map(({ time }) => time));
  });
  return times.filter(Number.isFinite).toSorted((a, b) => a - b);
}

function isExcluded(
  steps: readonly Ranked[],
  ranked: readonly Ranked[],
  exclusions: NonNullable<NonNullable<FunnelsQuery["funnelsFilter"]>["exclusions"]>,
  windowMs: number,
): boolean {
  return exclusions.some(({ funnelFromStep, funnelToStep }, index) => {
    const [start, from, to] = [steps[0], steps[funnelFromStep], steps[funnelToStep]];
    if (start === undefined || from === undefined) return false;
    return ranked.some((event) => {
      const isBefore = to === undefined ? event.time <= start.time + windowMs : isAfter(to, event);
      return event.excluded[index] && isAfter(event, from) && isBefore && event.time <= start.time + windowMs;
    });
  });
}

/** Returns the path of each person that counts. */
export function bestPaths(query: FunnelsQuery, population: Population): Map<string, Path> {
  const best = new Map<string, Path>();
  for (const [id, paths] of allPaths(query, population)) {
    let chosen = paths[0] as Path;
    for (const path of paths) {
      const isLonger = path.times.length > chosen.times.length;
      const isEarlier = path.times.length === chosen.times.length && isAfter(chosen.start, path.start);
      if (isLonger || isEarlier) chosen = path;
    }
    best.set(id, chosen);
  }
  return best;
}

/** Returns the persons with the value of the breakdown that they are shown with, the most common values first. */
export function divided(
  query: FunnelsQuery,
  population: Population,
  persons: readonly string[],
): Map<string, string[]> {
  const { breakdown, breakdown_type: type, breakdown_limit: limit = 25 } = query.breakdownFilter ?? {};
  const dates = datesOf(population, query);
  const events = filtered(population, query).filter((event) => isWithin(population, event, dates));
  const own = (id: string) => {
    const ranked = rankAll(
      query,
      population,
      events.filter(({ person }) => person.id === id),
    );
    const touches = ranked
      .filter(({ met }) => met.includes(true))
      .map(({ event, time, rank }) => ({ time, rank, value: textOf(event, population, breakdown ?? "", type) }))
      .filter(({ value }) => value !== null)
      .toSorted((a, b) => a.time - b.time || a.rank - b.rank || compare(a.value ?? "", b.value ?? ""));
    const isLast = query.funnelsFilter?.breakdownAttributionType === "last_touch";
    return touches.at(isLast ? -1 : 0)?.value ?? "$$_posthog_breakdown_null_$$";
  };
  const values = [...groupBy(persons, own)].toSorted(
    ([a, ids], [b, others]) => others.length - ids.length || compare(a, b),
  );
  const others = values.slice(limit).flatMap(([, ids]) => ids);
  const shown = new Map(values.slice(0, limit));
  return others.length === 0 ? shown : shown.set("$$_posthog_breakdown_other_$$", others);
}

export const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
