import { escapeText, unescapeText } from "../../escape-text.ts";
import type { ChunkedSnapshot, SnapshotChunk } from "../../ports/recording-pieces.ts";
import { requireProjectNumber } from "../../stored-ids.ts";
import { insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";

import { fromStoredText, toStoredText } from "../stored-text.ts";
import { removeContents } from "./apply-pending.ts";
import { pieceKey } from "./piece-row.ts";
import { recordingKey } from "./recording-row.ts";
import type { SnapshotChunkRow } from "./recording-row-types.ts";

/** Counts after inserting, so that of several concurrent callers the last one counts all chunks. */
export async function keepChunk(
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

export async function findChunks({ snapshot_chunks }: Collections, snapshot: ChunkedSnapshot): Promise<string[]> {
  const rows = await snapshot_chunks.find(snapshotFilter(snapshot)).sort({ number: 1 }).toArray();
  return rows.map(({ event }) => fromStoredText(event));
}

export async function dropChunks({ snapshot_chunks }: Collections, snapshot: ChunkedSnapshot): Promise<void> {
  await snapshot_chunks.deleteMany(snapshotFilter(snapshot));
}

export async function staleChunks(
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
