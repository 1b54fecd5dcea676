import type { components } from "../../../generated/openapi.ts";
import type { EventQuestion } from "../../answers/questions/plan-question.ts";
import { dateAt, Intervals } from "./oracle-calendar.ts";
import { datesOf, filtered, groupBy, textOf } from "./oracle-filters.ts";
import { allPaths, bestPaths, compare, divided, type Path } from "./oracle-funnels.ts";
import { edges, lifecycle, retention, STATUSES, stickiness, trends, weeklyActive } from "./oracle-kinds.ts";
import { type Dice, type Population, pick } from "./population.ts";
import * as random from "./random-questions.ts";

type Schemas = components["schemas"];

/** A question, what an oracle answers, and what of an answer is compared with it. */
export interface Expectation {
  readonly question: EventQuestion;
  readonly expected: unknown;
  readonly shown: (results: unknown) => unknown;
}

type Rows = readonly (readonly unknown[])[];
const dataOf = (results: unknown) => (results as readonly { readonly data: unknown }[]).map(({ data }) => data);
const sizes = (lists: readonly (readonly string[])[]) => lists.map((list) => list.length);
const same = (results: unknown) => results;

/** Returns questions of every kind. */
export function expectations(dice: Dice, population: Population): Expectation[] {
  const funnels = Array.from({ length: 4 }, () => random.newFunnel(dice, population));
  return [
    ...funnels.map((query) => ofFunnel(query, population)),
    ofFunnelActors(dice, random.newFunnel(dice, population), population),
    ...ofRetention(dice, population),
    ...ofLifecycle(dice, population),
    ...ofStickiness(dice, population),
    ...ofPaths(dice, population),
    ...ofTrends(dice, population),
    ofEvents(dice, population),
  ];
}

/** Returns the question who is behind a number, and these persons. */
function actors(source: Schemas["ActorsQuery"]["source"], ids: readonly string[]): Expectation {
  const question = { kind: "ActorsQuery" as const, select: ["id" as const], source, limit: 1000 };
  const shown = (results: unknown) => (results as Rows).flat().toSorted();
  return { question, expected: [...new Set(ids)].toSorted(), shown };
}

