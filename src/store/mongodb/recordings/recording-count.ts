import { insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { RETRY, retryOnConflict } from "../mongo-errors.ts";
import type { RecordingCountRow } from "./recording-row-types.ts";

const MAX_RECORDINGS_PER_UPDATE = 500;

/**
 * Counts recordings whose intent records ask for it. Returns the number of the project's recordings. The counter must
 * have the version from before reading these, and keeps their keys until the records are removed. So each counts once,
 * even with concurrent or interrupted calls.
 */
export function updateCount(collections: Collections, project: number): Promise<number> {
  const _id = String(project);
  return retryOnConflict(async () => {
    const counter = await collections.recording_counts.findOne({ _id });
    if (counter && pendingCount(counter) > 0) {
      await clearPending(collections, counter);
      return RETRY;
    }
    const [arrived, gone] = await Promise.all([
      findPendingKeys(collections, { arrivedIn: project }),
      findPendingKeys(collections, { goneFrom: project }),
    ]);
    const { count = 0, version = 0 } = counter ?? {};
    if (arrived.length + gone.length === 0) return count;
    const next = { count: count + arrived.length - gone.length, noted: { arrived, gone }, version: version + 1 };
    const { recording_counts } = collections;
    const isStored = counter
      ? (await recording_counts.updateOne({ _id, version }, { $set: next })).matchedCount > 0
      : (await insertMissing(recording_counts, [{ _id, ...next }])).length === 0;
    if (!isStored) return RETRY;
    await clearPending(collections, { _id, ...next });
    return Math.max(arrived.length, gone.length) < MAX_RECORDINGS_PER_UPDATE ? next.count : RETRY;
  });
}

const pendingCount = ({ noted }: RecordingCountRow) => noted.arrived.length + noted.gone.length;

async function findPendingKeys({ recordings }: Collections, noted: { arrivedIn: number } | { goneFrom: number }) {
  const rows = await recordings
    .find(noted, { projection: { _id: 1 } })
    .limit(MAX_RECORDINGS_PER_UPDATE)
    .toArray();
  return rows.map(({ _id }) => _id).toSorted();
}

async function clearPending(collections: Collections, { _id, version, noted }: RecordingCountRow): Promise<void> {
  const { recordings, recording_counts } = collections;
  const { arrived, gone } = noted;
  if (arrived.length > 0) await recordings.updateMany({ _id: { $in: [...arrived] } }, { $unset: { arrivedIn: "" } });
  if (gone.length > 0) await recordings.updateMany({ _id: { $in: [...gone] } }, { $unset: { goneFrom: "" } });
  const none = { noted: { arrived: [], gone: [] }, version: version + 1 };
  await recording_counts.updateOne({ _id, version }, { $set: none });
}
