import type { ChunkedSnapshot, SnapshotChunk } from "../../ports/recordings.ts";
import { fromColumn, toColumn } from "../../values/text.ts";
import { insertMissing } from "../bulk.ts";
import type { Collections } from "../collections.ts";
import { projectOf } from "../ids.ts";
import { fromStored, toStored } from "../long-text.ts";
import { pieceKey } from "./convert.ts";
import type { SnapshotChunkRow } from "./rows.ts";
import { removeContents } from "./settle.ts";
import { recordingKey } from "./state.ts";

/** `Recordings.keepChunk`. What it says is looked at after the chunk was inserted, so that of several who do so the last one finds all. */
export async function keepChunk(
  collections: Collections,
  projectId: string,
  { sessionId, snapshot, number, receivedAt, event }: SnapshotChunk,
): Promise<number> {
  const recording = recordingKey({ projectId, sessionId });
  const row: SnapshotChunkRow = {
    _id: `${recording}/${snapshot}/${number}`,
    recording,
    project: projectOf(projectId),
    sessionId: toColumn(sessionId),
    snapshot,
    number,
    receivedAt,
    event: toStored(event),
  };
  const isNew = (await insertMissing(collections.snapshot_chunks, [row])).length === 0;
  const isErased = { _id: recording, erasedAt: { $exists: true } };
  if (await collections.recordings.findOne(isErased, { projection: { _id: 1 } })) {
    await removeContents(collections, recording);
    return 0;
  }
  const piece = { _id: pieceKey(recording, snapshot) };
  if (isNew && (await collections.pieces.findOne(piece, { projection: { _id: 1 } }))) {
    await collections.snapshot_chunks.deleteOne({ _id: row._id });
    return 0;
  }
  return collections.snapshot_chunks.countDocuments({ recording, snapshot });
}

/** `Recordings.chunks`. */
export async function chunksOf({ snapshot_chunks }: Collections, snapshot: ChunkedSnapshot): Promise<string[]> {
  const rows = await snapshot_chunks.find(filterOf(snapshot)).sort({ number: 1 }).toArray();
  return rows.map(({ event }) => fromStored(event));
}

/** `Recordings.dropChunks`. */
export async function dropChunks({ snapshot_chunks }: Collections, snapshot: ChunkedSnapshot): Promise<void> {
  await snapshot_chunks.deleteMany(filterOf(snapshot));
}

/** `Recordings.staleChunks`. */
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
    return { projectId: String(project), sessionId: fromColumn(sessionId), snapshot };
  });
}

function filterOf({ snapshot, ...session }: ChunkedSnapshot) {
  return { recording: recordingKey(session), snapshot };
}
