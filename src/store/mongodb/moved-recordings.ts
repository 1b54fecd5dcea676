import { type ActiveHour, activeMs, type Stretch } from "../active-hours.ts";
import { unescapeText } from "../escape-text.ts";
import type { NeutralRow } from "../ports/neutral-rows.ts";
import type { SnapshotPiece } from "../ports/recordings.ts";
import type { SnapshotSummary } from "../snapshot-summary.ts";
import { inBatches, insertMissing } from "./bulk-writes.ts";
import { projectKey } from "./document-keys.ts";
import {
  type Documents,
  documents,
  type KnownRecording,
  keyOfSession,
  orderAt,
  type Session,
  type Source,
  sessionOfKey,
} from "./moved-documents.ts";
import { pieceKey, toPieceParts, toPieceRow, uuidOfPiece } from "./recordings/piece-row.ts";
import { batchFilter, readData } from "./recordings/read-pieces.ts";
import { viewKey } from "./recordings/recording-library.ts";
import { addSpans } from "./recordings/recording-row.ts";
import type { PieceRow, RecordingRow } from "./recordings/recording-row-types.ts";

/** The number of the open batch of a moved recording. Pieces in files have a lower one. */
const OPEN_BATCH = 1;

const WAITING = { waitingSince: { $exists: true } };

/** Unflushed pieces, one recording after the other, in the order in which they are played. */
const pieces: Documents = {
  count: ({ pieces }) => pieces.countDocuments({ firstMs: { $exists: true } }),
  async *read(source, after) {
    const beyond = after === null ? {} : { _id: { $gt: JSON.parse(after) as string } };
    const waiting = source.recordings.find({ ...WAITING, ...beyond }).sort({ _id: 1 });
    let cursor = after ?? JSON.stringify(""); // before all
    for await (const recording of waiting) {
      for await (const batch of unflushedOf(source, recording)) {
        const rows = await toPieces(source, recording, batch);
        if (rows.length > 0) yield { rows, cursor };
      }
      cursor = JSON.stringify(recording._id);
    }
  },
  async write(source, rows, position) {
    for (const [index, row] of (rows as readonly NeutralRow<"pieces">[]).entries()) {
      const recording = keyOfSession(row);
      const piece = toSnapshotPiece(row);
      const parts = toPieceParts(recording, piece);
      if (parts.length > 0) await insertMissing(source.piece_parts, parts);
      const moved = { ...toPieceRow(recording, piece), summary: "{}", activity: "[]", batch: OPEN_BATCH };
      await insertMissing(source.pieces, [{ ...moved, order: orderAt(position + index) }]);
    }
  },
  async clear({ pieces, piece_parts }) {
    await pieces.deleteMany({});
    await piece_parts.deleteMany({});
  },
};

async function* unflushedOf({ pieces }: Source, recording: RecordingRow): AsyncGenerator<PieceRow[]> {
  const filter = batchFilter(recording, undefined);
  if (!filter) return;
  const found = pieces
    .find({ recording: recording._id, firstMs: { $exists: true }, $and: [filter] }, { projection: { data: 0 } })
    .sort({ firstMs: 1, order: 1 });
  yield* inBatches(found as AsyncIterable<PieceRow>, ({ bytes }) => bytes);
}

async function toPieces(source: Source, recording: RecordingRow, batch: readonly PieceRow[]) {
  const { project, sessionId } = recording;
  const data = await readData(source, batch);
  return batch.flatMap((row): NeutralRow<"pieces">[] => {
    const text = data.get(row._id);
    if (text === undefined) return [];
    const { firstMs, lastMs, receivedAt, bytes } = row;
    const session = unescapeText(sessionId);
    const names = { project, session, uuid: uuidOfPiece(row), windowId: unescapeText(row.windowId) };
    return [{ ...names, firstMs, lastMs, receivedAt, bytes, data: text }];
  });
}

/** Leaves out figures and activity, which are counted already. */
function toSnapshotPiece({ session, uuid, firstMs, lastMs, receivedAt, windowId, data }: NeutralRow<"pieces">) {
  const summary = { firstMs, lastMs } as SnapshotSummary;
  const piece: SnapshotPiece = { sessionId: session, uuid, receivedAt, windowId, data, summary, activity: [] };
  return piece;
}

const PRESENT = { erasedAt: { $exists: false } };

const recordings = documents("recordings", "recordings", {
  filter: PRESENT,
  fields: [
    ...(["project", "session", "distinctId", "firstMs", "durationMs", "activeMs"] as const),
    ...(["receivedAt", "summary"] as const),
  ],
  id: keyOfSession,
  /** Makes the unflushed pieces the open batch. */
  more({ unflushedFirstMs: firstMs, unflushedLastMs: lastMs, unflushedSince: since, unflushedBytes: bytes }) {
    const isWaiting = firstMs !== null && lastMs !== null && since !== null;
    const waiting = isWaiting && { open: { bytes, firstMs, lastMs, since }, waitingSince: since, waitingBytes: bytes };
    return { version: 0, batch: OPEN_BATCH, ...waiting };
  },
  derive({ open, begun }) {
    const { bytes = 0, firstMs = null, lastMs = null, since = null } = addSpans(open, begun) ?? {};
    return { unflushedBytes: bytes, unflushedFirstMs: firstMs, unflushedLastMs: lastMs, unflushedSince: since };
  },
});

