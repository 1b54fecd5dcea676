import type { components } from "../../../generated/openapi.ts";
import { counted, datesOf, filtered, groupBy, isOf, isWithin, propertyText } from "./oracle-filters.ts";
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
  /** The events of the steps, if they have an order. */
  readonly steps: readonly Ranked[];
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
      const found: Ranked[] = [];
      const times = order === "unordered" ? unordered(ranked, start, windowMs) : [];
      if (order === "unordered" && !start.met.includes(true)) continue;
      if (order !== "unordered") {
        if (!start.met[0]) continue;
        const steps = order === "strict" ? strict(ranked, index, windowMs) : ordered(ranked, start, windowMs);
        if (isExcluded(steps, ranked, exclusions, windowMs)) continue;
        times.push(...steps.map(({ time }) => time));
        found.push(...steps);
      }
      paths.push({ start, times, steps: found });
    }
    if (paths.length > 0) all.set(id, paths);
  }
  return all;
}

function rankAll({ series, funnelsFilter }: FunnelsQuery, population: Population, events: readonly ExportedEvent[]) {
  const exclusions = funnelsFilter?.exclusions ?? [];
  return events
    .map((event, rank): Ranked => {
      const met = series.map((step) => isOf(event, population, step));
      const excluded = exclusions.map((step) => isOf(event, population, step));
      return { event, time: event.timestamp, met, excluded, rank };
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
  return new Map([...allPaths(query, population)].map(([id, paths]) => [id, bestOf(paths)]));
}

function bestOf(paths: readonly Path[]): Path {
  let chosen = paths[0] as Path;
  for (const path of paths) {
    const isLonger = path.times.length > chosen.times.length;
    const isEarlier = path.times.length === chosen.times.length && isAfter(chosen.start, path.start);
    if (isLonger || isEarlier) chosen = path;
  }
  return chosen;
}

/** The paths that are shown with a value of the breakdown, by person. */
export interface ShownPaths {
  readonly best: Map<string, Path>;
  readonly all: Map<string, readonly Path[]>;
}

/** Returns the paths by the value that they are shown with; without a breakdown, that is an empty text. */
export function shownPaths(query: FunnelsQuery, population: Population): Map<string, ShownPaths> {
  const own = counted(population, query.aggregation_group_type_index);
  if (query.breakdownFilter !== undefined) return divided(query, own);
  return new Map([["", { best: bestPaths(query, own), all: allPaths(query, own) }]]);
}

/** Returns the paths by value, the most common values first. */
function divided(query: FunnelsQuery, population: Population): Map<string, ShownPaths> {
  const { breakdownFilter: { breakdown_limit: limit = 25, breakdown, breakdown_type: type } = {} } = query;
  const textOfValue = (event: ExportedEvent) => propertyText(event, population, String(breakdown ?? ""), type);
  const isOfAll = query.funnelsFilter?.breakdownAttributionType === "all_events";
  const byValue = isOfAll ? ofAllEvents(query, population, textOfValue) : ofOneEvent(query, population, textOfValue);
  const values = [...byValue].toSorted(([a, { best }], [b, other]) => other.best.size - best.size || compare(a, b));
  const shown = new Map(values.slice(0, limit));
  const others: ShownPaths = { best: new Map(), all: new Map() };
  for (const [, { best, all }] of values.slice(limit)) {
    for (const [id, path] of best) {
      const known = others.best.get(id);
      if (known === undefined || isBetter(path, known)) others.best.set(id, path);
      others.all.set(id, [...(others.all.get(id) ?? []), ...(all.get(id) ?? [])]);
    }
  }
  return others.best.size === 0 ? shown : shown.set("$$_posthog_breakdown_other_$$", others);
}

function isBetter({ times }: Path, known: Path): boolean {
  if (times.length !== known.times.length) return times.length > known.times.length;
  const index = times.findIndex((time, step) => time !== known.times[step]);
  return index >= 0 && (times[index] ?? 0) < (known.times[index] ?? 0);
}

type TextOf = (event: ExportedEvent) => string | null;
const NONE = "$$_posthog_breakdown_null_$$";

/** Each value has a funnel of its own events. */
function ofAllEvents(query: FunnelsQuery, population: Population, textOfValue: TextOf): Map<string, ShownPaths> {
  const found = new Map<string, ShownPaths>();
  for (const [value, events] of groupBy(population.events, (event) => textOfValue(event) ?? NONE)) {
    const own = { ...population, events };
    const best = bestPaths(query, own);
    if (best.size > 0) found.set(value, { best, all: allPaths(query, own) });
  }
  return found;
}

/** Each person has the value of one event. */
function ofOneEvent(query: FunnelsQuery, population: Population, textOfValue: TextOf): Map<string, ShownPaths> {
  const { breakdownAttributionType: type, breakdownAttributionValue } = query.funnelsFilter ?? {};
  const step = breakdownAttributionValue ?? 0;
  const all = allPaths(query, population);
  const best = bestPaths(query, population);
  const dates = datesOf(population, query);
  const events = filtered(population, query).filter((event) => isWithin(population, event, dates));
  const own = (id: string) => {
    const attributed = best.get(id)?.steps[step];
    const ofPerson = events.filter(({ person }) => person.id === id);
    const touches = rankAll(query, population, ofPerson)
      .filter(({ met, time, rank }) => {
        return type === "step"
          ? met[step] && time === attributed?.time && rank === attributed.rank
          : met.includes(true);
      })
      .map(({ event, time, rank }) => ({ time, rank, value: textOfValue(event) }))
      .filter(({ value }) => value !== null)
      .toSorted((a, b) => a.time - b.time || a.rank - b.rank || compare(a.value ?? "", b.value ?? ""));
    return touches.at(type === "last_touch" ? -1 : 0)?.value ?? NONE;
  };
  const ids = [...best].flatMap(([id, { times }]) => (type === "step" && times.length <= step ? [] : [id]));
  const only = <T>(paths: ReadonlyMap<string, T>, of: readonly string[]) =>
    new Map([...paths].filter(([id]) => of.includes(id)));
  return new Map([...groupBy(ids, own)].map(([value, of]) => [value, { best: only(best, of), all: only(all, of) }]));
}

export const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
