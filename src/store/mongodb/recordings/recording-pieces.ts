import { unescapeText } from "../../escape-text.ts";
import type { RecordingPieces } from "../../ports/recording-pieces.ts";
import type { RecordingFile, SessionKey } from "../../ports/recordings.ts";
import type { Collections } from "../collections.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { appendPieces } from "./append-pieces.ts";
import { unflushedPieces } from "./read-pieces.ts";
import { recordingKey } from "./recording-row.ts";
import type { RecordingFileRow } from "./recording-row-types.ts";
import { dropChunks, findChunks, keepChunk, staleChunks } from "./stored-chunks.ts";
import { checkProperties, dropUnrecorded, saveProperties } from "./stored-properties.ts";

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
