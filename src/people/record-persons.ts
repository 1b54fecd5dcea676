import type { Position } from "../storage/ports/checkpoints.ts";
import type { Millis, ProjectId } from "../storage/ports/common.ts";
import type { NewDistinctId, PersonRef, Persons } from "../storage/ports/persons.ts";
import { toIdentifier } from "../values/identifier.ts";
import { type PropertyChange, type PropertyMap, propertyOf } from "../values/json.ts";
import type { KnownDistinctIds } from "./known-distinct-ids.ts";
import { type MergePorts, type MergeRefusal, type MergeRequest, mergeDistinctIds } from "./merge-distinct-ids.ts";
import { readPersonChange } from "./person-change.ts";

/** What of an event concerns its person. */
export interface PersonEvent {
  readonly position: Position;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly properties: PropertyMap;
}

export interface RecordPersonsPorts extends MergePorts {
  /** One for the process. */
  readonly knownDistinctIds: KnownDistinctIds;
}

/** An event whose merge was refused; the rest of what it says was done. */
export interface RefusedMerge<E extends PersonEvent> {
  readonly event: E;
  readonly refusal: MergeRefusal;
}

/**
 * Gives each event's distinct id a person, and carries out, in the events' order, what they say of it: properties, who it is, and which distinct
 * ids are one. All of it may be repeated from any point. Gives the merges that were refused.
 */
export async function recordPersons<E extends PersonEvent>(
  projectId: ProjectId,
  events: readonly E[],
  ports: RecordPersonsPorts,
): Promise<RefusedMerge<E>[]> {
  const refused: RefusedMerge<E>[] = [];
  for (const part of splitBeforeMerges(events)) {
    const refusal = part.mergeRequest ? await mergeDistinctIds(projectId, part.mergeRequest, ports) : null;
    if (refusal) refused.push({ event: part.events[0], refusal });
    await updatePersons(projectId, part.events, ports);
  }
  return refused;
}

interface EventSegment<E> {
  /** What the first event asks for. */
  readonly mergeRequest: MergeRequest | null;
  readonly events: [E, ...E[]];
}

/** Cuts before each event that asks for a merge, so that the merge comes before all that follows it. */
function splitBeforeMerges<E extends PersonEvent>(events: readonly E[]): EventSegment<E>[] {
  const parts: EventSegment<E>[] = [];
  for (const event of events) {
    const wish = readMergeRequest(event);
    const last = parts.at(-1);
    if (wish || !last) parts.push({ mergeRequest: wish, events: [event] });
    else last.events.push(event);
  }
  return parts;
}

function readMergeRequest({ event, distinctId, timestamp, position, properties }: PersonEvent): MergeRequest | null {
  const key = event === "$identify" ? "$anon_distinct_id" : event === "$create_alias" ? "alias" : null;
  const other = key === null ? "" : toIdentifier(propertyOf(properties, key));
  return other === "" || other === distinctId ? null : { distinctId, other, at: timestamp, position };
}

async function updatePersons(
  projectId: ProjectId,
  events: readonly PersonEvent[],
  { persons, knownDistinctIds: known }: RecordPersonsPorts,
): Promise<void> {
  const wanted = new Map<string, NewDistinctId>();
  const telling: PersonEvent[] = [];
  for (const event of events) {
    const { distinctId, timestamp: at } = event;
    const tells = event.event === "$identify" || readPersonChange(event.properties) !== null;
    if (tells) telling.push(event);
    if ((tells || !known.has(projectId, distinctId)) && !wanted.has(distinctId))
      wanted.set(distinctId, { distinctId, at });
  }
  if (wanted.size === 0) return;
  const found = await persons.ensure(projectId, [...wanted.values()]);
  known.add(projectId, wanted.keys());
  const updates = collectUpdates(telling, found);
  if (updates.length > 0) await persons.update(projectId, updates);
}

type PersonUpdate = Parameters<Persons["update"]>[1][number];

/** What the events say of their persons, put together for each of these. */
function collectUpdates(events: readonly PersonEvent[], found: ReadonlyMap<string, PersonRef>): PersonUpdate[] {
  const updates = new Map<string, { uuid: string; changes: PropertyChange[]; identify: boolean }>();
  for (const { event, distinctId, properties } of events) {
    const change = readPersonChange(properties);
    const person = found.get(distinctId);
    const identify = event === "$identify" && !person?.isIdentified;
    if (!person || (!change && !identify)) continue;
    const update = updates.get(person.uuid) ?? { uuid: person.uuid, changes: [], identify: false };
    if (change) update.changes.push(change);
    update.identify ||= identify;
    updates.set(person.uuid, update);
  }
  return [...updates.values()];
}
