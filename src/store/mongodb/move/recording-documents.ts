import { type ActiveHour, activeMs, type Stretch } from "../../active-hours.ts";
import { projectKey } from "../document-keys.ts";
import { pieceKey, uuidOfPiece } from "../recordings/piece-row.ts";
import { viewKey } from "../recordings/recording-library.ts";
import { addSpans } from "../recordings/recording-row.ts";
import {
  type Documents,
  documents,
  type KnownRecording,
  keyOfSession,
  orderAt,
  type Session,
  type Source,
  sessionOfKey,
} from "./documents.ts";
import { OPEN_BATCH, pieces } from "./piece-documents.ts";

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

/** The kinds of recordings, in any order. */
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
    fields: ["user", "at"],
    id: ({ user, ...session }) => viewKey(keyOfSession(session), user),
  }),
  recording_activity: documents("recording_activity", "recording_activity", {
    ...OF_RECORDING,
    fields: ["hour", "next", "stretches"],
    id: ({ hour, ...session }) => `${keyOfSession(session)}/${hour}`,
    more({ hour, next, stretches, ...session }) {
      const active: ActiveHour = { hour, next, stretches: JSON.parse(stretches) as Stretch[] };
      return { ...OF_RECORDING.more(session), version: 0, activeMs: activeMs(active) };
    },
  }),
  recording_files: documents("recording_files", "recording_files", {
    ...OF_RECORDING,
    fields: ["key", "firstMs", "lastMs", "bytes"],
    id: ({ project, session, key }) => projectKey(String(project), session, key),
    more: (row, position) => ({ ...OF_RECORDING.more(row), order: orderAt(position) }),
    // A file that is listed is not finished while the recording has it as begun.
    derive: ({ key }, known) => (known?.row.begun?.key === key ? null : (known?.session ?? null)),
  }),
  recording_properties: documents("recording_properties", "recording_properties", {
    fields: ["at", "checkAt", "properties"],
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
    fields: [],
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
