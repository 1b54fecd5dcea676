import { type PropertyChange, type PropertyMap, propertyOf } from "../json/json.ts";
import type { Position } from "../store/ports/checkpoints.ts";
import type { Millis, ProjectId } from "../store/ports/common.ts";
import type { EnsuredPerson, NewDistinctId, Persons } from "../store/ports/persons.ts";
import type { KnownDistinctIds } from "./known-distinct-ids.ts";
import { type MergePorts, type MergeRefusal, type MergeRequest, mergeDistinctIds } from "./merge-distinct-ids.ts";
import { mergedDistinctId } from "./merge-request.ts";
import { readPersonChange } from "./person-change.ts";

/** The part of an event that concerns its person. */
export interface PersonEvent {
  readonly position: Position;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly properties: PropertyMap;
}

export interface RecordPersonsPorts extends MergePorts {
  /** One per process. */
  readonly knownDistinctIds: KnownDistinctIds;
}

/** An event whose merge was refused; its other changes were applied. */
export interface RefusedMerge<E extends PersonEvent> {
  readonly event: E;
  readonly refusal: MergeRefusal;
}

export interface RecordedPersons<E extends PersonEvent> {
  readonly refusedMerges: readonly RefusedMerge<E>[];
  /** Changes of properties that were not applied, because a person would have more than 1 MB of them. */
  readonly refusedChanges: number;
}

/**
 * Ensures that each event's distinct id has a person, and applies the events' changes in order: properties,
 * identification and merges. Ignores events that concern no person. May be repeated from any point.
 */
export async function recordPersons<E extends PersonEvent>(
  projectId: ProjectId,
  events: readonly E[],
  ports: RecordPersonsPorts,
): Promise<RecordedPersons<E>> {
  const refusedMerges: RefusedMerge<E>[] = [];
  let refusedChanges = 0;
  const onPropertiesDropped = () => {
    refusedChanges += 1;
  };
  for (const segment of splitBeforeMerges(events.filter(concernsPerson))) {
    const { mergeRequest } = segment;
    const refusal = mergeRequest
      ? await mergeDistinctIds(projectId, mergeRequest, { ...ports, onPropertiesDropped })
      : null;
    if (refusal) refusedMerges.push({ event: segment.events[0], refusal });
    refusedChanges += await updatePersons(projectId, segment.events, ports);
  }
  return { refusedMerges, refusedChanges };
}

/** Clients mark events of anonymous visitors. They belong to whoever gets their distinct id later. */
function concernsPerson({ properties }: PersonEvent): boolean {
  return propertyOf(properties, "$process_person_profile") !== false;
}

interface EventSegment<E> {
  /** The merge that the first event requests. */
  readonly mergeRequest: MergeRequest | null;
  readonly events: [E, ...E[]];
}

/** Splits before each event that requests a merge, so that the merge comes before all later changes. */
function splitBeforeMerges<E extends PersonEvent>(events: readonly E[]): EventSegment<E>[] {
  const segments: EventSegment<E>[] = [];
  for (const event of events) {
    const mergeRequest = readMergeRequest(event);
    const last = segments.at(-1);
    if (mergeRequest || !last) segments.push({ mergeRequest, events: [event] });
    else last.events.push(event);
  }
  return segments;
}

function readMergeRequest(event: PersonEvent): MergeRequest | null {
  const other = mergedDistinctId(event);
  return other === null ? null : { distinctId: event.distinctId, other, at: event.timestamp, position: event.position };
}

/** Returns how many changes were refused. */
async function updatePersons(
  projectId: ProjectId,
  events: readonly PersonEvent[],
  { persons, knownDistinctIds: known }: RecordPersonsPorts,
): Promise<number> {
  const wanted = new Map<string, WantedPerson>();
  const changing: ChangingEvent[] = [];
  for (const { event, distinctId, timestamp: at, properties } of events) {
    const change = readPersonChange(properties);
    const identify = event === "$identify";
    const hasChange = identify || change !== null;
    if (!hasChange && known.has(projectId, distinctId)) continue;
    let person = wanted.get(distinctId);
    if (!person) {
      person = { distinctId, at, changes: undefined, identify: false };
      wanted.set(distinctId, person);
    }
    if (!hasChange) continue;
    changing.push({ distinctId, change, identify });
    person.changes ??= [];
    if (change) person.changes.push(change);
    person.identify ||= identify;
  }
  if (wanted.size === 0) return 0;
  const found = await persons.ensure(projectId, [...wanted.values()]);
  known.add(projectId, wanted.keys());
  const updates = collectUpdates(changing, found);
  return updates.length > 0 ? persons.update(projectId, updates) : 0;
}

interface WantedPerson extends NewDistinctId {
  changes: PropertyChange[] | undefined;
  identify: boolean;
}

interface ChangingEvent {
  readonly distinctId: string;
  readonly change: PropertyChange | null;
  readonly identify: boolean;
}

type PersonUpdate = Parameters<Persons["update"]>[1][number];

/** Returns the changes by the events that are not applied yet, grouped by person. */
function collectUpdates(events: readonly ChangingEvent[], found: ReadonlyMap<string, EnsuredPerson>): PersonUpdate[] {
  const updates = new Map<string, { uuid: string; changes: PropertyChange[]; identify: boolean }>();
  for (const { distinctId, change, identify } of events) {
    const person = found.get(distinctId);
    if (!person || person.isChanged || (!change && person.isIdentified)) continue;
    const update = updates.get(person.uuid) ?? { uuid: person.uuid, changes: [], identify: false };
    if (change) update.changes.push(change);
    update.identify ||= identify && !person.isIdentified;
    updates.set(person.uuid, update);
  }
  return [...updates.values()];
}
