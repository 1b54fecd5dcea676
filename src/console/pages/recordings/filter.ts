import type { Schemas } from "../../api/operations.ts";
import { isFilled } from "../questions/complete.ts";
import { parseFilters } from "../questions/question.ts";

type ListQuery = Schemas["RecordingsQuery"];

/** Filters as they stand in addresses. `person` is a UUID, `page` a part of an address, `funnel` and `where` JSON. */
const TEXTS = [
  "email",
  "distinct_id",
  "person",
  "from",
  "to",
  "min",
  "page",
  "figure",
  "least",
  "funnel",
  "where",
] as const;
const LISTS = ["event", "without", "session"] as const;

/** Which recordings are listed. Texts and lists are empty if nothing is asked. */
export type RecordingFilter = Readonly<Record<(typeof TEXTS)[number], string>> &
  Readonly<Record<(typeof LISTS)[number], readonly string[]>>;

export function readFilter(query: URLSearchParams): RecordingFilter {
  const texts = TEXTS.map((name) => [name, query.get(name) ?? ""]);
  const lists = LISTS.map((name) => [name, query.getAll(name).filter(Boolean)]);
  return Object.fromEntries([...texts, ...lists]);
}

/** Returns the query of an address, without a question mark, for a filter. */
export function writeFilter(filter: Partial<RecordingFilter>): string {
  const pairs = [...TEXTS, ...LISTS].flatMap((name) => {
    const values = [filter[name] ?? []].flat();
    return values.filter(Boolean).map((value) => [name, value]);
  });
  return new URLSearchParams(pairs).toString();
}

/** Returns true if only a `RecordingsQuery` can answer: the list knows neither events, pages nor figures. */
export function needsQuery({ event, without, page, figure, funnel, where, session }: RecordingFilter): boolean {
  return event.length + without.length > 0 || page + figure + funnel + where !== "" || session.length > 100;
}

export function toParameters({ email, distinct_id, person, from, to, min, session }: RecordingFilter) {
  return given({
    ...{ person_email: email, distinct_id, person_uuid: person, date_from: from, date_to: to },
    min_duration: min === "" ? "" : Number(min),
    session_ids: [...session],
  }) as { readonly session_ids?: string[] };
}

/** Returns the question that the filter is. Throws a `SyntaxError` if the funnel of an address is not JSON. */
export function toQuery(filter: RecordingFilter): ListQuery {
  const { email, distinct_id, person, from, to, min, session, event, without, page, figure, least, funnel } = filter;
  const visited = { type: "recording", key: "visited_page", operator: "icontains", value: page };
  const toEntity = (id: string) => ({ id, type: "events" });
  const atLeast = (key: string, value: string) => ({ key, operator: "gte", value: Number(value) });
  return given({
    kind: "RecordingsQuery",
    ...{ date_from: from || "-90d", date_to: to, person_email: email, person_uuid: person },
    distinct_ids: distinct_id === "" ? [] : [distinct_id],
    session_ids: [...session],
    events: event.map(toEntity),
    without_events: without.map(toEntity),
    properties: [...(page === "" ? [] : [visited]), ...parseFilters(filter.where).filter(isFilled)],
    having_predicates: [...(min ? [atLeast("duration", min)] : []), ...(figure ? [atLeast(figure, least || "1")] : [])],
    ...(funnel && { funnel: JSON.parse(funnel) }),
  }) as ListQuery;
}

/** Leaves out texts and lists that are empty. */
function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "" && value.length !== 0));
}
