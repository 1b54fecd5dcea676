import type { Collection, Document, Filter } from "mongodb";
import type { NeutralRow, RowBatch, RowKind } from "../../ports/neutral-rows.ts";
import { insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";

export interface Documents<K extends RowKind> {
  readonly count: (collections: Collections) => Promise<number>;
  readonly read: (collections: Collections, after: string | null) => AsyncIterable<RowBatch>;
  /** Adds the rows that are not there yet. `position` is the number of rows before them. */
  readonly write: (collections: Collections, rows: readonly NeutralRow<K>[], position: number) => Promise<unknown>;
  readonly clear: (collections: Collections) => Promise<unknown>;
}

interface DocumentsOptions<K extends RowKind, Row extends WithId> {
  readonly of: (collections: Collections) => Collection<Row>;
  readonly filter?: Filter<Row>;
  readonly projection?: Partial<Record<keyof Row, 0>>;
  readonly toRows: (documents: readonly Row[], collections: Collections) => NeutralRow<K>[] | Promise<NeutralRow<K>[]>;
  readonly toDocument: (row: NeutralRow<K>, position: number) => Row;
}

interface WithId extends Document {
  readonly _id: string | number;
}

const MAX_BATCH_ROWS = 500;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/** Describes a kind that is kept as one document for each row or several. Documents are read by `_id`. */
export function documents<K extends RowKind, Row extends WithId>({
  of,
  filter = {},
  projection = {},
  toRows,
  toDocument,
}: DocumentsOptions<K, Row>): Documents<K> {
  return {
    count: (collections) => of(collections).countDocuments(filter),
    async *read(collections, after) {
      const beyond = after === null ? {} : { _id: { $gt: JSON.parse(after) as string | number } };
      const found = of(collections)
        .find({ $and: [filter, beyond] } as Filter<Row>, { projection: projection as Document })
        .sort({ _id: 1 });
      for await (const batch of inBatches(found as AsyncIterable<Row>)) {
        const last = batch.at(-1)?._id ?? "";
        yield { rows: await toRows(batch, collections), cursor: JSON.stringify(last) };
      }
    },
    write: (collections, rows, position) =>
      insertMissing(
        of(collections),
        rows.map((row, index) => toDocument(row, position + index)),
      ),
    clear: (collections) => of(collections).deleteMany({}),
  };
}

export async function* inBatches<Row extends object>(
  found: AsyncIterable<Row>,
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
