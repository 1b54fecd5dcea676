import { mergedEmail } from "../../email.ts";
import type { MergeResult } from "../../ports/persons.ts";
import { mergeProperties } from "../../property-text.ts";
import { batchesOf, findByIds } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { fromStoredText, toStoredText } from "../document-keys.ts";
import { RETRY, retryOnConflict } from "../mongo-errors.ts";
import type { PersonRefRow, PersonRow } from "../row-types.ts";
import { distinctIdsKey, moveFlagIdentifiers } from "./person-row.ts";

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

/** Returns up to `limit` keys of persons merged into these, directly or not: each after the one it was merged into. */
export async function findMergedKeys(
  { persons }: Collections,
  keys: readonly string[],
  limit = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const known = new Set(keys);
  const found: string[] = [];
  for (let targets = keys; targets.length > 0 && found.length < limit; ) {
    const merged: string[] = [];
    for (const batch of batchesOf(targets)) {
      const rows = persons.find({ mergedInto: { $in: batch } }, { projection: { _id: 1 } });
      if (limit < Number.POSITIVE_INFINITY) rows.limit(limit);
      merged.push(...(await rows.toArray()).map(({ _id }) => _id));
    }
    targets = merged.filter((key) => !known.has(key));
    for (const key of targets) known.add(key);
    found.push(...targets);
  }
  return found.slice(0, limit);
}

/** Completes a decided merge into the person, if its intent record names one. Returns whether it did. */
async function completeDecidedMerge(collections: Collections, person: PersonRefRow): Promise<boolean> {
  if (!person.merging) return false;
  const source = await collections.persons.findOne({ _id: person.merging.from });
  if (source?.mergedInto !== person._id) return false;
  await applyMerge(collections, person, source);
  return true;
}

/** Runs the third step of `mergePersons`: applies a decided merge into `target`. Any process may repeat it. */
async function applyMerge(
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
function hasNoProperties({ properties }: Pick<PersonRow, "properties">): boolean {
  return fromStoredText(properties) === "{}";
}

function isWhole(row: PersonRefRow | PersonRow): row is PersonRow {
  return "properties" in row;
}

/** Returns what changes in `into`; nothing if the properties of both are too large together. */
function addedValues(into: PersonRow, source: PersonRow): Partial<Pick<PersonRow, "properties" | "email">> {
  const merged = mergedProperties(into, source);
  if (merged === null) return {};
  return { properties: toStoredText(merged), email: mergedEmail(withEmail(into), withEmail(source)) };
}

/** Merges the properties of both persons; null if they have more than 1 MB. */
function mergedProperties(into: PersonRow, source: PersonRow): string | null {
  return mergeProperties(fromStoredText(into.properties), fromStoredText(source.properties));
}

function withEmail({ properties, email = null }: PersonRow) {
  return { properties: fromStoredText(properties), email };
}
