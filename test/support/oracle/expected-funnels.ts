import type { components } from "../../../generated/openapi.ts";
import { actors, average, dataOf, type Expectation, same } from "./expectation.ts";
import { Intervals } from "./oracle-calendar.ts";
import { datesOf } from "./oracle-filters.ts";
import { type Path, type ShownPaths, shownPaths } from "./oracle-funnels.ts";
import type { Dice, Population } from "./population.ts";

type Schemas = components["schemas"];

/** Returns a funnel, and what it answers. */
export function ofFunnel(query: Schemas["FunnelsQuery"], population: Population): Expectation {
  const { funnelsFilter = {}, series } = query;
  const [from, to] = [funnelsFilter.funnelFromStep ?? 0, funnelsFilter.funnelToStep ?? series.length - 1];
  const isDivided = query.breakdownFilter !== undefined;
  const groups = shownPaths(query, population);
  if (funnelsFilter.funnelVizType === "trends") {
    const expected = [...groups.values()].map(({ all }) => rates(query, population, { all, from, to }));
    return { question: query, expected, shown: dataOf };
  }
  if (funnelsFilter.funnelVizType === "time_to_convert") {
    const paths = [...(groups.get("")?.best.values() ?? [])];
    return { question: query, expected: times(paths, from, to, funnelsFilter.binCount), shown: same };
  }
  const lists = [...groups].map(([value, { best }]) =>
    series.map((_, step) => stepOf([...best.values()], step, value)),
  );
  const shown = (results: unknown) => {
    const shownLists = (isDivided ? results : [results]) as readonly (readonly Record<string, unknown>[])[];
    return shownLists.map((steps) =>
      steps.map(({ count, average_conversion_time, median_conversion_time, breakdown_value }) => {
        return [[breakdown_value ?? ""].flat()[0], count, average_conversion_time, median_conversion_time];
      }),
    );
  };
  return { question: query, expected: lists, shown };
}

function stepOf(paths: readonly Path[], step: number, value: string) {
  const reached = paths.filter(({ times }) => times.length > step);
  const seconds = step === 0 ? [] : reached.map(({ times }) => ((times[step] ?? 0) - (times[step - 1] ?? 0)) / 1000);
  return [value, reached.length, average(seconds), median(seconds)];
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return average(middle);
}

function times(paths: readonly Path[], from: number, to: number, given: number | null | undefined) {
  const seconds = paths.flatMap(({ times }) =>
    times.length > to ? [((times[to] ?? 0) - (times[from] ?? 0)) / 1000] : [],
  );
  if (seconds.length === 0) return { bins: [], average_conversion_time: null };
  const count = given ?? Math.min(60, Math.max(1, Math.ceil(Math.cbrt(seconds.length))));
  const least = Math.floor(Math.min(...seconds));
  const width = Math.max(1, Math.ceil((Math.max(...seconds) - least) / count));
  const bins = Array.from({ length: count }, (_, bin) => [least + bin * width, 0] as [number, number]);
  for (const second of seconds) {
    const bin = bins[Math.min(count - 1, Math.floor((second - least) / width))];
    if (bin) bin[1] += 1;
  }
  return { bins, average_conversion_time: average(seconds) };
}

function rates(
  query: Schemas["FunnelsQuery"],
  population: Population,
  { all, from, to }: { readonly all: ShownPaths["all"]; readonly from: number; readonly to: number },
) {
  const intervals = new Intervals(population, query.interval ?? "day", ...datesOf(population, query));
  return Array.from({ length: intervals.count }, (_, index) => {
    const inInterval = [...all.values()].map((paths) =>
      paths.filter(({ start }) => intervals.at(start.time) === index),
    );
    const count = (step: number) => inInterval.filter((list) => list.some((path) => path.times.length > step)).length;
    return count(from) === 0 ? 0 : Math.round((count(to) / count(from)) * 10_000) / 100;
  });
}

/** Returns the question who reached a step of a funnel, or left there. */
export function ofFunnelActors(dice: Dice, source: Schemas["FunnelsQuery"], population: Population): Expectation {
  const step = dice.integer(2, source.series.length);
  const isDropped = dice.chance(0.5);
  const best = [...shownPaths(source, population).values()].flatMap((shown) => [...shown.best]);
  const ids = best.flatMap(([id, { times }]) =>
    (isDropped ? times.length === step - 1 : times.length >= step) ? [id] : [],
  );
  return actors({ kind: "FunnelsActorsQuery", source, funnelStep: isDropped ? -step : step }, ids);
}
