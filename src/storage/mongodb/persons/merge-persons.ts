import type { Collections } from "../collections.ts";
import { RETRY, retryOnConflict } from "../retry-on-conflict.ts";
import { applyMerge, completeDecidedMerge, mergedProperties } from "./complete-merge.ts";
import { survivorsOf } from "./survivors.ts";

/** How often one comes back before one breaks off a merge that another has begun and not decided: it may have gone away. */
const MAX_WAIT_ATTEMPTS = 6;

/**
 * `Persons.merge`, by the persons' keys, in three steps. Each is one atomic update of the version that was read, and anybody may go on after it.
 *
 * Of a person that has become a part of another, it is about that one.
 *
 * Two whose properties no document could hold together stay two: that is looked at first. Then:
 *
 * 1. `into` notes which person is to become a part of it, and in which version. So noted it cannot itself become a part of another: therefore
 *    persons never become parts of each other in a circle.
 * 2. `from`, if still of that version, gets `mergedInto`. That decides: from now on it is found nowhere, and its distinct ids mean `into`.
 * 3. Its distinct ids and flag identifiers move to `into`, which takes over its properties in the same update that removes the note; so they come once.
 */
export function mergePersons(collections: Collections, into: string, from: string): Promise<boolean> {
  const { persons } = collections;
  return retryOnConflict(async (attempt) => {
    const survivors = await survivorsOf(collections, new Set([into, from]));
    const [target, source] = [survivors.get(into), survivors.get(from)];
    if (!target || !source) return false;
    if (target._id === source._id) return true;
    if (source.isIdentified) return false;
    if (target.merging || source.merging) {
      if (attempt >= MAX_WAIT_ATTEMPTS)
        for (const { _id } of [target, source]) await abortPendingMerge(collections, _id);
      return RETRY;
    }
    mergedProperties(target, source); // too large, they stay two
    const merging = { from: source._id, version: source.version };
    const note = { $set: { merging }, $inc: { version: 1 } };
    if ((await persons.updateOne({ _id: target._id, version: target.version }, note)).matchedCount === 0) return RETRY;
    const noted = { ...target, merging, version: target.version + 1 };
    const decide = { $set: { mergedInto: target._id }, $inc: { version: 1 } };
    const decided = await persons.updateOne({ _id: source._id, version: source.version }, decide);
    if (decided.matchedCount === 0) {
      await abortPendingMerge(collections, target._id);
      return RETRY;
    }
    await applyMerge(collections, noted, { ...source, mergedInto: target._id });
    return true;
  });
}

/** Removes the note of a merge that is not decided, after making sure that it never will be: its second step needs the noted version. */
async function abortPendingMerge(collections: Collections, _id: string): Promise<void> {
  const { persons } = collections;
  const person = await persons.findOne({ _id });
  if (!person?.merging || (await completeDecidedMerge(collections, person))) return;
  const { from, version } = person.merging;
  const renewed = await persons.updateOne({ _id: from, version }, { $inc: { version: 1 } });
  const isUndecided = renewed.matchedCount > 0 || !(await completeDecidedMerge(collections, person));
  if (!isUndecided) return;
  const withoutNote = { $unset: { merging: "" as const }, $inc: { version: 1 } };
  await persons.updateOne({ _id, version: person.version }, withoutNote);
}
