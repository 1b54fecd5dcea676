import type { Collection, Filter } from "mongodb";
import type { RequireTurn } from "../ports/common.ts";
import { batchesOf, forEachConcurrently, type Row, updateVersions, type VersionUpdate } from "./bulk-writes.ts";
import type { StoredText } from "./document-keys.ts";
import { RETRY, retryOnConflict } from "./mongo-errors.ts";

/** Limits the properties in memory, in addition to those of the last document: each may have 1 MB. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Attempts to change documents together; after that many conflicts they are changed one by one. */
const MAX_ATTEMPTS = 3;

interface PropertiesRow extends Row {
  readonly version: number;
  readonly properties: StoredText;
}

export interface PlannedChange<T> {
  readonly change: VersionUpdate<T> | null;
  readonly refused: number;
}

export interface ChangesCall<Update> {
  readonly updates: readonly Update[];
  readonly requireTurn: RequireTurn | undefined;
}

interface RowChanges<T> {
  readonly keys: Iterable<string>;
  readonly plan: (row: T, key: string) => PlannedChange<T>;
  readonly reread: (key: string) => Promise<T | null | undefined>;
  /** Whether the key of this document may stand for another one. */
  readonly isMoving?: (row: T) => boolean;
  readonly requireTurn: RequireTurn;
}

/** Changes documents together, after several conflicts one by one. A change must have the same result if repeated. */
export async function changeRows<T extends PropertiesRow>(
  collection: Collection<T>,
  { keys, plan, reread, isMoving = () => false, requireTurn }: RowChanges<T>,
) {
  const refused = new Map<string, number>();
  const missing: string[] = [];
  const oneByOne: string[] = [];
  for (const batch of batchesOf([...keys])) {
    let attempts = MAX_ATTEMPTS;
    for (let left = batch; left.length > 0; ) {
      requireTurn();
      const { rows, isComplete } = await readSome(collection, left);
      const updates: VersionUpdate<T>[] = [];
      for (const row of rows.values()) {
        if (isMoving(row)) oneByOne.push(row._id);
        else {
          const planned = plan(row, row._id);
          refused.set(row._id, planned.refused);
          if (planned.change) updates.push(planned.change);
        }
      }
      const unread = left.filter((key) => !rows.has(key));
      if (isComplete) missing.push(...unread);
      left = isComplete ? [] : unread;
      if (await updateVersions(collection, updates)) continue;
      // Updates that failed show when the documents are read again: the others do not change any more.
      attempts -= 1;
      (attempts > 0 ? left : oneByOne).push(...updates.map(({ filter }) => filter._id));
    }
  }
  await forEachConcurrently(oneByOne, async (key) => {
    const refusedNow = await retryOnConflict(async () => {
      requireTurn();
      const row = await reread(key);
      if (!row) return 0;
      const { change, refused } = plan(row, key);
      if (!change) return refused;
      return (await collection.updateOne(change.filter, change.update)).matchedCount > 0 ? refused : RETRY;
    });
    refused.set(key, refusedNow);
  });
  return { refused, missing };
}

export function turnOf(calls: readonly Pick<ChangesCall<unknown>, "requireTurn">[]): RequireTurn {
  return () => {
    for (const { requireTurn } of calls) requireTurn?.();
  };
}

export function refusedOf(keys: readonly string[], refused: ReadonlyMap<string, number>): number {
  return [...new Set(keys)].reduce((sum, key) => sum + (refused.get(key) ?? 0), 0);
}

/** Returns documents by key, and whether these are all that exist. */
async function readSome<T extends PropertiesRow>(
  collection: Collection<T>,
  keys: readonly string[],
): Promise<{ rows: Map<string, T>; isComplete: boolean }> {
  const rows = new Map<string, T>();
  let characters = 0;
  for await (const row of collection.find({ _id: { $in: keys } } as Filter<T>, { batchSize: keys.length })) {
    rows.set(row._id, row as T);
    characters += row.properties.length as number;
    if (characters >= MAX_CHARACTERS) return { rows, isComplete: false };
  }
  return { rows, isComplete: true };
}
