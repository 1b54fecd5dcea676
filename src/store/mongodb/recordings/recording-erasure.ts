import { unescapeText } from "../../escape-text.ts";
import type { RecordingErasure } from "../../ports/recordings.ts";
import { byId, findByIds, insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { projectNumberForQuery } from "../document-keys.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { retryOnConflict } from "../mongo-errors.ts";
import { updateCount } from "./recording-count.ts";
import { fileKey, findErasedKeys, recordingKey, removeContents, toSessionKey } from "./recording-row.ts";
import type { FileToDeleteRow, RecordingRow } from "./recording-row-types.ts";

/** All but what identifies the recording, and the file in progress. */
const ERASED_FIELDS = Object.fromEntries(
  [
    ...(["summary", "distinctId", "firstMs", "durationMs", "activeMs", "receivedAt", "pinnedBy"] as const),
    ...(["batch", "open", "counted", "dropping"] as const),
    ...(["waitingSince", "waitingBytes", "claimedBy", "claimedUntil"] as const),
  ].map((field: keyof RecordingRow) => [field, "" as const]),
);

export function mongoRecordingErasure(database: MongoDatabase): RecordingErasure {
  return {
    /** Erases by one update, which succeeds for one of several callers. `erasures` completes an interrupted erasure. */
    erase: database.method(async (collections, projectId, sessionId, at) => {
      const session = { projectId, sessionId };
      const _id = recordingKey(session);
      const goneFrom = projectNumberForQuery(session.projectId);
      const erase = { $set: { erasedAt: at, erasing: true, goneFrom }, $unset: ERASED_FIELDS, $inc: { version: 1 } };
      const present = { _id, erasedAt: { $exists: false } };
      const erased = await retryOnConflict(() => collections.recordings.updateOne(present, erase));
      await completeErasures(collections, await findByIds(collections.recordings, [_id]));
      return erased.matchedCount > 0;
    }),

    erased: database.method(async (collections, projectId, sessionIds) => {
      const keyOf = (sessionId: string) => recordingKey({ projectId, sessionId });
      const erased = await findErasedKeys(collections, sessionIds.map(keyOf));
      return new Set(sessionIds.filter((sessionId) => erased.has(keyOf(sessionId))));
    }),

    expired: database.method(async ({ recordings }, receivedBefore, limit) => {
      if (limit <= 0) return [];
      const old = { receivedAt: { $lt: receivedBefore }, "pinnedBy.0": { $exists: false } };
      const rows = recordings.find(old, { projection: { project: 1, sessionId: 1 } }).sort({ receivedAt: 1 });
      return (await rows.limit(limit).toArray()).map(toSessionKey);
    }),

    erasures: database.method(async (collections, limit) => {
      if (limit <= 0) return [];
      await completeErasures(collections, await collections.recordings.find({ erasing: true }).limit(limit).toArray());
      const bySession = [
        { $group: { _id: "$recording", ...firstOf("project", "sessionId", "erasedAt"), keys: { $push: "$key" } } },
        { $sort: { erasedAt: 1, _id: 1 } },
        { $limit: limit },
      ];
      const rows = collections.files_to_delete.aggregate<Omit<FileToDeleteRow, "key"> & { keys: string[] }>(bySession);
      return (await rows.toArray()).map((row) => ({
        ...toSessionKey(row),
        erasedAt: row.erasedAt,
        keys: row.keys.map(unescapeText).toSorted(),
      }));
    }),

    forgetFiles: database.method(async ({ files_to_delete }, session, keys) => {
      await files_to_delete.deleteMany({ _id: { $in: keys.map((key) => fileKey(session, key)) } });
    }),

    forget: database.method(async (collections, projectId, sessionIds) => {
      const keys = { $in: sessionIds.map((sessionId) => recordingKey({ projectId, sessionId })) };
      const isErased = { _id: keys, erasedAt: { $exists: true } };
      await completeErasures(collections, await collections.recordings.find(isErased).toArray());
      await updateCount(collections, projectNumberForQuery(projectId));
      await collections.files_to_delete.deleteMany({ recording: keys });
      await collections.recordings.deleteMany({
        ...isErased,
        ...{ erasing: { $exists: false }, arrivedIn: { $exists: false }, goneFrom: { $exists: false } },
      });
      return (await collections.recordings.countDocuments(isErased)) === 0;
    }),
  };
}

async function completeErasures(collections: Collections, rows: readonly RecordingRow[]): Promise<void> {
  for (const row of rows.filter(({ erasing }) => erasing)) {
    const { _id, begun } = row;
    const finished = await collections.recording_files.find({ recording: _id }, { projection: { key: 1 } }).toArray();
    const keys = new Set([...finished.map(({ key }) => key), ...(begun ? [begun.key] : [])]);
    await listForDeletion(collections, row, [...keys]);
    await removeContents(collections, _id);
    await updateCount(collections, row.project);
    await collections.recordings.updateOne({ _id }, { $unset: { erasing: "", begun: "" } });
  }
}

/** Makes `erasures` list these files, by stored key, of an erased recording, and `files` no longer. */
export async function listForDeletion(collections: Collections, row: RecordingRow, keys: readonly string[]) {
  const { _id: recording, project, sessionId, erasedAt = 0 } = row;
  const common = { recording, project, sessionId, erasedAt };
  const rows = keys.map((key) => ({ _id: fileKey(toSessionKey(row), unescapeText(key)), ...common, key }));
  await insertMissing(collections.files_to_delete, rows.toSorted(byId));
  await collections.recording_files.deleteMany({ recording, key: { $in: [...keys] } });
}

const firstOf = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, { $first: `$${field}` }]));
