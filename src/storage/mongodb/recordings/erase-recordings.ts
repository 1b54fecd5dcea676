import type { SessionKey } from "../../ports/recordings.ts";
import { unescapeText } from "../../values/escape-text.ts";
import { byId, findByIds, insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { projectNumberForQuery } from "../document-keys.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { removeContents } from "./apply-pending.ts";
import { updateCount } from "./recording-count.ts";
import { fileKey, recordingKey, toSessionKey } from "./recording-row.ts";
import type { FileToDeleteRow, RecordingRow } from "./recording-row-types.ts";

/** What of an erased recording goes at once. */
const SUMMARY_FIELDS = [
  "summary",
  "distinctId",
  "firstMs",
  "durationMs",
  "activeMs",
  "receivedAt",
  "pinnedBy",
] as const;
const PIECE_FIELDS = ["batch", "open", "counted", "dropping"] as const;
const WAITING_FIELDS = ["waitingSince", "waitingBytes", "claimedBy", "claimedUntil"] as const;
const ERASED_FIELDS = Object.fromEntries(
  [...SUMMARY_FIELDS, ...PIECE_FIELDS, ...WAITING_FIELDS].map((field) => [field, "" as const]),
);

/** `Recordings.erase`: one update decides, for one of several callers; whatever is left after it, `erasures` completes. */
export async function eraseRecording(collections: Collections, session: SessionKey, at: number): Promise<boolean> {
  const _id = recordingKey(session);
  const goneFrom = projectNumberForQuery(session.projectId);
  const decide = { $set: { erasedAt: at, erasing: true, goneFrom }, $unset: ERASED_FIELDS, $inc: { version: 1 } };
  const there = { _id, erasedAt: { $exists: false } };
  const decided = await retryOnConflict(() => collections.recordings.updateOne(there, decide));
  await completeErasures(collections, await findByIds(collections.recordings, [_id]));
  return decided.matchedCount > 0;
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

/** Lists files of an erased recording, by their keys as they are stored, in `erasures`, and no more as the recording's. */
export async function listForDeletion(
  collections: Collections,
  row: RecordingRow,
  keys: readonly string[],
): Promise<void> {
  const { _id: recording, project, sessionId, erasedAt = 0 } = row;
  const common = { recording, project, sessionId, erasedAt };
  const rows = keys.map((key) => ({ _id: fileKey(toSessionKey(row), unescapeText(key)), ...common, key }));
  await insertMissing(collections.files_to_delete, rows.toSorted(byId));
  await collections.recording_files.deleteMany({ recording, key: { $in: [...keys] } });
}

/** `Recordings.erasures`. */
export async function filesToDelete(
  collections: Collections,
  limit: number,
): Promise<(SessionKey & { readonly erasedAt: number; readonly keys: string[] })[]> {
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
}

const firstOf = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, { $first: `$${field}` }]));

/** `Recordings.erased`. */
export async function erasedSessions(
  { recordings }: Collections,
  projectId: string,
  sessionIds: readonly string[],
): Promise<Set<string>> {
  const keys = sessionIds.map((sessionId) => recordingKey({ projectId, sessionId }));
  const rows = await findByIds(recordings, keys, { erasedAt: 1 });
  const erased = new Set(rows.filter(({ erasedAt }) => erasedAt !== undefined).map(({ _id }) => _id));
  return new Set(sessionIds.filter((sessionId) => erased.has(recordingKey({ projectId, sessionId }))));
}

/** `Recordings.expired`. */
export async function expiredRecordings(
  { recordings }: Collections,
  receivedBefore: number,
  limit: number,
): Promise<SessionKey[]> {
  if (limit <= 0) return [];
  const old = { receivedAt: { $lt: receivedBefore }, "pinnedBy.0": { $exists: false } };
  const rows = recordings.find(old, { projection: { project: 1, sessionId: 1 } }).sort({ receivedAt: 1 });
  return (await rows.limit(limit).toArray()).map(toSessionKey);
}

/** `Recordings.forgetFiles`. */
export async function forgetFiles(
  { files_to_delete }: Collections,
  session: SessionKey,
  keys: readonly string[],
): Promise<void> {
  await files_to_delete.deleteMany({ _id: { $in: keys.map((key) => fileKey(session, key)) } });
}
