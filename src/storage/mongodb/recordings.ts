import type { Recordings } from "../ports/recordings.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { appendPieces } from "./recordings/append-pieces.ts";
import {
  erasedSessions,
  eraseRecording,
  expiredRecordings,
  filesToDelete,
  forgetFiles,
} from "./recordings/erase-recordings.ts";
import {
  beginFile,
  claimRecording,
  dueRecordings,
  finishedFiles,
  finishFile,
  releaseRecording,
  waitingSince,
} from "./recordings/flush-recordings.ts";
import { boundPieces, unflushedPieces } from "./recordings/read-pieces.ts";
import {
  findRecordings,
  listRecordings,
  markViewed,
  pinRecording,
  savedProperties,
  saveProperties,
  viewedSessions,
} from "./recordings/recording-queries.ts";
import { chunksOf, dropChunks, keepChunk, staleChunks } from "./recordings/stored-chunks.ts";

export function mongoRecordings(database: MongoDatabase): Recordings {
  return {
    append: (projectId, pieces) => database.run((all) => appendPieces(all, projectId, pieces)),
    keepChunk: (projectId, chunk) => database.run((all) => keepChunk(all, projectId, chunk)),
    chunks: (snapshot) => database.run((all) => chunksOf(all, snapshot)),
    dropChunks: (snapshot) => database.run((all) => dropChunks(all, snapshot)),
    staleChunks: (receivedBefore, limit) => database.run((all) => staleChunks(all, receivedBefore, limit)),
    saveProperties: (projectId, notes) => database.run((all) => saveProperties(all, projectId, notes)),

    list: (projectId, page, filter) => database.run((all) => listRecordings(all, projectId, page, filter)),
    find: (projectId, sessionIds) => database.run((all) => findRecordings(all, projectId, sessionIds)),
    properties: (projectId, sessionIds) => database.run((all) => savedProperties(all, projectId, sessionIds)),

    pieces: (projectId, sessionId, known) => unflushedPieces(database, { projectId, sessionId }, known),
    files: (projectId, sessionId) => database.run((all) => finishedFiles(all, { projectId, sessionId })),

    markViewed: (projectId, sessionId, userId, at) =>
      database.run((all) => markViewed(all, { projectId, sessionId }, userId, at)),
    pin: (projectId, sessionId, userId, isPinned) =>
      database.run((all) => pinRecording(all, { projectId, sessionId }, userId, isPinned)),
    viewed: (projectId, sessionIds, userId) =>
      database.run((all) => viewedSessions(all, projectId, sessionIds, userId)),

    due: (receivedBefore, bytes, now, limit) =>
      database.run((all) => dueRecordings(all, receivedBefore, bytes, now, limit)),
    waitingSince: () => database.run(waitingSince),
    claim: (session, owner, until, now) => database.run((all) => claimRecording(all, session, owner, until, now)),
    release: (session, owner) => database.run((all) => releaseRecording(all, session, owner)),
    beginFile: (session, prefix) => database.run((all) => beginFile(all, session, prefix)),
    boundPieces: (session, key) => boundPieces(database, session, key),
    finishFile: (session, file) => database.run((all) => finishFile(all, session, file)),

    erase: (projectId, sessionId, at) => database.run((all) => eraseRecording(all, { projectId, sessionId }, at)),
    erased: (projectId, sessionIds) => database.run((all) => erasedSessions(all, projectId, sessionIds)),
    expired: (receivedBefore, limit) => database.run((all) => expiredRecordings(all, receivedBefore, limit)),
    erasures: (limit) => database.run((all) => filesToDelete(all, limit)),
    forgetFiles: (session, keys) => database.run((all) => forgetFiles(all, session, keys)),
  };
}
