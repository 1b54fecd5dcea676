import type { Db, Document } from "mongodb";
import type { NeutralRow, RowBatch } from "../../ports/neutral-rows.ts";
import type { RecordKindSpec } from "../../ports/records.ts";
import { COUNTERS } from "../../records/counters.ts";
import { type StoredFields, unescapeFields } from "../../records/stored-record.ts";
import { insertMissing } from "../bulk-writes.ts";
import { type RecordRow, recordKey } from "../record-documents.ts";
import { inBatches } from "./collection-rows.ts";

/** This engine counts others for its own numbers. */
const MOVED_COUNTERS = { $regex: "^(projects|users|flags \\d+)$" };

export async function* readRecords(
  db: Db,
  kinds: readonly RecordKindSpec[],
  after: string | null,
): AsyncGenerator<RowBatch> {
  const [first, start] = after === null ? [0, null] : (JSON.parse(after) as [number, string | number]);
  for (const [index, kind] of kinds.entries()) {
    if (index < first) continue;
    const beyond: Document = index === first && start !== null ? { _id: { $gt: start } } : {};
    const moved: Document = kind === COUNTERS ? { _id: MOVED_COUNTERS } : {};
    const found = db
      .collection<RecordRow>(kind.name)
      .find({ $and: [moved, beyond] })
      .sort({ _id: 1 });
    for await (const batch of inBatches(found as AsyncIterable<RecordRow>)) {
      const rows = batch.map(({ _id, version, ...fields }) => {
        return { recordKind: kind.name, version, value: JSON.stringify(fields) };
      });
      yield { rows, cursor: JSON.stringify([index, batch.at(-1)?._id]) };
    }
  }
}

export async function writeRecords(
  db: Db,
  kinds: readonly RecordKindSpec[],
  rows: readonly NeutralRow<"records">[],
): Promise<void> {
  for (const kind of kinds) {
    const own = rows.filter(({ recordKind }) => recordKind === kind.name);
    const documents = own.map(({ version, value }): RecordRow => {
      const fields = JSON.parse(value) as StoredFields;
      return { ...fields, _id: recordKey(kind, unescapeFields(fields)), version: String(version) };
    });
    await insertMissing(db.collection<RecordRow>(kind.name), documents);
  }
}
