import { ObjectId } from "mongodb";
import type { FileInProgress, RecordingFile, SessionKey } from "../../ports/recordings.ts";
import { escapeText, unescapeText } from "../../values/escape-text.ts";
import type { Collections } from "../collections.ts";
import { RETRY, retryOnConflict } from "../retry-on-conflict.ts";
import { countUncountedPieces } from "./append-pieces.ts";
import { applyPending } from "./apply-pending.ts";
import { listForDeletion } from "./erase-recordings.ts";
import { fileKey, recordingKey, toSessionKey, updateRecording } from "./recording-row.ts";
import type { RecordingFileRow } from "./recording-row-types.ts";

/** `Recordings.due`. */
export async function dueRecordings(
  { recordings }: Collections,
  receivedBefore: number,
  bytes: number,
  now: number,
  limit: number,
): Promise<SessionKey[]> {
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
}

/** `Recordings.waitingSince`. */
export async function waitingSince({ recordings }: Collections): Promise<number | null> {
  const waiting = { waitingSince: { $gte: Number.NEGATIVE_INFINITY } };
  const first = await recordings.findOne(waiting, { sort: { waitingSince: 1 }, projection: { waitingSince: 1 } });
  return first?.waitingSince ?? null;
}

/** `Recordings.claim`: false, too, where there is no such recording. */
export async function claimRecording(
  { recordings }: Collections,
  session: SessionKey,
  owner: string,
  until: number,
  now: number,
): Promise<boolean> {
  const claimedBy = escapeText(owner);
  const free = [{ claimedBy: { $exists: false } }, { claimedBy }, { claimedUntil: { $lte: now } }];
  const open = { _id: recordingKey(session), erasedAt: { $exists: false }, $or: free };
  const claim = { $set: { claimedBy, claimedUntil: until } };
  return retryOnConflict(async () => (await recordings.updateOne(open, claim)).matchedCount > 0);
}

/** `Recordings.release`. */
export async function releaseRecording({ recordings }: Collections, session: SessionKey, owner: string): Promise<void> {
  const own = { _id: recordingKey(session), claimedBy: escapeText(owner) };
  await retryOnConflict(() => recordings.updateOne(own, { $unset: { claimedBy: "", claimedUntil: "" } }));
}

/** `Recordings.beginFile`: the open batch becomes the file's, and what arrives later goes into the next. */
export async function beginFile(
  collections: Collections,
  session: SessionKey,
  prefix: string,
): Promise<FileInProgress | null> {
  const _id = recordingKey(session);
  await countUncountedPieces(collections, session);
  return retryOnConflict(async () => {
    const row = await collections.recordings.findOne({ _id });
    if (!row || row.erasedAt !== undefined) return null;
    if (row.begun) return toFileInProgress(row.begun);
    await applyPending(collections, [row]);
    const settled = { counted: undefined, dropping: undefined };
    if (!row.open) {
      const isNoted = row.counted !== undefined || row.dropping !== undefined;
      return !isNoted || (await updateRecording(collections, { row, change: settled })) ? null : RETRY;
    }
    const key = await freeKey(collections, _id, `${prefix}${row.open.firstMs}-${row.open.lastMs}`);
    const begun = { ...row.open, key: escapeText(key), batch: row.batch };
    const change = { ...settled, begun, open: undefined, batch: row.batch + 1 };
    return (await updateRecording(collections, { row, change })) ? toFileInProgress(begun) : RETRY;
  });
}

async function freeKey({ recording_files }: Collections, recording: string, wanted: string): Promise<string> {
  const files = await recording_files.find({ recording }, { projection: { key: 1 } }).toArray();
  const taken = new Set(files.map(({ key }) => unescapeText(key)));
  let key = wanted;
  for (let copy = 2; taken.has(key); copy++) key = `${wanted}-${copy}`;
  return key;
}

/**
 * `Recordings.finishFile`. The file is listed first, and not shown as long as the recording says that it is only begun. The update that ends
 * this also hides its pieces; then they are dropped.
 */
export function finishFile(collections: Collections, session: SessionKey, file: RecordingFile): Promise<boolean> {
  const _id = recordingKey(session);
  const key = escapeText(file.key);
  const listed = { _id: fileKey(session, file.key) };
  return retryOnConflict(async () => {
    const row = await collections.recordings.findOne({ _id });
    // Erased while the file was being written: what was written has to go, too.
    if (row?.erasedAt !== undefined) {
      await listForDeletion(collections, row, [key]);
      return false;
    }
    if (row?.begun?.key !== key) {
      if (!row || !(await collections.recording_files.findOne(listed))) {
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

/** Drops what is to be dropped, if anything is. Whoever finds the recording changed meanwhile need do nothing: that is done before any change. */
async function finishDropping(collections: Collections, _id: string): Promise<void> {
  const row = await collections.recordings.findOne({ _id });
  if (row?.erasedAt !== undefined || !row?.dropping) return;
  await applyPending(collections, [row]);
  await updateRecording(collections, { row, change: { counted: undefined, dropping: undefined } });
}

/** `Recordings.files`. */
export async function finishedFiles(collections: Collections, session: SessionKey): Promise<RecordingFile[]> {
  const _id = recordingKey(session);
  const row = await collections.recordings.findOne({ _id }, { projection: { erasedAt: 1, begun: 1 } });
  if (!row || row.erasedAt !== undefined) return [];
  const files = await collections.recording_files.find({ recording: _id }).toArray();
  const finished = files.filter(({ key }) => key !== row.begun?.key);
  return finished.toSorted((a, b) => a.firstMs - b.firstMs || compareOrder(a, b)).map(toFile);
}

function compareOrder(a: RecordingFileRow, b: RecordingFileRow): number {
  return a.order.toHexString() < b.order.toHexString() ? -1 : 1;
}

const toFileInProgress = ({
  key,
  firstMs,
  lastMs,
}: {
  key: string;
  firstMs: number;
  lastMs: number;
}): FileInProgress => ({
  key: unescapeText(key),
  firstMs,
  lastMs,
});

const toFile = (row: RecordingFileRow): RecordingFile => ({ ...toFileInProgress(row), bytes: row.bytes });
