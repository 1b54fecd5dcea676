import { mergedEmail } from "../../email.ts";
import { mergeProperties } from "../../property-text.ts";
import { batchesOf, findByIds } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { RETRY, retryOnConflict } from "../mongo-errors.ts";
import type { PersonRefRow, PersonRow } from "../row-types.ts";
import { fromStoredText, toStoredText } from "../stored-text.ts";
import { distinctIdsKey, moveFlagIdentifiers, uuidOfPerson } from "./person-row.ts";

/** Finds each person by its key, or the one it was merged into. Completes decided merges first. */
export function survivorsOf(
  collections: Collections,
  keys: ReadonlySet<string>,
): Promise<ReadonlyMap<string, PersonRow>> {
  return readSurvivors(collections, keys, (missing) => findByIds(collections.persons, missing));
}

/** Finds survivors without their properties, which may be large. */
export function survivorRefsOf(
  collections: Collections,
  keys: ReadonlySet<string>,
): Promise<ReadonlyMap<string, PersonRefRow>> {
  return readSurvivors(collections, keys, (missing) => findByIds(collections.persons, missing, { properties: 0 }));
}

export async function survivorOf(collections: Collections, key: string): Promise<PersonRow | undefined> {
  return (await survivorsOf(collections, new Set([key]))).get(key);
}

export async function survivorRefOf(collections: Collections, key: string): Promise<PersonRefRow | undefined> {
  return (await survivorRefsOf(collections, new Set([key]))).get(key);
}

type Read<Row> = (keys: readonly string[]) => Promise<readonly Row[]>;

function readSurvivors<Row extends PersonRefRow>(
  collections: Collections,
  keys: ReadonlySet<string>,
  read: Read<Row>,
): Promise<ReadonlyMap<string, Row>> {
  return retryOnConflict(async () => {
    const rows = await readWithSurvivors(keys, read);
    let changed = false;
    for (const row of rows.values()) if (await completeDecidedMerge(collections, row)) changed = true;
    return changed ? RETRY : resolveSurvivors(keys, rows);
  });
}

async function readWithSurvivors<Row extends PersonRefRow>(
  keys: Iterable<string>,
  read: Read<Row>,
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (let missing = [...keys]; missing.length > 0; ) {
    const found = await read(missing);
    for (const row of found) rows.set(row._id, row);
    missing = found.flatMap(({ mergedInto }) => (mergedInto === undefined || rows.has(mergedInto) ? [] : [mergedInto]));
  }
  return rows;
}

function resolveSurvivors<Row extends PersonRefRow>(
  keys: Iterable<string>,
  rows: ReadonlyMap<string, Row>,
): Map<string, Row> {
  const survivors = new Map<string, Row>();
  for (const key of keys) {
    let row = rows.get(key);
    while (row?.mergedInto !== undefined) row = rows.get(row.mergedInto);
    if (row) survivors.set(key, row);
  }
  return survivors;
}

export async function findMergedUuids({ persons }: Collections, key: string, limit: number): Promise<string[]> {
  const found = new Set([key]);
  for (let targets = [key]; targets.length > 0 && found.size <= limit; ) {
    const merged: string[] = [];
    for (const batch of batchesOf(targets)) {
      const rows = persons.find({ mergedInto: { $in: batch } }, { projection: { _id: 1 } }).limit(limit);
      merged.push(...(await rows.toArray()).map(({ _id }) => _id));
    }
    targets = merged.filter((merged) => !found.has(merged));
    for (const target of targets) found.add(target);
  }
  return [...found].slice(1, limit + 1).map((_id) => uuidOfPerson({ _id }));
}

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