/** Documents that name a recording in place of its project and session. */
const OF_RECORDING = {
  recordingOf: ({ recording }: { readonly recording: string }) => recording,
  derive: (_: unknown, known: KnownRecording | undefined) => known?.session ?? null,
  more: (row: Session) => ({ recording: keyOfSession(row) }),
};

export const RECORDING_DOCUMENTS = {
  recordings,
  erased_recordings: documents("erased_recordings", "recordings", {
    filter: { erasedAt: { $exists: true } },
    id: keyOfSession,
    names: { at: "erasedAt" },
    more: () => ({ version: 0 }),
  }),
  recording_pins: {
    ...documents("recording_pins", "recordings", {
      filter: { "pinnedBy.0": { $exists: true } },
      projection: { summary: 0 },
      fields: ["project", "session"],
      id: keyOfSession,
      derive: ({ pinnedBy = [] }) => pinnedBy.map((user) => ({ user })),
    }),
    async write({ recordings }, rows) {
      const operations = rows.map(({ user = 0, project = 0, session = "" }) => ({
        updateOne: { filter: { _id: keyOfSession({ project, session }) }, update: { $addToSet: { pinnedBy: user } } },
      }));
      if (operations.length > 0) await recordings.bulkWrite(operations);
    },
  },
  recording_views: documents("recording_views", "recording_views", {
    ...OF_RECORDING,
    id: ({ user, ...session }) => viewKey(keyOfSession(session), user),
  }),
  recording_activity: documents("recording_activity", "recording_activity", {
    ...OF_RECORDING,
    id: ({ hour, ...session }) => `${keyOfSession(session)}/${hour}`,
    more({ hour, next, stretches, ...session }) {
      const active: ActiveHour = { hour, next, stretches: JSON.parse(stretches) as Stretch[] };
      return { ...OF_RECORDING.more(session), version: 0, activeMs: activeMs(active) };
    },
  }),
  recording_files: documents("recording_files", "recording_files", {
    ...OF_RECORDING,
    id: ({ project, session, key }) => projectKey(String(project), session, key),
    more: (row, position) => ({ ...OF_RECORDING.more(row), order: orderAt(position) }),
    // A file that is listed is not finished while the recording has it as begun.
    derive: ({ key }, known) => (known?.row.begun?.key === key ? null : (known?.session ?? null)),
  }),
  recording_properties: documents("recording_properties", "recording_properties", {
    id: keyOfSession,
    more: ({ checkAt }) => ({ checkAt: checkAt ?? Number.POSITIVE_INFINITY }),
    recordingOf: ({ _id }) => _id,
    derive({ _id, checkAt = 0 }, known) {
      const session = known ? known.session : sessionOfKey(_id);
      return session ? { ...session, checkAt: checkAt === Number.POSITIVE_INFINITY ? null : checkAt } : null;
    },
  }),
  pieces,
  /** Uuids by which a piece that arrives again is recognized. Those of uncounted pieces do not exist yet. */
  piece_uuids: documents("piece_uuids", "pieces", {
    ...OF_RECORDING,
    projection: { data: 0, summary: 0, activity: 0 },
    id: ({ uuid, ...session }) => pieceKey(keyOfSession(session), uuid),
    more: (row) => ({ ...OF_RECORDING.more(row), batch: OPEN_BATCH - 1 }),
    derive(row, known) {
      const uuid = uuidOfPiece(row);
      const isCounted = row.batch !== undefined || known?.row.counted?.uuids.includes(uuid);
      return known?.session && isCounted ? { ...known.session, uuid } : null;
    },
  }),
  snapshot_chunks: documents("snapshot_chunks", "snapshot_chunks", {
    names: { uuid: "snapshot", data: "event" },
    id: ({ uuid, number, ...session }) => `${keyOfSession(session)}/${uuid}/${number}`,
    more: OF_RECORDING.more,
  }),
  files_to_delete: documents("files_to_delete", "files_to_delete", {
    names: { at: "erasedAt" },
    id: ({ project, session, key }) => projectKey(String(project), session, key),
    more: OF_RECORDING.more,
  }),
} satisfies Record<string, Documents>;

export async function setCounts({ recordings, recording_counts }: Source): Promise<void> {
  const byProject = [{ $match: PRESENT }, { $group: { _id: "$project", count: { $sum: 1 } } }];
  for await (const { _id, count } of recordings.aggregate<{ _id: number; count: number }>(byProject)) {
    const row = { version: 0, count, noted: { arrived: [], gone: [] } };
    await recording_counts.replaceOne({ _id: String(_id) }, row, { upsert: true });
  }
}
