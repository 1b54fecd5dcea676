import { isReservedDistinctId, toIdentifier } from "../lib/identifier.ts";
import { type PropertyChange, type PropertyMap, propertyOf } from "../lib/json/json.ts";
import type { Position, ProjectId, RequireTurn } from "../store/ports/common.ts";
import type { MergeResult, NewDistinctId, PersonRef, Persons, PersonUpdate } from "../store/ports/persons.ts";

/** A person, with changes not stored yet. */
interface BatchPerson {
  readonly uuid: string;
  /** True also if only identified here. */
  isIdentified: boolean;
  changes: PropertyChange[];
  identify: boolean;
  mergedInto: BatchPerson | null;
}

/**
 * Keeps the persons of a batch of events, with their changes, in memory, so that the store reads and writes each once.
 * Other processes may merge persons meanwhile: a merged person's uuid stands for the survivor.
 */
export type PersonBatch = ReturnType<typeof personBatch>;

export function personBatch(projectId: ProjectId, persons: Persons) {
  const byDistinctId = new Map<string, BatchPerson>();
  const byUuid = new Map<string, BatchPerson>();
  const changed = new Set<BatchPerson>();
  const add = (distinctId: string, { uuid, isIdentified }: PersonRef) => {
    let person = survivorOf(byUuid.get(uuid));
    if (!person) {
      person = { uuid, isIdentified, changes: [], identify: false, mergedInto: null };
      byUuid.set(uuid, person);
    }
    byDistinctId.set(distinctId, person);
  };
  return {
    /** Ensures persons. Returns distinct ids whose persons were created with all changes. */
    async ensure(wanted: readonly NewDistinctId[]): Promise<ReadonlySet<string>> {
      const created = new Set<string>();
      if (wanted.length === 0) return created;
      for (const [distinctId, person] of await persons.ensure(projectId, wanted)) {
        add(distinctId, person);
        if (person.isChanged) created.add(distinctId);
      }
      return created;
    },

    get(distinctId: string): BatchPerson {
      const person = survivorOf(byDistinctId.get(distinctId));
      if (!person) throw new Error("a distinct id has no person, though the store has ensured that it has one");
      return person;
    },

    change(person: BatchPerson, change: PropertyChange | null, identify: boolean): void {
      const identifies = identify && !person.isIdentified;
      if (!change && !identifies) return;
      if (change) person.changes.push(change);
      person.identify ||= identifies;
      person.isIdentified ||= identify;
      changed.add(person);
    },

    /** Returns how many changes were refused. */
    async flush(requireTurn: RequireTurn): Promise<number> {
      const updates: PersonUpdate[] = [];
      for (const person of changed) {
        updates.push({ uuid: person.uuid, changes: person.changes, identify: person.identify });
        person.changes = [];
        person.identify = false;
      }
      changed.clear();
      return updates.length === 0 ? 0 : persons.update(projectId, updates, requireTurn);
    },

    /** Neither person may have changes in memory. */
    async merge(into: BatchPerson, from: BatchPerson): Promise<MergeResult> {
      const result = await persons.merge(projectId, into.uuid, from.uuid);
      if (result) from.mergedInto = into;
      return result;
    },
  };
}

function survivorOf(person: BatchPerson | undefined): BatchPerson | undefined {
  let survivor = person;
  while (survivor?.mergedInto) survivor = survivor.mergedInto;
  return survivor;
}

export interface MergingEvent {
  readonly event: string;
  readonly distinctId: string;
  readonly properties: PropertyMap;
}

export interface MergeRequest {
  /** The event's own, whose person is kept. */
  readonly distinctId: string;
  readonly other: string;
  readonly position: Position;
}

interface MergingStep {
  readonly event: { readonly distinctId: string };
  readonly mergeRequest: MergeRequest | null;
}

export type IndependentMerge = { readonly into: BatchPerson; readonly from: BatchPerson };

/** Returns the other distinct id of the event's person; null if the event names none. */
export function mergedDistinctId({ event, distinctId, properties }: MergingEvent): string | null {
  const key = event === "$identify" ? "$anon_distinct_id" : event === "$create_alias" ? "alias" : null;
  const other = key === null ? "" : toIdentifier(propertyOf(properties, key));
  return other === "" || other === distinctId ? null : other;
}

/** Recognizes names that many clients use by mistake: they would merge them all. */
export function isReserved({ distinctId, other }: Pick<MergeRequest, "distinctId" | "other">): boolean {
  return isReservedDistinctId(distinctId) || isReservedDistinctId(other);
}

/** Finds merges whose persons no earlier step concerns: they may come first, in any order, even if steps repeat. */
export function independentMerges(batch: PersonBatch, steps: Iterable<MergingStep>): IndependentMerge[] {
  const merges: IndependentMerge[] = [];
  const concerned = new Set<BatchPerson>();
  for (const { event, mergeRequest } of steps) {
    const into = batch.get(event.distinctId);
    if (mergeRequest && !isReserved(mergeRequest)) {
      const from = batch.get(mergeRequest.other);
      const isMerge = into !== from && !from.isIdentified;
      if (isMerge && !concerned.has(into) && !concerned.has(from)) merges.push({ into, from });
      concerned.add(from);
    }
    concerned.add(into);
  }
  return merges;
}
