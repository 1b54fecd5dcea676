import { escapeText, unescapeText } from "../../escape-text.ts";
import type {
  ChunkedSnapshot,
  RecordingFile,
  RecordingPieces,
  SessionKey,
  SnapshotChunk,
} from "../../ports/recordings.ts";
import { requireProjectNumber } from "../../stored-ids.ts";
import { insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { fromStoredText, toStoredText } from "../stored-text.ts";
import { appendPieces } from "./append-pieces.ts";
import { pieceKey } from "./piece-row.ts";
import { unflushedPieces } from "./read-pieces.ts";
import { recordingKey, removeContents } from "./recording-row.ts";
import type { RecordingFileRow, SnapshotChunkRow } from "./recording-row-types.ts";
import { checkProperties, dropUnrecorded, saveProperties } from "./stored-properties.ts";

/** Counts after inserting, so that of several concurrent callers the last one counts all chunks. */
async function keepChunk(
  collections: Collections,
  projectId: string,
  { sessionId, snapshot, number, receivedAt, event }: SnapshotChunk,
): Promise<number> {
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
}

async function findChunks({ snapshot_chunks }: Collections, snapshot: ChunkedSnapshot): Promise<string[]> {
  const rows = await snapshot_chunks.find(snapshotFilter(snapshot)).sort({ number: 1 }).toArray();
  return rows.map(({ event }) => fromStoredText(event));
}

async function dropChunks({ snapshot_chunks }: Collections, snapshot: ChunkedSnapshot): Promise<void> {
  await snapshot_chunks.deleteMany(snapshotFilter(snapshot));
}

async function staleChunks(
  { snapshot_chunks }: Collections,
  receivedBefore: number,
  limit: number,
): Promise<ChunkedSnapshot[]> {
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
}

function snapshotFilter({ snapshot, ...session }: ChunkedSnapshot) {
  return { recording: recordingKey(session), snapshot };
}

export function mongoRecordingPieces(database: MongoDatabase): RecordingPieces {
  return {
    append: (projectId, pieces) => database.run((collections) => appendPieces(collections, projectId, pieces)),
    files: (projectId, sessionId) =>
      database.run((collections) => finishedFiles(collections, { projectId, sessionId })),
    unflushed: (projectId, sessionId, known) => unflushedPieces(database, { projectId, sessionId }, known),
    saveProperties: (projectId, properties) =>
      database.run((collections) => saveProperties(collections, projectId, properties)),
    checkProperties: (now, later, limit) =>
      database.run((collections) => checkProperties(collections, now, later, limit)),

    keepChunk: (projectId, chunk) => database.run((collections) => keepChunk(collections, projectId, chunk)),
    chunks: (snapshot) => database.run((collections) => findChunks(collections, snapshot)),
    dropChunks: (snapshot) => database.run((collections) => dropChunks(collections, snapshot)),
    staleChunks: (receivedBefore, limit) =>
      database.run((collections) => staleChunks(collections, receivedBefore, limit)),
    dropUnrecorded: (projectId, sessionIds) =>
      database.run((collections) => dropUnrecorded(collections, projectId, sessionIds)),
  };
}

async function finishedFiles(collections: Collections, session: SessionKey): Promise<RecordingFile[]> {
  const _id = recordingKey(session);
  const row = await collections.recordings.findOne({ _id }, { projection: { erasedAt: 1, begun: 1 } });
  if (!row || row.erasedAt !== undefined) return [];
  const files = await collections.recording_files.find({ recording: _id }).toArray();
  const finished = files.filter(({ key }) => key !== row.begun?.key);
  return finished
    .toSorted((a, b) => a.firstMs - b.firstMs || compareOrder(a, b))
    .map(({ key, firstMs, lastMs, bytes }) => ({ key: unescapeText(key), firstMs, lastMs, bytes }));
}

function compareOrder(a: RecordingFileRow, b: RecordingFileRow): number {
  return a.order.toHexString() < b.order.toHexString() ? -1 : 1;
}
