import type { components } from "../../../generated/openapi.ts";
import { average, type Expectation, same } from "./expectation.ts";
import { addDays } from "./oracle-calendar.ts";
import { datesOf, filtered, groupBy, isWithin, propertyText } from "./oracle-filters.ts";
import { compare } from "./oracle-funnels.ts";
import { type Dice, type ExportedEvent, type Population, pick } from "./population.ts";
import { newTrends } from "./random-questions.ts";

type Schemas = components["schemas"];
type Query = Schemas["WebOverviewQuery"] | Schemas["WebStatsTableQuery"];

interface View {
  readonly event: ExportedEvent;
  readonly session: { readonly id: string; readonly duration: number; readonly isBounce: boolean };
}

/** Returns the page views of sessions that begin within the question's dates, or as many days before. */
function viewsOf(query: Query, population: Population, isBefore = false): View[] {
  const [from, to] = datesOf(population, query);
  const days = isBefore ? (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 : 0;
  const dates = [addDays(from, -days), addDays(to, -days)] as const;
  const sessions = groupBy(population.events, ({ properties }) => properties.$session_id);
  const shown = new Set(filtered(population, query));
  return [...sessions].flatMap(([id, events]) => {
    const times = events.map(({ timestamp }) => timestamp);
    const start = Math.min(...times);
    const [first] = events.filter(({ timestamp }) => timestamp === start);
    if (typeof id !== "string" || first === undefined || !isWithin(population, first, dates)) return [];
    const duration = Math.floor(Math.max(...times) / 1000) - Math.floor(start / 1000);
    const views = events.filter(({ event }) => event === "$pageview" || event === "$screen");
    const session = { id, duration, isBounce: views.length === 1 && duration < 10 };
    const inRange = views.filter((event) => shown.has(event) && isWithin(population, event, dates));
    return inRange.map((event) => ({ event, session }));
  });
}

const sessionsOf = (views: readonly View[]) => [...new Set(views.map(({ session }) => session))];
const visitorsOf = (views: readonly View[]) => new Set(views.map(({ event }) => event.person.id)).size;
const bouncesOf = (views: readonly View[]) => average(sessionsOf(views).map(({ isBounce }) => Number(isBounce)));

function figuresOf(views: readonly View[]): readonly (number | null)[] {
  const sessions = sessionsOf(views);
  const bounces = bouncesOf(views);
  const duration = average(sessions.map((session) => session.duration));
  return [visitorsOf(views), views.length, sessions.length, duration, bounces === null ? null : bounces * 100];
}

const BREAKDOWNS = { Browser: "$browser", ScreenName: "$screen_name" } as const;

/** Returns the questions how a site is visited, and by what. */
export function ofVisits(dice: Dice, population: Population): Expectation[] {
  const { dateRange, properties, filterTestAccounts } = newTrends(dice, population);
  const filters = Array.isArray(properties) ? { properties } : {};
  const compareFilter = { compare: dice.chance(0.5) };
  const common = {
    ...(dateRange && { dateRange }),
    ...filters,
    ...(filterTestAccounts && { filterTestAccounts }),
    compareFilter,
  };
  const overview = { kind: "WebOverviewQuery" as const, ...common };
  const [now, before] = [false, true].map((isBefore) => figuresOf(viewsOf(overview, population, isBefore)));
  const shown = (results: unknown) =>
    (results as readonly Record<string, unknown>[]).map(({ value, previous }) => [value, previous]);
  const expected = now?.map((value, index) => [value, compareFilter.compare ? before?.[index] : null]);
  const breakdownBy = pick(dice, ["Browser", "ScreenName"] as const);
  const [limit, offset] = [dice.integer(1, 4), dice.integer(0, 1)];
  const table = { kind: "WebStatsTableQuery" as const, breakdownBy, ...common, includeBounceRate: true, limit, offset };
  return [
    { question: overview, expected, shown },
    { question: table, expected: rowsOf(table, population).slice(offset, offset + limit), shown: same },
  ];
}

function rowsOf(query: Schemas["WebStatsTableQuery"], population: Population) {
  const browserOf = ({ event }: View) => propertyText(event, population, BREAKDOWNS[query.breakdownBy as "Browser"]);
  const periods = [false, true].map((isBefore) => {
    return isBefore && !query.compareFilter?.compare ? [] : viewsOf(query, population, isBefore);
  });
  const values = [...new Set(periods.flat().map(browserOf))].filter((value) => value !== null);
  const rows = values.map((value) => {
    const [now = [], before = []] = periods.map((views) => views.filter((view) => browserOf(view) === value));
    const pair = (figure: (views: readonly View[]) => number | null) =>
      [figure(now), query.compareFilter?.compare ? figure(before) : null] as const;
    return [value, pair(visitorsOf), pair(({ length }) => length), pair(bouncesOf)] as const;
  });
  return rows.toSorted(([one, a, m], [other, b, n]) => {
    return (b[0] ?? 0) - (a[0] ?? 0) || (n[0] ?? 0) - (m[0] ?? 0) || compare(one, other);
  });
}
