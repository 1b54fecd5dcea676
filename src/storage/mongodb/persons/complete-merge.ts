import { changeProperties, readProperties } from "../../values/property-text.ts";
import type { Collections } from "../collections.ts";
import { fromStored, toStored } from "../long-text.ts";
import { AGAIN, attempts } from "../retry.ts";
import type { PersonRow } from "../rows.ts";
import { moveIdentifiers } from "./flag-identifiers.ts";

/** The third step of `mergePersons`, where the person has a note of a merge that is decided; gives whether it had. */
export async function completeMerge(collections: Collections, person: PersonRow): Promise<boolean> {
  if (!person.merging) return false;
  const source = await collections.persons.findOne({ _id: person.merging.from });
  if (source?.mergedInto !== person._id) return false;
  await complete(collections, person, source);
  return true;
}

/** The third step of `mergePersons`, with a note that is decided; anybody may repeat it. */
export async function complete(collections: Collections, noted: PersonRow, source: PersonRow): Promise<void> {
  const { persons, distinct_ids } = collections;
  const { _id } = noted;
  await attempts(() => distinct_ids.updateMany({ person: source._id }, { $set: { person: _id } }));
  await moveIdentifiers(collections, _id, source._id);
  await attempts(async (attempt) => {
    const into = attempt === 0 ? noted : await persons.findOne({ _id });
    if (into?.merging?.from !== source._id) return undefined; // another has done it
    const taken = { setOnce: readProperties(fromStored(source.properties)) };
    const properties = toStored(changeProperties(fromStored(into.properties), [taken]));
    const createdAt = Math.min(into.createdAt, source.createdAt);
    const change = { $set: { properties, createdAt }, $unset: { merging: "" as const }, $inc: { version: 1 } };
    return (await persons.updateOne({ _id, version: into.version }, change)).matchedCount > 0 ? undefined : AGAIN;
  });
  await persons.updateOne({ _id: source._id }, { $set: { properties: "{}" } });
}
