import { type ActiveHour, activeMs, joinAllHours, joinHours, type Stretch } from "../../active-hours.ts";
import { byId, findByIds, insertMissing, updateVersions, type VersionUpdate } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { RETRY, retryOnConflict } from "../retry-on-conflict.ts";
import { activityOf } from "./piece-row.ts";
import type { ActiveHourRow, PieceRow } from "./recording-row-types.ts";

/**
 * Merges activity idempotently. Returns the total active milliseconds of recordings with added activity, by key.
 * Callers must read the recording first: then the total covers all pieces counted in that version, and these.
 */
export async function addActivity(
  collections: Collections,
  pieces: readonly PieceRow[],
): Promise<ReadonlyMap<string, number>> {
  const added = hoursOf(pieces);
  await retryOnConflict(async () => ((await addHours(collections, added)) ? undefined : RETRY));
  const recordings = new Set([...added.values()].map(({ recording }) => recording));
  return sumsOf(collections, [...recordings]);
}

interface AddedHour {
  readonly recording: string;
  readonly hour: ActiveHour;
}

function hoursOf(pieces: readonly PieceRow[]): ReadonlyMap<string, AddedHour> {
  const byRecording = new Map<string, ActiveHour[]>();
  for (const piece of pieces) {
    const hours = byRecording.get(piece.recording) ?? [];
    byRecording.set(piece.recording, [...hours, ...activityOf(piece)]);
  }
  const added = new Map<string, AddedHour>();
  for (const [recording, hours] of byRecording) {
    for (const hour of joinAllHours(hours)) added.set(`${recording}/${hour.hour}`, { recording, hour });
  }
  return added;
}

/** Returns false on a version conflict. */
async function addHours({ recording_activity }: Collections, added: ReadonlyMap<string, AddedHour>): Promise<boolean> {
  const rows = new Map((await findByIds(recording_activity, added.keys())).map((row) => [row._id, row]));
  const inserted: ActiveHourRow[] = [];
  const changed: VersionUpdate<ActiveHourRow>[] = [];
  for (const [_id, { recording, hour }] of added) {
    const row = rows.get(_id);
    const known = row ? contentOf(joinHours(toHour(row), hour)) : contentOf(hour);
    if (!row) inserted.push({ _id, recording, version: 0, hour: hour.hour, ...known });
    else if (known.stretches !== row.stretches || known.next !== row.next) {
      changed.push({ filter: { _id, recording, version: row.version }, update: { $set: known, $inc: { version: 1 } } });
    }
  }
  const present = await insertMissing(recording_activity, inserted.toSorted(byId));
  return (await updateVersions(recording_activity, changed)) && present.length === 0;
}

const toHour = ({ hour, next, stretches }: ActiveHourRow): ActiveHour => ({
  hour,
  next,
  stretches: JSON.parse(stretches) as Stretch[],
});

const contentOf = (hour: ActiveHour) => ({
  next: hour.next,
  stretches: JSON.stringify(hour.stretches),
  activeMs: activeMs(hour),
});

async function sumsOf(
  { recording_activity }: Collections,
  recordings: readonly string[],
): Promise<Map<string, number>> {
  if (recordings.length === 0) return new Map();
  const sums = recording_activity.aggregate<{ _id: string; sum: number }>([
    { $match: { recording: { $in: recordings } } },
    { $group: { _id: "$recording", sum: { $sum: "$activeMs" } } },
  ]);
  return new Map((await sums.toArray()).map(({ _id, sum }) => [_id, sum]));
}
