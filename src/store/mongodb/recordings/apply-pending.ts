import { batchesOf } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { pieceKey } from "./piece-row.ts";
import type { RecordingRow } from "./recording-row-types.ts";

/** Applies recordings' intent records to their pieces. Then `updateRecording` of the same versions may remove them. */
export async function applyPending(collections: Collections, rows: readonly RecordingRow[]): Promise<void> {
  const marked = new Map<number, string[]>();
  for (const { _id, counted } of rows) {
    if (!counted) continue;
    const keys = marked.get(counted.batch) ?? [];
    keys.push(...counted.uuids.map((uuid) => pieceKey(_id, uuid)));
    marked.set(counted.batch, keys);
  }
  for (const [batch, keys] of marked) {
    for (const part of batchesOf(keys.toSorted())) {
      const unmarked = { _id: { $in: part }, batch: { $exists: false } };
      await retryOnConflict(() => collections.pieces.updateMany(unmarked, { $set: { batch } }));
    }
  }
  for (const { _id, dropping } of rows) if (dropping) await dropBatch(collections, _id, dropping.batch);
}

/** Drops the pieces except their identity, so that they are recognized when they arrive again. */
async function dropBatch({ pieces, piece_parts }: Collections, recording: string, batch: number): Promise<void> {
  const divided = await pieces.find({ recording, batch, parts: { $gt: 0 } }, { projection: { _id: 1 } }).toArray();
  if (divided.length > 0) {
    const owners = divided.map(({ _id }) => _id);
    await piece_parts.deleteMany({ recording, piece: { $in: owners } });
  }
  const content = {
    order: "",
    firstMs: "",
    lastMs: "",
    receivedAt: "",
    bytes: "",
    windowId: "",
  } as const;
  const $unset = { ...content, summary: "", activity: "", data: "", parts: "" } as const;
  await retryOnConflict(() => pieces.updateMany({ recording, batch, firstMs: { $exists: true } }, { $unset }));
}

/** Removes everything that belongs to an erased recording, except the list of its files. */
export async function removeContents(collections: Collections, _id: string): Promise<void> {
  await collections.pieces.deleteMany({ recording: _id });
  await collections.piece_parts.deleteMany({ recording: _id });
  await collections.recording_activity.deleteMany({ recording: _id });
  await collections.snapshot_chunks.deleteMany({ recording: _id });
  await collections.recording_views.deleteMany({ recording: _id });
  await collections.recording_properties.deleteOne({ _id });
}
