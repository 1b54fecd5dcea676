import { mergedEmail } from "../../email.ts";
import { mergeProperties } from "../../property-text.ts";
import type { Collections } from "../collections.ts";
import { RETRY, retryOnConflict } from "../retry-on-conflict.ts";
import type { PersonRefRow, PersonRow } from "../row-types.ts";
import { fromStoredText, toStoredText } from "../stored-text.ts";
import { moveFlagIdentifiers } from "./flag-identifiers.ts";
import { distinctIdsKey } from "./person-row.ts";

/** Completes a decided merge into the person, if its intent record names one. Returns whether it did. */
export async function completeDecidedMerge(collections: Collections, person: PersonRefRow): Promise<boolean> {
  if (!person.merging) return false;
  const source = await collections.persons.findOne({ _id: person.merging.from });
  if (source?.mergedInto !== person._id) return false;
  await applyMerge(collections, person, source);
  return true;
}

/** Runs the third step of `mergePersons`: applies a decided merge into `target`. Any process may repeat it. */
export async function applyMerge(
  collections: Collections,
  target: PersonRefRow | PersonRow,
  source: PersonRow,
): Promise<void> {
  const { persons, distinct_ids } = collections;
  const { _id, merging } = target;
  const [own, added] = [distinctIdsKey(target), distinctIdsKey(source)];
  const under = merging?.under ?? own;
  const moved = under === own ? added : own;
  await retryOnConflict(() => distinct_ids.updateMany({ person: moved }, { $set: { person: under } }));
  if (under === added && added !== source._id) {
    // Otherwise each merge would add a person to those that a lookup by distinct id reads.
    await persons.updateOne({ _id: added, mergedInto: source._id }, { $set: { mergedInto: _id } });
  }
  await moveFlagIdentifiers(collections, _id, source._id);
  await retryOnConflict(async (attempt) => {
    const isRead = attempt === 0 && (isWhole(target) || hasNoProperties(source));
    const into = isRead ? target : await persons.findOne({ _id });
    if (into?.merging?.from !== source._id) return undefined; // another process has completed it
    const createdAt = Math.min(into.createdAt, source.createdAt);
    const added = isWhole(into) && !hasNoProperties(source) ? addedValues(into, source) : {};
    const values = { ...added, createdAt, ...(under !== _id && { distinctIdsUnder: under }) };
    const change = { $set: values, $unset: { merging: "" as const }, $inc: { version: 1 } };
    return (await persons.updateOne({ _id, version: into.version }, change)).matchedCount > 0 ? undefined : RETRY;
  });
  await persons.updateOne({ _id: source._id }, { $set: { properties: "{}", email: null } });
}

/** Tells whether the person adds no properties to others, so that theirs need not be read. */
export function hasNoProperties({ properties }: Pick<PersonRow, "properties">): boolean {
  return fromStoredText(properties) === "{}";
}

export function isWhole(row: PersonRefRow | PersonRow): row is PersonRow {
  return "properties" in row;
}

/** Returns what changes in `into`; nothing if the properties of both are too large together. */
function addedValues(into: PersonRow, source: PersonRow): Partial<Pick<PersonRow, "properties" | "email">> {
  const merged = mergedProperties(into, source);
  if (merged === null) return {};
  return { properties: toStoredText(merged), email: mergedEmail(withEmail(into), withEmail(source)) };
}

/** Merges the properties of both persons; null if they have more than 1 MB. */
export function mergedProperties(into: PersonRow, source: PersonRow): string | null {
  return mergeProperties(fromStoredText(into.properties), fromStoredText(source.properties));
}

function withEmail({ properties, email = null }: PersonRow) {
  return { properties: fromStoredText(properties), email };
}
