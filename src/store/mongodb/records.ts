import type { Collection } from "mongodb";
import {
  type IndexedField,
  type RecordKind,
  type RecordKindSpec,
  type Records,
  type Stored,
  UniqueKeyTaken,
} from "../ports/records.ts";
import { planRead } from "../records/read-plan.ts";
import { type NewVersion, newVersion, toRecord, unescapeFields } from "../records/stored-record.ts";
import { batchesOf } from "./bulk-writes.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { RETRY, retryOnConflict } from "./mongo-errors.ts";
import { filterOf, type RecordRow, recordKey, sortOf, toField } from "./record-documents.ts";

type Rows = Collection<RecordRow>;

export function mongoRecords(database: MongoDatabase): Records {
  const write = <T>(kind: RecordKindSpec, work: (rows: Rows) => Promise<T | typeof RETRY>) =>
    database.withRecords(kind, (rows) => retryOnConflict(() => work(rows)));
  return {
    find: (kind, key) =>
      database.withRecords(kind, async (rows) => {
        const row = await rows.findOne({ _id: recordKey(kind, key) });
        return row && fromRow(kind, row);
      }),

    findMany: (kind, field, values) =>
      database.withRecords(kind, async (rows) => {
        planRead(kind, { where: { [field]: null } }); // throws without an index
        const found: RecordRow[] = [];
        for (const batch of batchesOf([...new Set(values)])) {
          found.push(...(await rows.find({ [field]: { $in: batch.map(toField) } }).toArray()));
        }
        return found.map((row) => fromRow(kind, row));
      }),

    list: (kind, query, { limit, offset }) =>
      database.withRecords(kind, async (rows) => {
        const plan = planRead(kind, query);
        const filter = filterOf(plan);
        const page = rows.find(filter).sort(sortOf(plan)).skip(offset).limit(limit);
        return {
          count: await rows.countDocuments(filter),
          items: (await page.toArray()).map((row) => fromRow(kind, row)),
        };
      }),

    scan: (kind, query, { limit, after }) =>
      database.withRecords(kind, async (rows) => {
        const plan = planRead(kind, query, after);
        return (await rows.find(filterOf(plan)).sort(sortOf(plan)).limit(limit).toArray()).map((row) =>
          fromRow(kind, row),
        );
      }),

    scanFields: (kind, query, fields) =>
      database.withRecords(kind, async (rows) => {
        const plan = planRead(kind, query);
        const projection = { _id: 0, ...Object.fromEntries(fields.map((field) => [field, 1])) };
        const found = await rows.find(filterOf(plan), { projection }).sort(sortOf(plan)).toArray();
        return found.map((row) => unescapeFields(row) as never);
      }),

    insert: (kind, record) =>
      write(kind, async (rows) => {
        const next = newVersion(kind, record);
        return (await insert(rows, kind, next)) ? next.stored : null;
      }),

    put: (kind, record) =>
      write(kind, async (rows) => {
        const next = newVersion(kind, record);
        const row = toRow(kind, next);
        await rejectTaken(rows, kind, row);
        await rows.replaceOne({ _id: row._id }, row, { upsert: true });
        return next.stored;
      }),

    replace: (kind, record) =>
      write(kind, async (rows) => {
        const next = newVersion(kind, record);
        return (await replace(rows, kind, record.version, next)) ? next.stored : null;
      }),

    change: (kind, key, change) => write(kind, (rows) => changeOnce(rows, kind, key, change)),

    delete: (kind, key, version) =>
      database.withRecords(kind, async (rows) => {
        const filter = { _id: recordKey(kind, key), ...(version !== undefined && { version }) };
        return (await retryOnConflict(() => rows.deleteOne(filter))).deletedCount > 0;
      }),
  };
}

async function changeOnce<R extends object, K extends IndexedField<R>>(
  rows: Rows,
  kind: RecordKind<R, K>,
  key: Pick<R, K>,
  change: (record: Stored<R> | null) => R | null,
): Promise<Stored<R> | null | typeof RETRY> {
  const row = await rows.findOne({ _id: recordKey(kind, key) });
  const present = row && fromRow(kind, row);
  const changed = change(present);
  if (changed === null) return present;
  const next = newVersion(kind, changed);
  const isStored = row ? await replace(rows, kind, row.version, next) : await insert(rows, kind, next);
  return isStored ? next.stored : RETRY;
}

async function insert<R>(rows: Rows, kind: RecordKindSpec, next: NewVersion<R>): Promise<boolean> {
  const row = toRow(kind, next);
  if (await rows.findOne({ _id: row._id }, { projection: { _id: 1 } })) return false;
  await rejectTaken(rows, kind, row);
  await rows.insertOne(row); // of concurrent inserts, all but one fail and begin again
  return true;
}

async function replace<R>(rows: Rows, kind: RecordKindSpec, version: string, next: NewVersion<R>): Promise<boolean> {
  const row = toRow(kind, next);
  await rejectTaken(rows, kind, row);
  return (await rows.replaceOne({ _id: row._id, version }, row)).matchedCount > 0;
}

/** Throws if another document has a unique key of this one. The error of the index would not say which key it is. */
async function rejectTaken(rows: Rows, kind: RecordKindSpec, row: RecordRow): Promise<void> {
  for (const fields of kind.unique ?? []) {
    if (fields.some((field) => row[field] === undefined)) continue;
    const other = { ...Object.fromEntries(fields.map((field) => [field, row[field]])), _id: { $ne: row._id } };
    if (await rows.findOne(other, { projection: { _id: 1 } })) throw new UniqueKeyTaken(kind);
  }
}

function toRow<R>(kind: RecordKindSpec, { stored, fields }: NewVersion<R>): RecordRow {
  return { ...fields, _id: recordKey(kind, stored as object), version: stored.version };
}

function fromRow<R extends object, K extends IndexedField<R>>(kind: RecordKind<R, K>, row: RecordRow): Stored<R> {
  const { _id, version, ...fields } = row;
  return toRecord(kind, fields, version);
}
