import { type PropertyChange, type PropertyMap, propertyOf } from "../json/json.ts";
import type { Position } from "../store/ports/checkpoints.ts";
import type { Millis, ProjectId } from "../store/ports/common.ts";
import type { NewDistinctId, Persons } from "../store/ports/persons.ts";
import type { KnownDistinctIds } from "./known-distinct-ids.ts";
import { type MergePorts, type MergeRefusal, type MergeRequest, mergeDistinctIds } from "./merge-distinct-ids.ts";
import { mergedDistinctId } from "./merge-request.ts";
import { PersonBatch } from "./person-batch.ts";
import { readPersonChange } from "./person-change.ts";

/** The part of an event that concerns its person. */
export interface PersonEvent {
  readonly position: Position;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly properties: PropertyMap;
}

export interface RecordPersonsPorts extends Pick<MergePorts, "beforeMerge"> {
  readonly persons: Persons;
  /** One per process. */
  readonly knownDistinctIds: KnownDistinctIds;
  /** Called before writes; may throw `TurnEnded`. */
  readonly requireTurn?: (() => void) | undefined;
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
 *
 * Changes are stored at the end, and before two persons are merged: a repetition skips what is before that.
 */
export async function recordPersons<E extends PersonEvent>(
  projectId: ProjectId,
  events: readonly E[],
  { persons, knownDistinctIds, beforeMerge, requireTurn = () => {} }: RecordPersonsPorts,
): Promise<RecordedPersons<E>> {
  const refusedMerges: RefusedMerge<E>[] = [];
  let refusedChanges = 0;
  const batch = new PersonBatch(projectId, persons);
  const known: IsKnown = {
    has: (distinctId) => knownDistinctIds.has(projectId, distinctId),
    add: (distinctIds) => knownDistinctIds.add(projectId, distinctIds),
  };
  const flush = async () => {
    refusedChanges += await batch.flush(requireTurn);
  };
  const ports: MergePorts = {
    beforeMerge: async (position) => {
      await flush();
      requireTurn();
      await beforeMerge(position);
    },
    onPropertiesDropped: () => {
      refusedChanges += 1;
    },
  };
  const segments = splitBeforeMerges(events.filter(concernsPerson));
  if (segments.some(({ mergeRequest }) => mergeRequest)) await batch.read(distinctIdsOf(segments));
  for (const { mergeRequest, events } of segments) {
    const refusal = mergeRequest ? await mergeDistinctIds(batch, mergeRequest, ports) : null;
    if (refusal) refusedMerges.push({ event: events[0], refusal });
    await changePersons(batch, events, known);
  }
  await flush();
  return { refusedMerges, refusedChanges };
}

/** Clients mark events of anonymous visitors. They belong to the person that gets their distinct id later. */
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

function distinctIdsOf(segments: readonly EventSegment<PersonEvent>[]): Set<string> {
  const distinctIds = new Set<string>();
  for (const { mergeRequest, events } of segments) {
    if (mergeRequest) distinctIds.add(mergeRequest.other);
    for (const { distinctId } of events) distinctIds.add(distinctId);
  }
  return distinctIds;
}

/** Which distinct ids of the project have a person for sure. */
interface IsKnown {
  has(distinctId: string): boolean;
  add(distinctIds: Iterable<string>): void;
}

/** Ensures that the distinct ids have persons, and changes those in memory that were not created with the changes. */
async function changePersons(batch: PersonBatch, events: readonly PersonEvent[], known: IsKnown): Promise<void> {
  const wanted = new Map<string, WantedPerson>();
  const changing: ChangingEvent[] = [];
  for (const { event, distinctId, timestamp: at, properties } of events) {
    const change = readPersonChange(properties);
    const identify = event === "$identify";
    const hasChange = identify || change !== null;
    if (!hasChange && known.has(distinctId)) continue;
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
  if (wanted.size === 0) return;
  const created = await batch.ensure([...wanted.values()]);
  known.add(wanted.keys());
  for (const { distinctId, change, identify } of changing) {
    const person = created.has(distinctId) ? undefined : batch.find(distinctId);
    if (person) batch.change(person, change, identify);
  }
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
