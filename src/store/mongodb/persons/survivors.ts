import { batchesOf, findByIds } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { RETRY, retryOnConflict } from "../retry-on-conflict.ts";
import type { PersonRefRow, PersonRow } from "../row-types.ts";
import { completeDecidedMerge } from "./complete-merge.ts";
import { uuidOfPerson } from "./person-row.ts";

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
