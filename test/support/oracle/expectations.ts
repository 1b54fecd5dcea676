import type { components } from "../../../generated/openapi.ts";
import { actors, average, dataOf, type Expectation, type Rows, same } from "./expectation.ts";
import { ofFunnel, ofFunnelActors } from "./expected-funnels.ts";
import { addDays, dateAt } from "./oracle-calendar.ts";
import { counted, datesOf, filtered, groupBy, propertyText } from "./oracle-filters.ts";
import { compare } from "./oracle-funnels.ts";
import { edges, lifecycle, retention, STATUSES, stickiness, trends, weeklyActive } from "./oracle-kinds.ts";
import { ofVisits } from "./oracle-visits.ts";
import { type Dice, type Population, pick } from "./population.ts";
import * as random from "./random-questions.ts";

type Schemas = components["schemas"];

const sizes = (lists: readonly (readonly string[])[]) => lists.map((list) => list.length);
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
    ...ofFormulas(dice, population),
    ofEvents(dice, population),
    ...ofVisits(dice, population),
  ];
}

function ofRetention(dice: Dice, population: Population): Expectation[] {
  const question = random.newRetention(dice, population);
  const found = retention(question, counted(population, question.aggregation_group_type_index));
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
  const own = counted(population, question.aggregation_group_type_index);
  const found = lifecycle(question, own);
  const expected = found.map((lists, index) => sizes(lists).map((size) => (index === 3 ? -size + 0 : size)));
  const status = pick(dice, STATUSES);
  const day = dateAt(population, Date.parse(`${datesOf(population, question)[0]}T12:00:00Z`));
  const source = { ...question, interval: "day" as const };
  const ids = lifecycle(source, own)[STATUSES.indexOf(status)]?.[0] ?? [];
  return [{ question, expected, shown: dataOf }, actors({ kind: "InsightActorsQuery", source, day, status }, ids)];
}

function ofStickiness(dice: Dice, population: Population): Expectation[] {
  const question = random.newStickiness(dice, population);
  const found = stickiness(question, population);
  const before = question.compareFilter?.compare ? stickiness(beforeOf(question, population), population) : [];
  const expected = [...found, ...before].map(sizes);
  const isCumulative = question.stickinessFilter?.computedAs === "cumulative";
  const fromHere = (_: number, index: number, all: readonly number[]) =>
    all.slice(index).reduce((sum, size) => sum + size, 0);
  const [series, day] = [dice.integer(0, found.length - 1), dice.integer(1, 2)];
  return [
    { question, expected: isCumulative ? expected.map((list) => list.map(fromHere)) : expected, shown: dataOf },
    actors({ kind: "InsightActorsQuery", source: question, series, day }, found[series]?.[day - 1] ?? []),
  ];
}

/** Returns the question about the period that another one is compared with. */
function beforeOf(question: Schemas["StickinessQuery"], population: Population): Schemas["StickinessQuery"] {
  const [from, to] = datesOf(population, question);
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const days = question.compareFilter?.compare_to === "-1w" ? 7 : length;
  return { ...question, dateRange: { date_from: addDays(from, -days), date_to: addDays(to, -days) } };
}

function ofPaths(dice: Dice, population: Population): Expectation[] {
  const question = random.newPaths(dice, population);
  const { edgeLimit, minEdgeWeight, maxEdgeWeight } = question.pathsFilter ?? {};
  const all = edges(question, counted(population, question.aggregation_group_type_index));
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
      const text = propertyText(event, population, "n");
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

const FORMULAS: Readonly<Record<string, (a: number, b: number) => number>> = {
  "A / B * 100": (a, b) => (b === 0 ? 0 : (a / b) * 100),
  "(a + B) - 2 * A": (a, b) => b - a,
  "B ** 2 % 3": (_, b) => b ** 2 % 3,
};

/** Returns questions whose series are computed with, in intervals and as one number. */
function ofFormulas(dice: Dice, population: Population): Expectation[] {
  const { trendsFilter: _, series: __, ...rest } = random.newTrends(dice, population);
  const series = [random.newStep(dice), random.newStep(dice)].map(({ event = null, properties = [] }) => {
    return { kind: "EventsNode" as const, event, properties };
  });
  const question = { ...rest, series, trendsFilter: { formulas: Object.keys(FORMULAS) } };
  const [a = [], b = []] = [0, 1].map((at) => trends(question, population, at).map(({ length }) => length));
  const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
  const computes = Object.values(FORMULAS);
  const total = { ...question, trendsFilter: { ...question.trendsFilter, display: "BoldNumber" as const } };
  const totalOf = (results: unknown) =>
    (results as readonly { readonly aggregated_value: number }[]).map(({ aggregated_value }) => aggregated_value);
  return [
    { question, expected: computes.map((compute) => a.map((one, at) => compute(one, b[at] ?? 0))), shown: dataOf },
    { question: total, expected: computes.map((compute) => compute(sumOf(a), sumOf(b))), shown: totalOf },
  ];
}

function ofEvents(dice: Dice, population: Population): Expectation {
  const question = random.newEvents(dice, population);
  const { after = "", before = "", event, personId, where, limit, offset } = question;
  const rows = filtered(population, question)
    .filter(
      (item) => dateAt(population, item.timestamp - 1) >= (after ?? "") && item.timestamp < Date.parse(before ?? ""),
    )
    .filter((item) => (event ?? item.event) === item.event && (personId ?? item.person.id) === item.person.id)
    .filter((item) => !where || (Number(propertyText(item, population, "n")) > 1 && item.event !== "a"))
    .toSorted((a, b) => b.timestamp - a.timestamp || compare(a.uuid, b.uuid))
    .slice(offset ?? 0, (offset ?? 0) + (limit ?? 100))
    .map((item) => [
      item.uuid,
      item.event,
      item.timestamp,
      propertyText(item, population, "$browser"),
      propertyText(item, population, "plan", "person"),
    ]);
  const shown = (results: unknown) =>
    (results as Rows).map((row) => row.map((value, index) => (index === 2 ? Date.parse(String(value)) : value)));
  return { question, expected: rows, shown };
}
