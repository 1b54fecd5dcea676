import type { Schemas } from "../../api/operations.ts";

export type Figure = Schemas["QueryRecordingFigure"]["key"];

/** Which recordings are listed. Everything is optional; lists are empty if nothing is asked. */
export interface RecordingFilter {
  readonly email: string;
  readonly distinctId: string;
  /** A person's UUID. */
  readonly person: string;
  readonly from: string;
  readonly to: string;
  readonly minSeconds: string;
  readonly events: readonly string[];
  readonly without: readonly string[];
  /** A part of the address of a page that was visited. */
  readonly page: string;
  readonly figure: Figure | "";
  readonly least: string;
  readonly sessions: readonly string[];
  /** A number of a funnel, as JSON. */
  readonly funnel: string;
}

export const FIGURES: readonly (readonly [Figure, string])[] = [
  ["console_error_count", "Errors on the console"],
  ["console_warn_count", "Warnings on the console"],
  ["click_count", "Clicks"],
  ["keypress_count", "Key presses"],
  ["active_seconds", "Active seconds"],
];

const TEXTS = {
  email: "email",
  distinctId: "distinct_id",
  person: "person",
  from: "from",
  to: "to",
  minSeconds: "min",
  page: "page",
  figure: "figure",
  least: "least",
  funnel: "funnel",
} as const;
const LISTS = { events: "event", without: "without", sessions: "session" } as const;

export function readFilter(query: URLSearchParams): RecordingFilter {
  const texts = Object.entries(TEXTS).map(([field, name]) => [field, query.get(name) ?? ""]);
  const lists = Object.entries(LISTS).map(([field, name]) => [field, query.getAll(name).filter(Boolean)]);
  return Object.fromEntries([...texts, ...lists]);
}

/** Returns the query of an address, without a question mark, for a filter. */
export function writeFilter(filter: Partial<RecordingFilter>): string {
  const query = new URLSearchParams();
  for (const [field, name] of Object.entries(TEXTS)) {
    const value = filter[field as keyof typeof TEXTS];
    if (value) query.set(name, value);
  }
  for (const [field, name] of Object.entries(LISTS)) {
    for (const value of filter[field as keyof typeof LISTS] ?? []) query.append(name, value);
  }
  return query.toString();
}

/** Returns true if only a `RecordingsQuery` can answer: the list knows neither events, pages nor figures. */
export function needsQuery({ events, without, page, figure, funnel, sessions }: RecordingFilter): boolean {
  return events.length + without.length > 0 || page + figure + funnel !== "" || sessions.length > 100;
}

type ListQuery = NonNullable<Schemas["RecordingsQuery"]>;
type ListParameters = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export function toParameters(filter: RecordingFilter) {
  const { email, distinctId, person, from, to, minSeconds, sessions } = filter;
  return {
    ...(email && { person_email: email }),
    ...(distinctId && { distinct_id: distinctId }),
    ...(person && { person_uuid: person }),
    ...(from && { date_from: from }),
    ...(to && { date_to: to }),
    ...(minSeconds && { min_duration: Number(minSeconds) }),
    ...(sessions.length > 0 && { session_ids: [...sessions] }),
  } satisfies ListParameters;
}

/** Returns the question that the filter is. Throws a `SyntaxError` if the funnel of an address is not JSON. */
export function toQuery(filter: RecordingFilter): ListQuery {
  const { email, distinctId, person, from, to, minSeconds, sessions, events, without, page, figure, least } = filter;
  const toEntity = (id: string) => ({ id, type: "events" as const });
  const figures: Schemas["QueryRecordingFigure"][] = [
    ...(minSeconds ? [{ key: "duration" as const, operator: "gte" as const, value: Number(minSeconds) }] : []),
    ...(figure ? [{ key: figure, operator: "gte" as const, value: Number(least || 1) }] : []),
  ];
  return {
    kind: "RecordingsQuery",
    date_from: from || "-90d",
    ...(to && { date_to: to }),
    ...(email && { person_email: email }),
    ...(person && { person_uuid: person }),
    ...(distinctId && { distinct_ids: [distinctId] }),
    ...(sessions.length > 0 && { session_ids: [...sessions] }),
    ...(events.length > 0 && { events: events.map(toEntity) }),
    ...(without.length > 0 && { without_events: without.map(toEntity) }),
    ...(page && {
      properties: [{ type: "recording" as const, key: "visited_page", operator: "icontains" as const, value: page }],
    }),
    ...(figures.length > 0 && { having_predicates: figures }),
    ...(filter.funnel && { funnel: JSON.parse(filter.funnel) }),
  };
}
