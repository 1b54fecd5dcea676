import type { MergeResult } from "../../ports/persons.ts";
import type { Collections } from "../collections.ts";
import { RETRY, retryOnConflict } from "../mongo-errors.ts";
import type { PersonRefRow } from "../row-types.ts";
import { distinctIdsKey } from "./person-row.ts";
import {
  applyMerge,
  completeDecidedMerge,
  hasNoProperties,
  isWhole,
  mergedProperties,
  survivorRefsOf,
} from "./survivors.ts";

/** Attempts to wait for another process's undecided merge before aborting it: that process may have ended. */
const MAX_WAIT_ATTEMPTS = 6;
/** Moving fewer costs about as much as counting those of the other person. */
const FEW_DISTINCT_IDS = 32;

/**
 * Implements `Persons.merge`, by the persons' keys. A key of a merged person stands for the survivor.
 * Each of the three steps updates the version read, and any process may continue after each:
 * 1. `into` gets an intent record, `merging`, with the key and version of `from`. While it has that, it cannot be
 *    merged itself, so there are no cycles.
 * 2. `from`, if it still has that version, gets `mergedInto`. This decides the merge: from now on its uuid and its
 *    distinct ids stand for `into`.
 * 3. The distinct ids of one move under the key that names the other's, as the intent record says, and flag identifiers
 *    move to `into`. One update adds the properties of `from` and removes the intent record, so they are added once.
 */
export function mergePersons(collections: Collections, into: string, from: string): Promise<MergeResult> {
  const { persons } = collections;
  return retryOnConflict<MergeResult>(async (attempt) => {
    const survivors = await survivorRefsOf(collections, new Set([into, from]));
    const [targetRef, sourceRef] = [survivors.get(into), survivors.get(from)];
    if (!targetRef || !sourceRef) return false;
    if (targetRef._id === sourceRef._id) return true;
    if (sourceRef.isIdentified) return false;
    const source = await persons.findOne({ _id: sourceRef._id });
    if (source?.version !== sourceRef.version) return RETRY;
    const needsTarget = !hasNoProperties(source);
    const target = needsTarget ? await persons.findOne({ _id: targetRef._id }) : targetRef;
    if (target?.version !== targetRef.version) return RETRY;
    if (target.merging || source.merging) {
      if (attempt >= MAX_WAIT_ATTEMPTS)
        for (const { _id } of [target, source]) await abortPendingMerge(collections, _id);
      return RETRY;
    }
    const isTooLarge = isWhole(target) && mergedProperties(target, source) === null;
    const under = await chooseDistinctIdsKey(collections, target, source);
    const merging = { from: source._id, version: source.version, under };
    const begin = { $set: { merging }, $inc: { version: 1 } };
    if ((await persons.updateOne({ _id: target._id, version: target.version }, begin)).matchedCount === 0) return RETRY;
    const decide = { $set: { mergedInto: target._id }, $inc: { version: 1 } };
    const decided = await persons.updateOne({ _id: source._id, version: source.version }, decide);
    if (decided.matchedCount === 0) {
      await abortPendingMerge(collections, target._id);
      return RETRY;
    }
    const mergingTarget = { ...target, merging, version: target.version + 1 };
    await applyMerge(collections, mergingTarget, { ...source, mergedInto: target._id });
    return isTooLarge ? "properties_dropped" : true;
  });
}

/** Chooses the key with more distinct ids, roughly, as the others move. Reads in proportion to the smaller number. */
async function chooseDistinctIdsKey(
  { distinct_ids }: Collections,
  target: PersonRefRow,
  source: PersonRefRow,
): Promise<string> {
  const [own, added] = [distinctIdsKey(target), distinctIdsKey(source)];
  const hasFewer = async (person: string, count: number) =>
    (await distinct_ids.findOne({ person }, { projection: { _id: 1 }, skip: count - 1 })) === null;
  for (let count = FEW_DISTINCT_IDS; ; count *= 4) {
    if (await hasFewer(added, count)) return own;
    if (await hasFewer(own, count)) return added;
  }
}

/** Aborts the undecided merge: first increments the version of `from`, so that the second step cannot decide it. */
async function abortPendingMerge(collections: Collections, _id: string): Promise<void> {
  const { persons } = collections;
  const person = await persons.findOne({ _id });
  if (!person?.merging || (await completeDecidedMerge(collections, person))) return;
  const { from, version } = person.merging;
  const blocked = await persons.updateOne({ _id: from, version }, { $inc: { version: 1 } });
  const isUndecided = blocked.matchedCount > 0 || !(await completeDecidedMerge(collections, person));
  if (!isUndecided) return;
  const abort = { $unset: { merging: "" as const }, $inc: { version: 1 } };
  await persons.updateOne({ _id, version: person.version }, abort);
}
