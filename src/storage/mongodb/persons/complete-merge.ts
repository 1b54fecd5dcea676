import { changeProperties, readProperties } from "../../values/property-text.ts";
import type { Collections } from "../collections.ts";
import { RETRY, retryOnConflict } from "../retry-on-conflict.ts";
import type { PersonRow } from "../row-types.ts";
import { fromStoredText, type StoredText, TextTooLong, toStoredText } from "../stored-text.ts";
import { moveFlagIdentifiers } from "./flag-identifiers.ts";

/** The third step of `mergePersons`, where the person has a note of a merge that is decided; gives whether it had. */
export async function completeDecidedMerge(collections: Collections, person: PersonRow): Promise<boolean> {
  if (!person.merging) return false;
  const source = await collections.persons.findOne({ _id: person.merging.from });
  if (source?.mergedInto !== person._id) return false;
  await applyMerge(collections, person, source);
  return true;
}

/** The third step of `mergePersons`, with a note that is decided; anybody may repeat it. */
export async function applyMerge(collections: Collections, noted: PersonRow, source: PersonRow): Promise<void> {
  const { persons, distinct_ids } = collections;
  const { _id } = noted;
  await retryOnConflict(() => distinct_ids.updateMany({ person: source._id }, { $set: { person: _id } }));
  await moveFlagIdentifiers(collections, _id, source._id);
  await retryOnConflict(async (attempt) => {
    const into = attempt === 0 ? noted : await persons.findOne({ _id });
    if (into?.merging?.from !== source._id) return undefined; // another has done it
    const properties = mergedOrOwnProperties(into, source);
    const createdAt = Math.min(into.createdAt, source.createdAt);
    const change = { $set: { properties, createdAt }, $unset: { merging: "" as const }, $inc: { version: 1 } };
    return (await persons.updateOne({ _id, version: into.version }, change)).matchedCount > 0 ? undefined : RETRY;
  });
  await persons.updateOne({ _id: source._id }, { $set: { properties: "{}" } });
}

/** The properties of both. Throws `TextTooLong` where no document can hold them. */
export function mergedProperties(into: PersonRow, source: PersonRow): StoredText {
  const taken = { setOnce: readProperties(fromStoredText(source.properties)) };
  return toStoredText(changeProperties(fromStoredText(into.properties), [taken]));
}

/** What is decided must come to its end, or nobody could read the person any more, even where it has grown too large since the merge began. */
function mergedOrOwnProperties(into: PersonRow, source: PersonRow): StoredText {
  try {
    return mergedProperties(into, source);
  } catch (error) {
    if (error instanceof TextTooLong) return into.properties;
    throw error;
  }
}
