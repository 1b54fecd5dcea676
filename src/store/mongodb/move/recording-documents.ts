import { type ActiveHour, activeMs, type Stretch } from "../../active-hours.ts";
import { escapeText, unescapeText } from "../../escape-text.ts";
import type { NeutralRow } from "../../ports/neutral-rows.ts";
import type { Collections } from "../collections.ts";
import { viewKey } from "../recordings/recording-library.ts";
import { addSpans, fileKey, recordingKey } from "../recordings/recording-row.ts";
import type { RecordingRow } from "../recordings/recording-row-types.ts";
import { fromStoredText, toStoredText } from "../stored-text.ts";
import { type Documents, documents } from "./collection-rows.ts";
import { orderAt } from "./orders.ts";
import { keyOfSession, recordingsOf, sessionOfKey } from "./recordings-of.ts";

const PRESENT = { erasedAt: { $exists: false } };

export const recordings: Documents<"recordings"> = documents({
  of: ({ recordings }) => recordings,
  filter: PRESENT,
  toRows: (rows) =>
    rows.map((row) => {
      const unflushed = addSpans(row.open, row.begun);
      return {
        project: row.project,
        session: unescapeText(row.sessionId),
        distinctId: unescapeText(row.distinctId),
        firstMs: row.firstMs,
        durationMs: row.durationMs,
        activeMs: row.activeMs,
        receivedAt: row.receivedAt,
        unflushedBytes: unflushed?.bytes ?? 0,
        unflushedFirstMs: unflushed?.firstMs ?? null,
        unflushedLastMs: unflushed?.lastMs ?? null,
        unflushedSince: unflushed?.since ?? null,
        summary: fromStoredText(row.summary),
      };
    }),
  toDocument: toRecordingRow,
});

/** Makes the unflushed pieces the open batch. */
function toRecordingRow(row: NeutralRow<"recordings">): RecordingRow {
  const { unflushedFirstMs: firstMs, unflushedLastMs: lastMs, unflushedSince: since, unflushedBytes: bytes } = row;
  const isWaiting = firstMs !== null && lastMs !== null && since !== null;
  const waiting = isWaiting && { open: { bytes, firstMs, lastMs, since }, waitingSince: since, waitingBytes: bytes };
  return {
    _id: keyOfSession(row),
    project: row.project,
    sessionId: escapeText(row.session),
    version: 0,
    summary: toStoredText(row.summary),
    distinctId: escapeText(row.distinctId),
    firstMs: row.firstMs,
    durationMs: row.durationMs,
    activeMs: row.activeMs,
    receivedAt: row.receivedAt,
    batch: OPEN_BATCH,
    ...waiting,
  };
}

/** The number of the open batch of a moved recording. Pieces in files have a lower one. */
export const OPEN_BATCH = 1;

type ErasedRow = Pick<RecordingRow, "_id" | "project" | "sessionId" | "version" | "erasedAt">;

export const erasedRecordings: Documents<"erased_recordings"> = documents({
  of: ({ recordings }) => recordings,
  filter: { erasedAt: { $exists: true } },
  toRows: (rows) =>
    rows.map(({ project, sessionId, erasedAt = 0 }) => ({ project, session: unescapeText(sessionId), at: erasedAt })),
  toDocument: ({ project, session, at }) => {
    const key = { _id: keyOfSession({ project, session }), project, sessionId: escapeText(session) };
    return { ...key, version: 0, erasedAt: at } satisfies ErasedRow as RecordingRow;
  },
});

export const pins: Documents<"recording_pins"> = {
  ...documents({
    of: ({ recordings }) => recordings,
    filter: { "pinnedBy.0": { $exists: true } },
    projection: { summary: 0 },
    toRows: (rows) =>
      rows.flatMap(({ project, sessionId, pinnedBy = [] }) => {
        return pinnedBy.map((user) => ({ project, session: unescapeText(sessionId), user }));
      }),
    toDocument: (_: NeutralRow<"recording_pins">): RecordingRow => {
      throw new Error("Pins have no documents of their own.");
    },
  }),
  async write({ recordings }, rows) {
    const operations = rows.map(({ user, ...session }) => ({
      updateOne: { filter: { _id: keyOfSession(session) }, update: { $addToSet: { pinnedBy: user } } },
    }));
    if (operations.length > 0) await recordings.bulkWrite(operations);
  },
};

export const views: Documents<"recording_views"> = documents({
  of: ({ recording_views }) => recording_views,
  async toRows(rows, collections) {
    const found = await recordingsOf(collections, rows);
    return rows.flatMap(({ recording, user, at }) => {
      const session = found.get(recording)?.session;
      return session ? [{ ...session, user, at }] : [];
    });
  },
  toDocument({ user, at, ...session }) {
    const recording = keyOfSession(session);
    return { _id: viewKey(recording, user), recording, user, at };
  },
});

