import type { components } from "../../../../generated/openapi.ts";
import { isObject, parseJson, withoutNulls } from "../../components/json.ts";

export type Schemas = components["schemas"];
export type Kind = keyof Results;
export type OfKind<K extends Kind> = Schemas[K];
export type Question = OfKind<Kind>;
export type Filter = Schemas["QueryPropertyFilter"];
/** Which events count, and how; kinds that count persons know less of it. */
export type Series = Omit<Schemas["EventsNode"], "version">;
export type Answer = Schemas["QueryResponse"];
/** What the results of a kind consist of. */
export interface Results {
  readonly TrendsQuery: Schemas["TrendsResult"];
  readonly FunnelsQuery: Schemas["FunnelResult"] | Schemas["FunnelResult"][];
  readonly RetentionQuery: Schemas["RetentionResult"];
  readonly PathsQuery: Schemas["PathsResult"];
  readonly LifecycleQuery: Schemas["LifecycleResult"];
  readonly StickinessQuery: Schemas["StickinessResult"];
  readonly HogQLQuery: readonly unknown[];
}

/** Stands for an event that is still to be chosen; null means all events. */
export const UNCHOSEN = "";

const step = (event: string | null) => ({ kind: "EventsNode" as const, event });
const month = { date_from: "-30d" };
const daily = { series: [step(null)], interval: "day" as const, dateRange: month };
const SELECT =
  "SELECT event, count() AS events, uniq(person_id) AS persons\nFROM events GROUP BY event ORDER BY events DESC";
const weeks = { period: "Week", totalIntervals: 8, targetEntity: { id: null }, returningEntity: { id: null } } as const;

interface KindOf<K extends Kind> {
  readonly label: string;
  readonly asks: string;
  readonly start: Omit<OfKind<K>, "kind">;
}

export const KINDS: { readonly [K in Kind]: KindOf<K> } = {
  TrendsQuery: { label: "Trend", asks: "How often something happens, or how many do it", start: daily },
  FunnelsQuery: {
    label: "Funnel",
    asks: "Where people stop on the way to a goal",
    start: { series: [step("$pageview"), step(UNCHOSEN)], dateRange: month },
  },
  RetentionQuery: { label: "Retention", asks: "How many come back", start: { retentionFilter: weeks } },
  PathsQuery: {
    label: "Paths",
    asks: "Where people go next",
    start: { pathsFilter: { includeEventTypes: ["$pageview"] }, dateRange: month },
  },
  LifecycleQuery: { label: "Lifecycle", asks: "Who is new, stays, returns or leaves", start: daily },
  StickinessQuery: { label: "Stickiness", asks: "On how many days people do something", start: daily },
  HogQLQuery: { label: "SQL", asks: "Anything else, as one SELECT", start: { query: SELECT } },
};

export const isKind = (kind: unknown): kind is Kind => typeof kind === "string" && Object.hasOwn(KINDS, kind);

export function newQuestion<K extends Kind>(kind: K): OfKind<K> {
  return { kind, ...KINDS[kind].start } as unknown as OfKind<K>;
}

export function seriesIn(question: Question): readonly Series[] {
  return "series" in question ? question.series : [];
}

/** Returns a question with other series. The service refuses those that its kind does not know. */
export function withSeries<Q extends Question>(question: Q, series: readonly Series[]): Q {
  return { ...question, series };
}

export function parseQuestion(text: string | null): Question | null {
  const value = parseJson(text);
  return isQuestion(value) ? value : null;
}

/** Returns the conditions in an address, without what is none. */
export function parseFilters(text: string | null): Filter[] {
  const found = parseJson(text);
  return Array.isArray(found) ? found.filter((one) => isObject(one) && typeof one.key === "string") : [];
}

/** Whether the form can show a value. The service says what is wrong with the rest. */
export function isQuestion(value: unknown): value is Question {
  if (!isObject(value) || !isKind(value.kind)) return false;
  const known = Object.entries(newQuestion(value.kind));
  const lists = [value.series, value.properties].filter(Array.isArray).flat();
  const isShown = ([name, example]: [string, unknown]) =>
    value[name] === undefined ? OPTIONAL.has(name) : isAlike(value[name], example);
  return known.every(isShown) && lists.every(isObject);
}

/** Returns a saved question, without the frame in which tools of PostHog keep it; null if the form cannot show it. */
export function savedQuestion(query: Schemas["Query"]): Question | null {
  const saved = "source" in query && query.kind !== "ActorsQuery" ? query.source : query;
  // A value of SQL may be null.
  const question = { ...withoutNulls(saved), ...("values" in saved && saved.values && { values: saved.values }) };
  return isQuestion(question) ? question : null;
}

const OPTIONAL = new Set(["interval", "dateRange", "pathsFilter"]);

function isAlike(value: unknown, example: unknown): boolean {
  return typeof value === typeof example && Array.isArray(value) === Array.isArray(example) && value !== null;
}
