import { type PropertyChange, type PropertyMap, propertyOf } from "../lib/json/json.ts";
import type { Position } from "../store/ports/checkpoints.ts";
import type { Millis, ProjectId, RequireTurn } from "../store/ports/common.ts";
import type { NewDistinctId, Persons } from "../store/ports/persons.ts";
import { independentMerges } from "./independent-merges.ts";
import type { KnownIds } from "./known-ids.ts";
import { type MergePorts, type MergeRefusal, mergeDistinctIds } from "./merge-distinct-ids.ts";
import { isReserved, type MergeRequest, mergedDistinctId } from "./merge-request.ts";
import { PersonBatch } from "./person-batch.ts";
import { readPersonChange } from "./person-change.ts";

export interface PersonEvent {
  readonly position: Position;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly properties: PropertyMap;
}

export interface RecordPersonsPorts extends Pick<MergePorts, "beforeMerge"> {
  readonly persons: Persons;
  readonly knownDistinctIds: KnownIds;
  /** May throw `TurnEnded`. */
  readonly requireTurn?: RequireTurn | undefined;
}

/** The event's other changes were applied. */
export interface RefusedMerge<E extends PersonEvent> {
  readonly event: E;
  readonly refusal: MergeRefusal;
}

export interface RecordedPersons<E extends PersonEvent> {
  readonly refusedMerges: readonly RefusedMerge<E>[];
  /** Property changes refused because a person would have more than 1 MB of them. */
  readonly refusedChanges: number;
}

/**
 * Ensures persons for all distinct ids first, at once: which of them share one does not depend on the rest. Then
 * applies properties, identifications and merges in order. Ignores events that concern no person. May be repeated from
 * any point: changes are stored before each merge and at the end, and a repetition skips what is before a merge.
 */
export async function recordPersons<E extends PersonEvent>(
  projectId: ProjectId,
  events: readonly E[],
  { persons, knownDistinctIds, beforeMerge, requireTurn = () => {} }: RecordPersonsPorts,
): Promise<RecordedPersons<E>> {
  const refusedMerges: RefusedMerge<E>[] = [];
  let refusedChanges = 0;
  const batch = new PersonBatch(projectId, persons);
  const flush = async () => {
    refusedChanges += await batch.flush(requireTurn);
  };
  const mergePorts: Omit<MergePorts, "dueMerges"> = {
    beforeMerge: async (position) => {
      await flush();
      requireTurn();
      await beforeMerge(position);
    },
    onPropertiesDropped: () => {
      refusedChanges += 1;
    },
  };
  const { steps, wanted } = readSteps(events.filter(concernsPerson), (id) => knownDistinctIds.has(projectId, id));
  const created = await batch.ensure(wanted);
  knownDistinctIds.add(projectId, distinctIdsOf(wanted));
  for (const [index, { event, mergeRequest, change, identify }] of steps.entries()) {
    const ports = { ...mergePorts, dueMerges: () => independentMerges(batch, steps.slice(index)) };
    const refusal = mergeRequest && (await mergeDistinctIds(batch, mergeRequest, ports));
    if (refusal) refusedMerges.push({ event, refusal });
    if (!created.has(event.distinctId)) batch.change(batch.get(event.distinctId), change, identify);
  }
  await flush();
  return { refusedMerges, refusedChanges };
}

/**
 * Excludes anonymous events, which belong to the person that gets their distinct id later, and events that identify a
 * group: libraries send them with a distinct id such as `$company_acme`.
 */
export function concernsPerson({ event, properties }: Pick<PersonEvent, "event" | "properties">): boolean {
  return event !== "$groupidentify" && propertyOf(properties, "$process_person_profile") !== false;
}

interface Step<E> {
  readonly event: E;
  readonly mergeRequest: MergeRequest | null;
  readonly change: PropertyChange | null;
  readonly identify: boolean;
}

interface WantedPerson extends NewDistinctId {
  changes: PropertyChange[] | undefined;
  identify: boolean;
}

/** Skips persons that are known and stay unchanged. */
function readSteps<E extends PersonEvent>(
  events: readonly E[],
  isKnown: (distinctId: string) => boolean,
): { steps: Step<E>[]; wanted: NewDistinctId[] } {
  const steps: Step<E>[] = [];
  const wanted: NewDistinctId[] = [];
  const byDistinctId = new Map<string, WantedPerson>();
  const mayMerge = events.some((event) => mergedDistinctId(event) !== null);
  for (const event of events) {
    const { distinctId, timestamp: at, properties } = event;
    const mergeRequest = mayMerge ? readMergeRequest(event) : null;
    const change = readPersonChange(properties);
    const identify = event.event === "$identify";
    const isStep = mergeRequest !== null || identify || change !== null;
    if (isStep) steps.push({ event, mergeRequest, change, identify });
    else if (isKnown(distinctId)) continue;
    if (mergeRequest && !isReserved(mergeRequest)) wanted.push({ distinctId, at, sameAs: mergeRequest.other });
    let person = byDistinctId.get(distinctId);
    if (!person) {
      person = { distinctId, at, changes: undefined, identify: false };
      byDistinctId.set(distinctId, person);
      wanted.push(person);
    }
    if (!isStep || mayMerge) continue;
    person.changes ??= [];
    if (change) person.changes.push(change);
    person.identify ||= identify;
  }
  return { steps, wanted };
}

function readMergeRequest(event: PersonEvent): MergeRequest | null {
  const other = mergedDistinctId(event);
  return other === null ? null : { distinctId: event.distinctId, other, position: event.position };
}

function* distinctIdsOf(wanted: readonly NewDistinctId[]): Generator<string> {
  for (const { distinctId, sameAs } of wanted) {
    yield distinctId;
    if (sameAs !== undefined) yield sameAs;
  }
}