export const activity: Documents<"recording_activity"> = documents({
  of: ({ recording_activity }) => recording_activity,
  async toRows(rows, collections) {
    const found = await recordingsOf(collections, rows);
    return rows.flatMap(({ recording, hour, next, stretches }) => {
      const session = found.get(recording)?.session;
      return session ? [{ ...session, hour, next, stretches }] : [];
    });
  },
  toDocument({ hour, next, stretches, ...session }) {
    const recording = keyOfSession(session);
    const active: ActiveHour = { hour, next, stretches: JSON.parse(stretches) as Stretch[] };
    const content = { hour, next, stretches, activeMs: activeMs(active) };
    return { _id: `${recording}/${hour}`, recording, version: 0, ...content };
  },
});

export const files: Documents<"recording_files"> = documents({
  of: ({ recording_files }) => recording_files,
  async toRows(rows, collections) {
    const found = await recordingsOf(collections, rows);
    return rows.flatMap(({ recording, key, firstMs, lastMs, bytes }) => {
      const { session, row } = found.get(recording) ?? {};
      // A file that is listed is not finished while the recording has it as begun.
      const isFinished = session && row?.begun?.key !== key;
      return isFinished ? [{ ...session, key: unescapeText(key), firstMs, lastMs, bytes }] : [];
    });
  },
  toDocument: ({ project, session, key, firstMs, lastMs, bytes }, position) => ({
    _id: fileKey({ projectId: String(project), sessionId: session }, key),
    recording: keyOfSession({ project, session }),
    key: escapeText(key),
    firstMs,
    lastMs,
    bytes,
    order: orderAt(position),
  }),
});

export const properties: Documents<"recording_properties"> = documents({
  of: ({ recording_properties }) => recording_properties,
  async toRows(rows, collections) {
    const keys = rows.map(({ _id }) => ({ recording: _id }));
    const found = await recordingsOf(collections, keys);
    return rows.flatMap(({ _id, at, checkAt = 0, properties }) => {
      const known = found.get(_id);
      if (known?.row.erasedAt !== undefined) return [];
      const session = known?.session ?? sessionOfKey(_id);
      const due = checkAt === Number.POSITIVE_INFINITY ? null : checkAt;
      return session ? [{ ...session, at, checkAt: due, properties: fromStoredText(properties) }] : [];
    });
  },
  toDocument: ({ at, checkAt, properties, ...session }) => ({
    _id: keyOfSession(session),
    at,
    checkAt: checkAt ?? Number.POSITIVE_INFINITY,
    properties: toStoredText(properties),
  }),
});

export const chunks: Documents<"snapshot_chunks"> = documents({
  of: ({ snapshot_chunks }) => snapshot_chunks,
  toRows: (rows) =>
    rows.map(({ project, sessionId, snapshot, number, receivedAt, event }) => {
      const session = unescapeText(sessionId);
      return { project, session, uuid: snapshot, number, receivedAt, event: fromStoredText(event) };
    }),
  toDocument({ project, session, uuid, number, receivedAt, event }) {
    const recording = keyOfSession({ project, session });
    const names = { recording, project, sessionId: escapeText(session), snapshot: uuid };
    return { _id: `${recording}/${uuid}/${number}`, ...names, number, receivedAt, event: toStoredText(event) };
  },
});

export const filesToDelete: Documents<"files_to_delete"> = documents({
  of: ({ files_to_delete }) => files_to_delete,
  toRows: (rows) =>
    rows.map(({ project, sessionId, key, erasedAt }) => {
      return { project, session: unescapeText(sessionId), key: unescapeText(key), at: erasedAt };
    }),
  toDocument({ project, session, key, at }) {
    const id = { projectId: String(project), sessionId: session };
    const names = { recording: recordingKey(id), project, sessionId: escapeText(session) };
    return { _id: fileKey(id, key), ...names, erasedAt: at, key: escapeText(key) };
  },
});

export async function setCounts({ recordings, recording_counts }: Collections): Promise<void> {
  const byProject = [{ $match: PRESENT }, { $group: { _id: "$project", count: { $sum: 1 } } }];
  for await (const { _id, count } of recordings.aggregate<{ _id: number; count: number }>(byProject)) {
    const row = { version: 0, count, noted: { arrived: [], gone: [] } };
    await recording_counts.replaceOne({ _id: String(_id) }, row, { upsert: true });
  }
}
