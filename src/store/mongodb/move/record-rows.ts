import type { Db, Document } from "mongodb";
import type { EventToken } from "../../ports/events.ts";
import type { AnyRow, RowBatch } from "../../ports/neutral-rows.ts";
import type { RecordKindSpec } from "../../ports/records.ts";
import { type FiledPosition, HISTORY_LEFT, HISTORY_POSITION, type LeftPosition } from "../../records/history-kinds.ts";
import { type StoredFields, unescapeFields } from "../../records/stored-record.ts";
import { insertMissing } from "../bulk-writes.ts";
import { type RecordRow, recordKey } from "../record-documents.ts";
import { type Documents, inBatches, type Source } from "./documents.ts";

export function recordDocuments(kinds: readonly RecordKindSpec[]): Documents {
  return {
    async count({ db }) {
      const counts = await Promise.all(kinds.map(({ name }) => db.collection(name).estimatedDocumentCount()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    read: ({ db }, after) => readRecords(db, kinds, after),
    async write({ db }, rows) {
      for (const kind of kinds) {
        const own = rows.filter(({ recordKind }) => recordKind === kind.name);
        await insertMissing(
          db.collection<RecordRow>(kind.name),
          own.map((row) => toRecordRow(kind, row)),
        );
      }
    },
    async clear({ db }: Source) {
      for (const { name } of kinds) await db.collection(name).deleteMany({});
    },
  };
}

async function* readRecords(db: Db, kinds: readonly RecordKindSpec[], after: string | null): AsyncGenerator<RowBatch> {
  const [first, start] = after === null ? [0, null] : (JSON.parse(after) as [number, string | number]);
  for (const [index, kind] of kinds.entries()) {
    if (index < first) continue;
    const beyond: Document = index === first && start !== null ? { _id: { $gt: start } } : {};
    const found = db.collection<RecordRow>(kind.name).find(beyond).sort({ _id: 1 });
    for await (const batch of inBatches(found as AsyncIterable<RecordRow>)) {
      const rows = batch.map(({ _id, version, ...fields }) => {
        return { recordKind: kind.name, version, value: JSON.stringify(fields) };
      });
      yield { rows, cursor: JSON.stringify([index, batch.at(-1)?._id]) };
    }
  }
}

function toRecordRow(kind: RecordKindSpec, { version, value = "" }: AnyRow): RecordRow {
  const fields = JSON.parse(value) as StoredFields;
  return { ...fields, _id: recordKey(kind, unescapeFields(fields)), version: String(version) };
}

/** Returns up to where events are in history files; null if none has left for them. */
export async function movedFiledUpTo(db: Db): Promise<EventToken | null> {
  const left = await db.collection<LeftPosition>(HISTORY_LEFT.name).findOne({ receivedUntil: { $ne: null } });
  return left && ((await db.collection<FiledPosition>(HISTORY_POSITION.name).findOne())?.filedUpTo ?? null);
}