function ofFunnel(query: Schemas["FunnelsQuery"], population: Population): Expectation {
  const best = bestPaths(query, population);
  const { funnelsFilter = {}, series } = query;
  const [from, to] = [funnelsFilter.funnelFromStep ?? 0, funnelsFilter.funnelToStep ?? series.length - 1];
  const isDivided = query.breakdownFilter !== undefined;
  const groups = isDivided ? divided(query, population, [...best.keys()]) : new Map([["", [...best.keys()]]]);
  const pathsOf = (ids: readonly string[]) => ids.map((id) => best.get(id) as Path);
  if (funnelsFilter.funnelVizType === "trends") {
    const expected = [...groups.values()].map((ids) => rates(query, population, { ids, from, to }));
    return { question: query, expected, shown: dataOf };
  }
  if (funnelsFilter.funnelVizType === "time_to_convert") {
    return { question: query, expected: times([...best.values()], from, to, funnelsFilter.binCount), shown: same };
  }
  const lists = [...groups].map(([value, ids]) => series.map((_, step) => stepOf(pathsOf(ids), step, value)));
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

function average(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
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
  { ids, from, to }: { readonly ids: readonly string[]; readonly from: number; readonly to: number },
) {
  const intervals = new Intervals(population, query.interval ?? "day", ...datesOf(population, query));
  const paths = allPaths(query, population);
  return Array.from({ length: intervals.count }, (_, index) => {
    const own = ids.map((id) => paths.get(id)?.filter(({ start }) => intervals.at(start.time) === index) ?? []);
    const count = (step: number) => own.filter((list) => list.some((path) => path.times.length > step)).length;
    return count(from) === 0 ? 0 : Math.round((count(to) / count(from)) * 10_000) / 100;
  });
}

function ofFunnelActors(dice: Dice, source: Schemas["FunnelsQuery"], population: Population): Expectation {
  const step = dice.integer(2, source.series.length);
  const isDropped = dice.chance(0.5);
  const ids = [...bestPaths(source, population)].flatMap(([id, { times }]) =>
    (isDropped ? times.length === step - 1 : times.length >= step) ? [id] : [],
  );
  return actors({ kind: "FunnelsActorsQuery", source, funnelStep: isDropped ? -step : step }, ids);
}

function ofRetention(dice: Dice, population: Population): Expectation[] {
  const question = random.newRetention(dice, population);
  const found = retention(question, population);
  const interval = dice.integer(0, found.length - 1);
  const day = dice.integer(0, (found[interval]?.length ?? 1) - 1);
  const shown = (results: unknown) =>
    (results as readonly { readonly values: readonly { readonly count: number }[] }[]).map(({ values }) =>
      values.map(({ count }) => count),
    );
  return [
    { question, expected: found.map(sizes), shown },
    actors({ kind: "InsightActorsQuery", source: question, interval, day }, found[interval]?.[day] ?? []),
  ];
}

function ofLifecycle(dice: Dice, population: Population): Expectation[] {
  const question = random.newLifecycle(dice, population);
  const found = lifecycle(question, population);
  const expected = found.map((lists, index) => sizes(lists).map((size) => (index === 3 ? -size + 0 : size)));
  const status = pick(dice, STATUSES);
  const day = dateAt(population, Date.parse(`${datesOf(population, question)[0]}T12:00:00Z`));
  const source = { ...question, interval: "day" as const };
  const ids = lifecycle(source, population)[STATUSES.indexOf(status)]?.[0] ?? [];
  return [{ question, expected, shown: dataOf }, actors({ kind: "InsightActorsQuery", source, day, status }, ids)];
}

function ofStickiness(dice: Dice, population: Population): Expectation[] {
  const question = random.newStickiness(dice, population);
  const found = stickiness(question, population);
  const [series, day] = [dice.integer(0, found.length - 1), dice.integer(1, 2)];
  return [
    { question, expected: found.map(sizes), shown: dataOf },
    actors({ kind: "InsightActorsQuery", source: question, series, day }, found[series]?.[day - 1] ?? []),
  ];
}

function ofPaths(dice: Dice, population: Population): Expectation[] {
  const question = random.newPaths(dice, population);
  const { edgeLimit, minEdgeWeight, maxEdgeWeight } = question.pathsFilter ?? {};
  const all = edges(question, population);
  const expected = [...groupBy(all, ({ source, target }) => JSON.stringify([source, target])).values()]
    .map((same) => ({
      source: same[0]?.source ?? "",
      target: same[0]?.target ?? "",
      value: same.length,
      average_conversion_time: average(same.map(({ duration }) => duration)),
    }))
    .filter(({ value }) => value >= (minEdgeWeight ?? 1) && value <= (maxEdgeWeight ?? value))
    .toSorted((a, b) => b.value - a.value || compare(a.source, b.source) || compare(a.target, b.target))
    .slice(0, edgeLimit ?? 50);
  const edge = all[0] ?? { source: "1_a", target: "2_b" };
  const pathsFilter = { ...question.pathsFilter, pathStartKey: edge.source, pathEndKey: edge.target };
  const ids = all.filter(({ source, target }) => source === edge.source && target === edge.target);
  return [
    { question, expected, shown: same },
    actors(
      { kind: "InsightActorsQuery", source: { ...question, pathsFilter } },
      ids.map(({ person }) => person),
    ),
  ];
}

function ofTrends(dice: Dice, population: Population): Expectation[] {
  const question = random.newTrends(dice, population);
  const math = question.series[0]?.math;
  const found = trends(question, population, 0);
  const personsOf = (events: (typeof found)[number]) => new Set(events.map(({ person }) => person.id));
  const sumOf = (events: (typeof found)[number]) =>
    events.reduce((sum, event) => {
      const text = textOf(event, population, "n");
      return sum + (text === null || !/^[-\d.]+$/.test(text) ? 0 : Number(text));
    }, 0);
  const values = found.map((events) =>
    math === "dau" ? personsOf(events).size : math === "sum" ? sumOf(events) : events.length,
  );
  const expected = math === "weekly_active" ? weeklyActive(question, population) : values;
  const source = {
    ...question,
    interval: "day" as const,
    series: question.series.map((node) => ({ ...node, math: "dau" as const })),
  };
  const day = datesOf(population, question)[0];
  return [
    { question, expected: [expected], shown: dataOf },
    actors({ kind: "InsightActorsQuery", source, day }, [...personsOf(trends(source, population, 0)[0] ?? [])]),
  ];
}

function ofEvents(dice: Dice, population: Population): Expectation {
  const question = random.newEvents(dice, population);
  const { after = "", before = "", event, personId, where, limit, offset } = question;
  const rows = filtered(population, question)
    .filter((item) => dateAt(population, item.timestamp) >= (after ?? "") && item.timestamp < Date.parse(before ?? ""))
    .filter((item) => (event ?? item.event) === item.event && (personId ?? item.person.id) === item.person.id)
    .filter((item) => !where || (Number(textOf(item, population, "n")) > 1 && item.event !== "a"))
    .toSorted((a, b) => b.timestamp - a.timestamp || compare(a.uuid, b.uuid))
    .slice(offset ?? 0, (offset ?? 0) + (limit ?? 100))
    .map((item) => [
      item.uuid,
      item.event,
      item.timestamp,
      textOf(item, population, "$browser"),
      textOf(item, population, "plan", "person"),
    ]);
  const shown = (results: unknown) =>
    (results as Rows).map((row) => row.map((value, index) => (index === 2 ? Date.parse(String(value)) : value)));
  return { question, expected: rows, shown };
}
