import { isReservedDistinctId, toIdentifier } from "../lib/identifier.ts";
import { type PropertyMap, propertyOf } from "../lib/json/json.ts";
import type { Position } from "../store/ports/common.ts";
import type { BatchPerson, PersonBatch } from "./person-batch.ts";

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

export interface IndependentMerge {
  readonly into: BatchPerson;
  readonly from: BatchPerson;
}

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
