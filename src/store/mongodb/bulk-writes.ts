import { setImmediate as whenIdle } from "node:timers/promises";
import {
  type Collection,
  type Document,
  type Filter,
  MongoBulkWriteError,
  type OptionalUnlessRequiredId,
  type UpdateFilter,
} from "mongodb";
import { forEachOf } from "../../lib/settle-all.ts";
import type { Collections } from "./collections.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import {
  DUPLICATE_KEY,
  isConfirmed,
  isRetryableConflict,
  isWriteConflict,
  RETRY,
  retryOnConflict,
  writeErrors,
} from "./mongo-errors.ts";

/** Equals the number of events that the drain stores together. Some servers take at most 25,000 in a command. */
const MAX_BATCH_ITEMS = 2000;
const MAX_CONCURRENCY = 8;

export type Row = { readonly _id: string };

export function* batchesOf<T>(items: readonly T[], size = MAX_BATCH_ITEMS): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

const MAX_BATCH_ROWS = 500;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** Yields batches of up to 500 documents that end once they have 8 MB, about. */
export async function* inBatches<Row extends object>(
  found: Iterable<Row> | AsyncIterable<Row>,
  sizeOf: (row: Row) => number = sizeOfDocument,
): AsyncGenerator<Row[]> {
  let [batch, bytes]: [Row[], number] = [[], 0];
  for await (const row of found) {
    batch.push(row);
    bytes += sizeOf(row);
    if (batch.length < MAX_BATCH_ROWS && bytes < MAX_BATCH_BYTES) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

function sizeOfDocument(row: object): number {
  return Object.values(row).reduce((sum: number, value) => sum + lengthOf(value), 0);
}

function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return typeof value === "object" && value !== null && "position" in value ? Number(value.position) : 0;
}

interface InsertOptions<T> {
  /** Called with the documents before each attempt to insert them; returns what is inserted, in their order. */
  readonly stamp?: (rows: readonly T[]) => readonly T[];
  readonly maxTimeMS?: number;
}

/** Inserts missing documents, and returns the others. Concurrent callers must order by key, to avoid deadlocks. */
export async function insertMissing<T extends Document>(
  collection: Collection<T>,
  rows: readonly T[],
  options: InsertOptions<T> = {},
): Promise<T[]> {
  const present: T[] = [];
  for (const batch of batchesOf(rows)) {
    let remaining = batch;
    await retryOnConflict(async () => {
      const failed = await insertBatch(collection, remaining, options);
      present.push(...failed.filter(({ code }) => code === DUPLICATE_KEY).map(({ row }) => row));
      remaining = failed.filter(({ code }) => code !== DUPLICATE_KEY).map(({ row }) => row);
      return remaining.length > 0 ? RETRY : undefined;
    });
  }
  return present;
}

/** Returns the documents not inserted because of a duplicate key or a write conflict. Throws any other error. */
async function insertBatch<T extends Document>(
  collection: Collection<T>,
  rows: readonly T[],
  { stamp = (unchanged) => unchanged, maxTimeMS }: InsertOptions<T>,
) {
  const stamped = stamp(rows);
  const limits = maxTimeMS === undefined ? {} : { maxTimeMS };
  try {
    await collection.insertMany(stamped as readonly OptionalUnlessRequiredId<T>[], { ordered: false, ...limits });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !isConfirmed(error)) throw error;
    const failed = writeErrors(error);
    if (failed.length === 0 || failed.some(({ code }) => code !== DUPLICATE_KEY && !isWriteConflict(code))) throw error;
    return failed.flatMap(({ index, code }) => rows.slice(index, index + 1).map((row) => ({ row, code })));
  }
}

export interface VersionUpdate<T> {
  readonly filter: Filter<T> & { readonly _id: string; readonly version: number };
  readonly update: UpdateFilter<T>;
}

/** Updates the documents that still have the version read. Returns false if some may not have been updated. */
export async function updateVersions<T extends Row>(
  collection: Collection<T>,
  updates: readonly VersionUpdate<T>[],
): Promise<boolean> {
  if (updates.length === 0) return true;
  const operations = updates
    .toSorted((a, b) => byId(a.filter, b.filter))
    .map(({ filter, update }) => ({ updateOne: { filter, update } }));
  try {
    return (await collection.bulkWrite(operations, { ordered: false })).matchedCount === updates.length;
  } catch (error) {
    if (isRetryableConflict(error)) return false;
    throw error;
  }
}

export async function findByIds<T extends Row>(
  collection: Collection<T>,
  ids: Iterable<string>,
  projection: Partial<Record<keyof T, 0 | 1>> = {},
): Promise<T[]> {
  const found: T[] = [];
  for (const batch of batchesOf([...new Set(ids)])) {
    const filter = { _id: { $in: batch } } as Filter<T>;
    found.push(...((await collection.find(filter, { projection, batchSize: batch.length }).toArray()) as T[]));
  }
  return found;
}

export function forEachConcurrently<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  return forEachOf(items, MAX_CONCURRENCY, work);
}

/** Orders documents as all writers lock them, to avoid deadlocks. */
export function byId(a: Row, b: Row): number {
  return a._id < b._id ? -1 : 1;
}

/**
 * Combines calls of the same time, because a command for each of hundreds of projects takes seconds. `work` begins
 * once no caller has anything left to do. Its error fails all calls, so they must be harmless to repeat.
 */
export function combineCalls<Call, Result>(
  database: MongoDatabase,
  work: (collections: Collections, calls: readonly Call[]) => Promise<(call: Call) => Result>,
): (call: Call) => Promise<Result> {
  let waiting: { readonly calls: Call[]; readonly resultOf: Promise<(call: Call) => Result> } | null = null;
  const begin = () => {
    const calls: Call[] = [];
    const resultOf = whenIdle().then(() => {
      waiting = null;
      return database.run((collections) => work(collections, calls));
    });
    return { calls, resultOf };
  };
  return async (call) => {
    waiting ??= begin();
    const { calls, resultOf } = waiting;
    calls.push(call);
    return (await resultOf)(call);
  };
}
