import { setImmediate as yieldToOthers } from "node:timers/promises";
import { type PropertyMap, parseExactly } from "../lib/json/json.ts";
import { invalidInput, requireFound } from "../lib/problem.ts";
import { distinctIdsOfPerson, type PersonView, summarizeOwners } from "../persons/read-persons.ts";
import type { Millis, ProjectId } from "../store/ports/common.ts";
import {
  type EventFilter,
  type EventPosition,
  type Events,
  HEATMAP_EVENT,
  type StoredEvent,
} from "../store/ports/events.ts";
import type { Persons } from "../store/ports/persons.ts";
import { parseUuid } from "../store/stored-ids.ts";
import type { PropertyConditions } from "./property-conditions.ts";

export interface EventQuery {
  readonly event?: string | undefined;
  readonly distinctId?: string | undefined;
  readonly personId?: string | undefined;
  /** Inclusive `from`, exclusive `to`. */
  readonly from?: Millis | undefined;
  readonly to?: Millis | undefined;
  readonly conditions?: PropertyConditions | undefined;
}

export interface EventView extends StoredEvent {
  readonly person: PersonView | null;
}

export interface EventPorts {
  readonly events: Pick<Events, "newest" | "latest">;
  readonly persons: Pick<Persons, "findByUuid" | "distinctIds" | "firstDistinctIds" | "summarize">;
}

/** Where a page begins, and how many events it has. `offset` skips some; with it, `before` is null. */
export interface EventPageQuery {
  readonly before: EventPosition | null;
  readonly limit: number;
  readonly offset: number;
}

/** A page looks at the names and distinct ids of up to half a million events: a quarter of a second. */
const MAX_READS = 50;
const MAX_PAGE_BYTES = 8 * 1024 * 1024;
/** A longer page, and one that skips events, is never short, and may take more. */
const MAX_SHORT_PAGE = 1000;
const WHOLE_PAGE = { reads: 1000, bytes: 64 * 1024 * 1024 };
/** Properties that conditions read, and steps of their regular expressions: half a second each. */
const MAX_COMPARED_BYTES = 32 * 1024 * 1024;
const MAX_STEPS = 20_000_000;
/** Work on conditions before other requests have their turn. */
const COMPARED = { events: 500, bytes: 1024 * 1024 };

/**
 * Lists matching events, newest first: fewer than `limit` if there is much to read. Passes them to `take` in parts of
 * about 8 MB, and returns the start of the next page, null if this is the last one. Reads the store, so events count at
 * once. Throws `invalid_input` for a person with too many distinct ids, and for a page that must be whole and is too
 * large.
 */
export async function listEvents(
  projectId: ProjectId,
  query: EventQuery,
  { before, limit, offset }: EventPageQuery,
  ports: EventPorts,
  take: (events: readonly EventView[]) => void,
): Promise<EventPosition | null> {
  const { conditions } = query;
  const filter = await buildFilter(projectId, query, ports.persons);
  if (filter.distinctIds?.length === 0) return null;
  const effort = { steps: 0 };
  const isWhole = before === null && (offset > 0 || limit > MAX_SHORT_PAGE);
  const max = isWhole ? WHOLE_PAGE : { reads: MAX_READS, bytes: MAX_PAGE_BYTES };
  let [next, count, pageBytes, comparedBytes, skipped, hidden] = [before, 0, 0, 0, 0, 0];
  let [found, bytes]: [StoredEvent[], number] = [[], 0];
  const takeFound = async () => {
    const views = await addPersons(projectId, found, ports);
    [found, bytes] = [[], 0];
    take(views);
  };
  for (let reads = 0; reads < max.reads; reads++) {
    // More and more, while what is hidden lies between.
    const wanted = Math.min(offset - skipped + limit - count + hidden, MAX_SHORT_PAGE);
    const left = { events: wanted, bytes: Math.min(max.bytes - pageBytes, MAX_PAGE_BYTES) };
    const page = await ports.events.newest(projectId, filter, next, conditions ? COMPARED : left);
    for (const event of page.events) {
      comparedBytes += event.properties.length;
      if (event.event === HEATMAP_EVENT && query.event === undefined) {
        hidden += 1;
        continue;
      }
      if (conditions && !conditions(parseExactly(event.properties) as PropertyMap, effort)) continue;
      if (skipped < offset) {
        skipped += 1;
        continue;
      }
      found.push(event);
      bytes += event.properties.length;
      count += 1;
      pageBytes += event.properties.length;
      if (count < limit && pageBytes < max.bytes) continue;
      if (isWhole && count < limit) throw pageTooLarge();
      await takeFound();
      return event === page.events.at(-1) ? page.next : { timestamp: event.timestamp, key: event.key };
    }
    if (found.length >= MAX_SHORT_PAGE || bytes >= MAX_PAGE_BYTES) await takeFound();
    next = page.next;
    if (next === null) break;
    if (conditions && (comparedBytes >= MAX_COMPARED_BYTES || effort.steps >= MAX_STEPS)) break;
    await yieldToOthers();
  }
  if (isWhole && next !== null) throw pageTooLarge();
  await takeFound();
  return next;
}

/** Throws `not_found`. */
export async function retrieveEvent(projectId: ProjectId, id: string, ports: EventPorts): Promise<EventView> {
  const uuid = parseUuid(id);
  const found = uuid === null ? [] : await ports.events.latest(projectId, { uuid }, 1);
  const [event] = await addPersons(projectId, found, ports);
  return requireFound(event);
}

async function buildFilter(
  projectId: ProjectId,
  { event, distinctId, personId, from, to }: EventQuery,
  persons: EventPorts["persons"],
): Promise<EventFilter> {
  const common = { event, from, to };
  if (personId === undefined) return { ...common, distinctIds: distinctId === undefined ? undefined : [distinctId] };
  const person = await persons.findByUuid(projectId, personId);
  const ids = person ? await distinctIdsOfPerson(projectId, person.uuid, "person_id", persons) : [];
  return { ...common, distinctIds: ids.filter((id) => distinctId === undefined || id === distinctId) };
}

function pageTooLarge() {
  const detail = "The page is too large: ask for a shorter time, for fewer events, or follow next from a short page.";
  return invalidInput("limit", detail);
}

async function addPersons(projectId: ProjectId, events: readonly StoredEvent[], { persons }: EventPorts) {
  const distinctIds = events.map(({ distinctId }) => distinctId);
  const owners = await summarizeOwners(projectId, distinctIds, persons);
  return events.map((event): EventView => ({ ...event, person: owners.get(event.distinctId) ?? null }));
}
