import { isReserved, type MergeRequest } from "./merge-request.ts";
import type { BatchPerson, PersonBatch } from "./person-batch.ts";

interface MergingStep {
  readonly event: { readonly distinctId: string };
  readonly mergeRequest: MergeRequest | null;
}

export interface IndependentMerge {
  readonly into: BatchPerson;
  readonly from: BatchPerson;
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
