import { escapeText, unescapeText } from "../../escape-text.ts";
import type { ChunkedSnapshot, RecordingPieces, SessionProperties } from "../../ports/recordings.ts";
import { requireProjectNumber } from "../../stored-ids.ts";
import { findByIds, forEachConcurrently, insertMissing } from "../bulk-writes.ts";
import { fromStoredText, toStoredText } from "../document-keys.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { retryOnConflict } from "../mongo-errors.ts";
import { appendPieces } from "./append-pieces.ts";
import { pieceKey } from "./piece-row.ts";
import { unflushedPieces } from "./read-pieces.ts";
import { findErasedKeys, recordingKey, removeContents } from "./recording-row.ts";
import type { RecordingFileRow, SnapshotChunkRow } from "./recording-row-types.ts";

function snapshotFilter({ snapshot, ...session }: ChunkedSnapshot) {
  return { recording: recordingKey(session), snapshot };
}

export function mongoRecordingPieces(database: MongoDatabase): RecordingPieces {
  return {
    append: database.method(appendPieces),
    files: database.method(async (collections, projectId, sessionId) => {
      const session = { projectId, sessionId };
      const _id = recordingKey(session);
      const row = await collections.recordings.findOne({ _id }, { projection: { erasedAt: 1, begun: 1 } });
      if (!row || row.erasedAt !== undefined) return [];
      const files = await collections.recording_files.find({ recording: _id }).toArray();
      const finished = files.filter(({ key }) => key !== row.begun?.key);
      return finished
        .toSorted((a, b) => a.firstMs - b.firstMs || compareOrder(a, b))
        .map(({ key, firstMs, lastMs, bytes }) => ({ key: unescapeText(key), firstMs, lastMs, bytes }));
    }),

    unflushed: (projectId, sessionId, known) => unflushedPieces(database, { projectId, sessionId }, known),
    saveProperties: database.method(async (collections, projectId, all) => {
      requireProjectNumber(projectId);
      const earliest = new Map<string, SessionProperties>();
      for (const one of all) {
        const key = recordingKey({ projectId, sessionId: one.sessionId });
        const before = earliest.get(key);
        if (!before || one.at < before.at) earliest.set(key, one);
      }
      for (const row of await findByIds(collections.recording_properties, earliest.keys(), { at: 1 })) {
        if (row.at <= (earliest.get(row._id)?.at ?? 0)) earliest.delete(row._id);
      }
      for (const key of await findErasedKeys(collections, earliest.keys())) earliest.delete(key);
      await forEachConcurrently(earliest, async ([_id, { at, checkAt, properties }]) => {
        const row = { _id, at, checkAt, properties: toStoredText(JSON.stringify(properties)) };
        if ((await insertMissing(collections.recording_properties, [row])).length === 0) return;
        const change = { $set: { at, properties: row.properties } };
        await retryOnConflict(() => collections.recording_properties.updateOne({ _id, at: { $gt: at } }, change));
      });
      // Recordings erased meanwhile keep nothing.
      for (const key of await findErasedKeys(collections, earliest.keys())) await removeContents(collections, key);
    }),

    /** Documents of earlier versions, also of nodes that still run, lack the time. */
    checkProperties: database.method(async ({ recording_properties: properties, recordings }, now, later, limit) => {
      if (limit <= 0) return 0;
      const projection = { checkAt: 1 } as const;
      const found = properties.find({ checkAt: { $lte: now } }, { projection });
      const due = await found.sort({ checkAt: 1 }).limit(limit).toArray();
      const room = limit - due.length;
      const untimed = properties.find({ checkAt: { $exists: false } }, { projection });
      const older = room > 0 ? await untimed.limit(room).toArray() : [];
      const keys = (rows: readonly { readonly _id: string }[]) => rows.map(({ _id }) => _id);
      const all = keys([...due, ...older]);
      if (all.length === 0) return 0;
      const rows = await findByIds(recordings, all, { erasedAt: 1 });
      const recorded = new Set(keys(rows.filter(({ erasedAt }) => erasedAt === undefined)));
      const unrecorded = { _id: { $in: keys(due).filter((key) => !recorded.has(key)) } };
      await properties.deleteMany(unrecorded);
      const reschedule = (ids: readonly string[], checkAt: number) =>
        ids.length === 0
          ? undefined
          : retryOnConflict(() => properties.updateMany({ _id: { $in: ids } }, { $set: { checkAt } }));
      await reschedule([...recorded], Number.POSITIVE_INFINITY);
      const unknown = keys(older).filter((key) => !recorded.has(key));
      await reschedule(unknown, later);
      return all.length;
    }),

    /** Counts after inserting, so that of several concurrent callers the last one counts all chunks. */
    keepChunk: database.method(async (collections, projectId, { sessionId, snapshot, number, receivedAt, event }) => {
      const recording = recordingKey({ projectId, sessionId });
      const row: SnapshotChunkRow = {
        _id: `${recording}/${snapshot}/${number}`,
        recording,
        project: requireProjectNumber(projectId),
        sessionId: escapeText(sessionId),
        snapshot,
        number,
        receivedAt,
        event: toStoredText(event),
      };
      const isNew = (await insertMissing(collections.snapshot_chunks, [row])).length === 0;
      const isErased = { _id: recording, erasedAt: { $exists: true } };
      if (await collections.recordings.findOne(isErased, { projection: { _id: 1 } })) {
        await removeContents(collections, recording);
        return 0;
      }
      const piece = { _id: pieceKey(recording, snapshot) };
      if (isNew && (await collections.pieces.findOne(piece, { projection: { _id: 1 } }))) {
        await collections.snapshot_chunks.deleteOne({ _id: row._id, recording });
        return 0;
      }
      return collections.snapshot_chunks.countDocuments({ recording, snapshot });
    }),

    chunks: database.method(async ({ snapshot_chunks }, snapshot) => {
      const rows = await snapshot_chunks.find(snapshotFilter(snapshot)).sort({ number: 1 }).toArray();
      return rows.map(({ event }) => fromStoredText(event));
    }),

    dropChunks: database.method(async ({ snapshot_chunks }, snapshot) => {
      await snapshot_chunks.deleteMany(snapshotFilter(snapshot));
    }),

    staleChunks: database.method(async ({ snapshot_chunks }, receivedBefore, limit) => {
      if (limit <= 0) return [];
      const snapshot = { project: "$project", sessionId: "$sessionId", snapshot: "$snapshot" };
      const bySnapshot = [
        { $match: { receivedAt: { $lt: receivedBefore } } },
        { $group: { _id: snapshot, since: { $min: "$receivedAt" } } },
        { $sort: { since: 1 } },
        { $limit: limit },
      ];
      const found = snapshot_chunks.aggregate<{ _id: Pick<SnapshotChunkRow, keyof typeof snapshot> }>(bySnapshot);
      return (await found.toArray()).map(({ _id: { project, sessionId, snapshot } }) => {
        return { projectId: String(project), sessionId: unescapeText(sessionId), snapshot };
      });
    }),

    dropUnrecorded: database.method(async (collections, projectId, sessionIds) => {
      const keys = new Set(sessionIds.map((sessionId) => recordingKey({ projectId, sessionId })));
      for (const { _id, erasedAt } of await findByIds(collections.recordings, keys, { erasedAt: 1 })) {
        if (erasedAt === undefined) keys.delete(_id);
      }
      await collections.recording_properties.deleteMany({ _id: { $in: [...keys] } });
      await collections.snapshot_chunks.deleteMany({ recording: { $in: [...keys] } });
    }),
  };
}

function compareOrder(a: RecordingFileRow, b: RecordingFileRow): number {
  return a.order.toHexString() < b.order.toHexString() ? -1 : 1;
}
