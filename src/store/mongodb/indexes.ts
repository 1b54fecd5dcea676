import { type Db, type IndexDescription, MongoServerError } from "mongodb";
import type { RecordKindSpec } from "../ports/records.ts";
import type { Collections } from "./collections.ts";
import { retryOnConflict } from "./mongo-errors.ts";
import { recordIndexes } from "./record-documents.ts";

const [NO_COLLECTION, NO_INDEX] = [26, 27];

/** All indexes but those of `_id` and of records. None is unique: racing inserts collide on `_id`. */
export const INDEXES: { readonly [Name in keyof Collections]?: readonly IndexDescription[] } = {
  // The fields after `order` let the server filter without reading documents.
  events: [{ key: { project: 1, timestamp: 1, order: 1, event: 1, distinctId: 1 } }, { key: { project: 1, order: 1 } }],
  // The fields after `createdAt` let the server filter and sort without reading documents.
  persons: [
    { key: { project: 1, createdAt: -1, _id: -1, mergedInto: 1 } },
    {
      key: { project: 1, email: 1, createdAt: -1, _id: -1, mergedInto: 1 },
      partialFilterExpression: { email: { $gt: "" } },
    },
    { key: { mergedInto: 1 }, sparse: true },
  ],
  distinct_ids: [{ key: { person: 1, order: 1 } }],
  group_types: [{ key: { project: 1, number: 1 } }],
  flag_identifiers: [{ key: { person: 1 } }],
  recordings: [
    { key: { project: 1, firstMs: -1, sessionId: 1, durationMs: 1 } },
    { key: { project: 1, distinctId: 1, firstMs: -1 } },
    { key: { arrivedIn: 1 }, sparse: true },
    { key: { goneFrom: 1 }, sparse: true },
    { key: { waitingSince: 1 }, sparse: true },
    { key: { waitingBytes: 1 }, sparse: true },
    { key: { erasing: 1 }, sparse: true },
    { key: { receivedAt: 1 }, sparse: true },
  ],
  pieces: [{ key: { recording: 1, firstMs: 1, order: 1 } }, { key: { recording: 1, batch: 1, firstMs: 1, order: 1 } }],
  piece_parts: [{ key: { recording: 1 } }],
  snapshot_chunks: [{ key: { recording: 1, snapshot: 1, number: 1 } }, { key: { receivedAt: 1 } }],
  recording_activity: [{ key: { recording: 1, activeMs: 1 } }],
  // Not sparse: documents of earlier versions are found by the missing field.
  recording_properties: [{ key: { checkAt: 1 } }],
  recording_files: [{ key: { recording: 1 } }],
  recording_views: [{ key: { recording: 1 } }],
  files_to_delete: [{ key: { recording: 1 } }],
};

export function indexName({ key, unique }: IndexDescription): string {
  return [...Object.entries(key).flat(), ...(unique ? ["unique"] : [])].join("_");
}

/** Creates missing indexes; safe to call concurrently. Servers read and write while they build them. */
export async function makeIndexes(db: Db): Promise<void> {
  for (const [collection, indexes] of Object.entries(INDEXES)) await createIndexes(db, collection, indexes);
  await dropIndex(db, "events", "project_1_timestamp_1__id_1_event_1_distinctId_1"); // of earlier versions
}

/** Creates those of records. Indexes of a new kind are there before its first record, and so never fail. */
export async function makeRecordIndexes(db: Db, kinds: readonly RecordKindSpec[]): Promise<void> {
  for (const kind of kinds) await createIndexes(db, kind.name, recordIndexes(kind));
}

async function createIndexes(db: Db, collection: string, indexes: readonly IndexDescription[]): Promise<void> {
  const named = indexes.map((index) => ({ ...index, name: indexName(index) }));
  await retryOnConflict(() => db.collection(collection).createIndexes(named));
}

export async function dropIndex(db: Db, collection: string, name: string): Promise<void> {
  try {
    await db.collection(collection).dropIndex(name);
  } catch (error) {
    if (!(error instanceof MongoServerError) || (error.code !== NO_COLLECTION && error.code !== NO_INDEX)) throw error;
  }
}
