import type { Recordings } from "../ports/recordings.ts";
import { appendPieces, saveProperties } from "./recordings/append-pieces.ts";
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
  viewedSessions,
} from "./recordings/recording-queries.ts";
import { chunksOf, dropChunks, keepChunk, staleChunks } from "./recordings/stored-chunks.ts";
import type { Transactions } from "./sqlite-database.ts";

export function sqliteRecordings(database: Transactions): Recordings {
  return {
    append: (projectId, pieces) => database.write((sql) => appendPieces(sql, projectId, pieces)),
    keepChunk: (projectId, chunk) => database.write((sql) => keepChunk(sql, projectId, chunk)),
    chunks: (snapshot) => database.read((sql) => chunksOf(sql, snapshot)),
    dropChunks: (snapshot) => database.write((sql) => dropChunks(sql, snapshot)),
    staleChunks: (receivedBefore, limit) => database.read((sql) => staleChunks(sql, receivedBefore, limit)),
    saveProperties: (projectId, notes) => database.write((sql) => saveProperties(sql, projectId, notes)),

    list: (projectId, page, filter) => database.read((sql) => listRecordings(sql, projectId, page, filter)),
    find: (projectId, sessionIds) => database.read((sql) => findRecordings(sql, projectId, sessionIds)),
    properties: (projectId, sessionIds) => database.read((sql) => savedProperties(sql, projectId, sessionIds)),

    pieces: (projectId, sessionId, known) => unflushedPieces(database, { projectId, sessionId }, known),
    files: (projectId, sessionId) => database.read((sql) => finishedFiles(sql, { projectId, sessionId })),

    markViewed: (projectId, sessionId, userId, at) =>
      database.write((sql) => markViewed(sql, { projectId, sessionId }, userId, at)),
    pin: (projectId, sessionId, userId, isPinned) =>
      database.write((sql) => pinRecording(sql, { projectId, sessionId }, userId, isPinned)),
    viewed: (projectId, sessionIds, userId) =>
      database.read((sql) => viewedSessions(sql, projectId, sessionIds, userId)),

    due: (receivedBefore, bytes, now, limit) =>
      database.read((sql) => dueRecordings(sql, receivedBefore, bytes, now, limit)),
    waitingSince: () => database.read(waitingSince),
    claim: (session, owner, until, now) => database.write((sql) => claimRecording(sql, session, owner, until, now)),
    release: (session, owner) => database.write((sql) => releaseRecording(sql, session, owner)),
    beginFile: (session, prefix) => beginFile(database, session, prefix),
    boundPieces: (session, key) => boundPieces(database, session, key),
    finishFile: (session, file) => finishFile(database, session, file),

    erase: (projectId, sessionId, at) => eraseRecording(database, { projectId, sessionId }, at),
    erased: (projectId, sessionIds) => database.read((sql) => erasedSessions(sql, projectId, sessionIds)),
    expired: (receivedBefore, limit) => database.read((sql) => expiredRecordings(sql, receivedBefore, limit)),
    erasures: (limit) => filesToDelete(database, limit),
    forgetFiles: (session, keys) => database.write((sql) => forgetFiles(sql, session, keys)),
  };
}
