import { ObjectId } from "mongodb";
import { escapeText, unescapeText } from "../../escape-text.ts";
import { withData } from "../../piece-pages.ts";
import type { FileInProgress, RecordingFile, RecordingFlushing, SessionKey } from "../../ports/recordings.ts";
import type { Collections } from "../collections.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { RETRY, retryOnConflict } from "../mongo-errors.ts";
import { countUncountedPieces } from "./append-pieces.ts";
import { unflushedPieces } from "./read-pieces.ts";
import { listForDeletion } from "./recording-erasure.ts";
import { applyPending, fileKey, recordingKey, toSessionKey, updateRecording } from "./recording-row.ts";

export function mongoRecordingFlushing(database: MongoDatabase): RecordingFlushing {
  return {
    due: database.method(async ({ recordings }, receivedBefore, bytes, now, limit) => {
      if (limit <= 0) return [];
      const projection = { project: 1, sessionId: 1 } as const;
      const free = { claimedUntil: { $not: { $gt: now } } };
      const old = recordings.find({ waitingSince: { $lt: receivedBefore }, ...free }, { projection });
      const large = recordings.find({ waitingBytes: { $gt: bytes }, ...free }, { projection });
      const rows = [
        ...(await old.sort({ waitingSince: 1 }).limit(limit).toArray()),
        ...(await large.limit(limit).toArray()),
      ];
      const due = [...new Map(rows.map((row) => [row._id, row])).values()].slice(0, limit);
      return due.map(toSessionKey);
    }),

    waitingSince: database.method(async ({ recordings }) => {
      const waiting = { waitingSince: { $gte: Number.NEGATIVE_INFINITY } };
      const options = { sort: { waitingSince: 1 }, projection: { waitingSince: 1 } } as const;
      return (await recordings.findOne(waiting, options))?.waitingSince ?? null;
    }),

    claim: database.method(({ recordings }, session, owner, until, now) => {
      const claimedBy = escapeText(owner);
      const free = [{ claimedBy: { $exists: false } }, { claimedBy }, { claimedUntil: { $lte: now } }];
      const claimable = { _id: recordingKey(session), erasedAt: { $exists: false }, $or: free };
      const claim = { $set: { claimedBy, claimedUntil: until } };
      return retryOnConflict(async () => (await recordings.updateOne(claimable, claim)).matchedCount > 0);
    }),

    release: database.method(async ({ recordings }, session, owner) => {
      const own = { _id: recordingKey(session), claimedBy: escapeText(owner) };
      await retryOnConflict(() => recordings.updateOne(own, { $unset: { claimedBy: "", claimedUntil: "" } }));
    }),

    beginFile: database.method(beginFile),
    piecesOfOpenFile: (session, key) => withData(unflushedPieces(database, session, undefined, key)),
    finishFile: database.method(finishFile),
  };
}

/** Makes the open batch the file's, so that later pieces go into the next batch. */
async function beginFile(collections: Collections, session: SessionKey, prefix: string) {
  const _id = recordingKey(session);
  await countUncountedPieces(collections, session);
  return retryOnConflict(async () => {
    const row = await collections.recordings.findOne({ _id });
    if (!row || row.erasedAt !== undefined) return null;
    if (row.begun) return toFileInProgress(row.begun);
    await applyPending(collections, [row]);
    const applied = { counted: undefined, dropping: undefined };
    if (!row.open) {
      const hasPending = row.counted !== undefined || row.dropping !== undefined;
      return !hasPending || (await updateRecording(collections, { row, change: applied })) ? null : RETRY;
    }
    const key = await freeKey(collections, _id, `${prefix}${row.open.firstMs}-${row.open.lastMs}`);
    const begun = { ...row.open, key: escapeText(key), batch: row.batch };
    const change = { ...applied, begun, open: undefined, batch: row.batch + 1 };
    return (await updateRecording(collections, { row, change })) ? toFileInProgress(begun) : RETRY;
  });
}

async function freeKey({ recording_files }: Collections, recording: string, preferred: string): Promise<string> {
  const files = await recording_files.find({ recording }, { projection: { key: 1 } }).toArray();
  const taken = new Set(files.map(({ key }) => unescapeText(key)));
  let key = preferred;
  for (let copy = 2; taken.has(key); copy++) key = `${preferred}-${copy}`;
  return key;
}

/** Lists the file, hidden while it is begun. The update that ends this hides its pieces, which are then dropped. */
function finishFile(collections: Collections, session: SessionKey, file: RecordingFile): Promise<boolean> {
  const _id = recordingKey(session);
  const key = escapeText(file.key);
  const listed = { _id: fileKey(session, file.key), recording: _id };
  return retryOnConflict(async () => {
    const row = await collections.recordings.findOne({ _id });
    // Erased while the file was written: the file must be deleted, too.
    if (!row) return false;
    if (row.erasedAt !== undefined) {
      await listForDeletion(collections, row, [key]);
      return false;
    }
    if (row.begun?.key !== key) {
      if (!(await collections.recording_files.findOne(listed))) {
        throw new Error(`The file ${file.key} was not begun.`);
      }
      await finishDropping(collections, _id);
      return true;
    }
    const content = { recording: _id, key, firstMs: file.firstMs, lastMs: file.lastMs, bytes: file.bytes };
    await collections.recording_files.replaceOne(listed, { ...content, order: new ObjectId() }, { upsert: true });
    const { batch, since } = row.begun;
    await applyPending(collections, [row]);
    const change = { begun: undefined, counted: undefined, dropping: { batch, since } };
    if (!(await updateRecording(collections, { row, change }))) return RETRY;
    await finishDropping(collections, _id);
    return true;
  });
}

/** Drops the pieces of a finished file. On a version conflict nothing is left to do: every update drops them first. */
async function finishDropping(collections: Collections, _id: string): Promise<void> {
  const row = await collections.recordings.findOne({ _id });
  if (row?.erasedAt !== undefined || !row?.dropping) return;
  await applyPending(collections, [row]);
  await updateRecording(collections, { row, change: { counted: undefined, dropping: undefined } });
}

/** `key` is escaped. */
function toFileInProgress({ key, firstMs, lastMs }: FileInProgress): FileInProgress {
  return { key: unescapeText(key), firstMs, lastMs };
}
