import type { Collection, Document, Filter, OptionalUnlessRequiredId, UpdateFilter } from "mongodb";
import { MongoBulkWriteError } from "mongodb";
import { DUPLICATE_KEY, isConfirmed, isRetryableConflict, isWriteConflict, writeErrors } from "./mongo-errors.ts";
import { RETRY, retryOnConflict } from "./retry-on-conflict.ts";

const PORTION_ITEMS = 1000;
const MAX_CONCURRENT = 8;

/** A document whose key says what it is. */
export interface Row {
  readonly _id: string;
}

/** Parts of at most `size` items. */
export function* portionsOf<T>(items: readonly T[], size = PORTION_ITEMS): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/**
 * Inserts documents with keys of their own; gives those that were there already, which stay as they are. Give them in the order of their keys
 * where others may insert the same: so they wait for each other instead of blocking each other.
 */
export async function insertMissing<T extends Document>(collection: Collection<T>, rows: readonly T[]): Promise<T[]> {
  const present: T[] = [];
  for (const part of portionsOf(rows)) {
    let left = part;
    await retryOnConflict(async () => {
      const failed = await insertPart(collection, left);
      present.push(...failed.filter(({ code }) => code === DUPLICATE_KEY).map(({ row }) => row));
      left = failed.filter(({ code }) => code !== DUPLICATE_KEY).map(({ row }) => row);
      return left.length > 0 ? RETRY : undefined;
    });
  }
  return present;
}

/** Gives what was not inserted, and why, where nothing is wrong with it but that others were faster. */
async function insertPart<T extends Document>(collection: Collection<T>, rows: readonly T[]) {
  try {
    await collection.insertMany(rows as readonly OptionalUnlessRequiredId<T>[], { ordered: false });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !isConfirmed(error)) throw error;
    const failed = writeErrors(error);
    if (failed.length === 0 || failed.some(({ code }) => code !== DUPLICATE_KEY && !isWriteConflict(code))) throw error;
    return failed.flatMap(({ index, code }) => rows.slice(index, index + 1).map((row) => ({ row, code })));
  }
}

/** A change of the version of a document that was read. */
export interface VersionUpdate<T> {
  readonly filter: { readonly _id: string; readonly version: number };
  readonly update: UpdateFilter<T>;
}

/** Changes documents, each if it has its version still; false where it is not certain that all were changed. */
export async function updateVersions<T extends Row>(
  collection: Collection<T>,
  updates: readonly VersionUpdate<T>[],
): Promise<boolean> {
  if (updates.length === 0) return true;
  const operations = updates
    .toSorted((a, b) => byId(a.filter, b.filter))
    .map(({ filter, update }) => ({ updateOne: { filter: filter as unknown as Filter<T>, update } }));
  try {
    return (await collection.bulkWrite(operations, { ordered: false })).matchedCount === updates.length;
  } catch (error) {
    if (isRetryableConflict(error)) return false;
    throw error;
  }
}

/** The documents with these keys, in any order, without those that are not there. */
export async function findByIds<T extends Row>(
  collection: Collection<T>,
  ids: Iterable<string>,
  projection: Partial<Record<keyof T, 0 | 1>> = {},
): Promise<T[]> {
  const found: T[] = [];
  for (const part of portionsOf([...new Set(ids)])) {
    const filter = { _id: { $in: part } } as unknown as Filter<T>;
    found.push(...((await collection.find(filter, { projection }).toArray()) as unknown as T[]));
  }
  return found;
}

/** Does the work for every item, a few at once. Throws the first error, after all that was begun has ended. */
export async function forEachConcurrently<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const rest = items[Symbol.iterator]();
  let failed = false;
  const worker = async () => {
    for (let next = rest.next(); !next.done && !failed; next = rest.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  for (const result of await Promise.allSettled(Array.from({ length: MAX_CONCURRENT }, worker))) {
    if (result.status === "rejected") throw result.reason;
  }
}

/** The order in which everybody writes documents of one collection. */
export function byId(a: Row, b: Row): number {
  return a._id < b._id ? -1 : 1;
}
