import { isReserved, type MergeRequest } from "./merge-request.ts";
import type { BatchPerson, PersonBatch } from "./person-batch.ts";

/** The merge and the changes of persons that an event requests. */
interface MergingStep {
  readonly event: { readonly distinctId: string };
  readonly mergeRequest: MergeRequest | null;
}

export interface IndependentMerge {
  readonly into: BatchPerson;
  readonly from: BatchPerson;
}

/**
 * Returns the merges whose persons no step before them merges or changes. They may be carried out at once, before the
 * other steps: in any order, and also if these are repeated.
 */
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
