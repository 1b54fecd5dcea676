import type { components } from "../../../../../generated/openapi.ts";
import { isObject, parseJson, withoutNulls } from "../../../components/json.ts";

export type Schemas = components["schemas"];
export type Question =
  | Schemas["TrendsQuery"]
  | Schemas["FunnelsQuery"]
  | Schemas["RetentionQuery"]
  | Schemas["PathsQuery"]
  | Schemas["LifecycleQuery"]
  | Schemas["StickinessQuery"]
  | Schemas["HogQLQuery"];
export type Kind = Question["kind"];
export type OfKind<K extends Kind> = Extract<Question, { kind: K }>;
export type Filter = Schemas["QueryPropertyFilter"];
/** Which events count, and how; kinds that count persons know less of it. */
export type Series = Omit<Schemas["EventsNode"], "version">;
export type Answer = Schemas["QueryResponse"];

/** Stands for an event that is still to be chosen; null means all events. */
export const UNCHOSEN = "";

export const KINDS: Readonly<Record<Kind, { readonly label: string; readonly asks: string }>> = {
  TrendsQuery: { label: "Trend", asks: "How often something happens, or how many do it" },
  FunnelsQuery: { label: "Funnel", asks: "Where people stop on the way to a goal" },
  RetentionQuery: { label: "Retention", asks: "How many come back" },
  PathsQuery: { label: "Paths", asks: "Where people go next" },
  LifecycleQuery: { label: "Lifecycle", asks: "Who is new, stays, returns or leaves" },
  StickinessQuery: { label: "Stickiness", asks: "On how many days people do something" },
  HogQLQuery: { label: "SQL", asks: "Anything else, as one SELECT" },
};

export const isKind = (kind: unknown): kind is Kind => typeof kind === "string" && Object.hasOwn(KINDS, kind);

const step = (event: string | null) => ({ kind: "EventsNode" as const, event });
const month = { date_from: "-30d" };

const NEW: { readonly [K in Kind]: () => OfKind<K> } = {
  TrendsQuery: () => ({ kind: "TrendsQuery", series: [step(null)], interval: "day", dateRange: month }),
  FunnelsQuery: () => ({ kind: "FunnelsQuery", series: [step("$pageview"), step(UNCHOSEN)], dateRange: month }),
  RetentionQuery: () => ({
    kind: "RetentionQuery",
    retentionFilter: { period: "Week", totalIntervals: 8, targetEntity: { id: null }, returningEntity: { id: null } },
  }),
  PathsQuery: () => ({ kind: "PathsQuery", pathsFilter: { includeEventTypes: ["$pageview"] }, dateRange: month }),
  LifecycleQuery: () => ({ kind: "LifecycleQuery", series: [step(null)], interval: "day", dateRange: month }),
  StickinessQuery: () => ({ kind: "StickinessQuery", series: [step(null)], interval: "day", dateRange: month }),
  HogQLQuery: () => ({
    kind: "HogQLQuery",
    query:
      "SELECT event, count() AS events, uniq(person_id) AS persons\nFROM events GROUP BY event ORDER BY events DESC",
  }),
};

export function newQuestion<K extends Kind>(kind: K): OfKind<K> {
  return NEW[kind]();
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
