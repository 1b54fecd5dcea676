import type { PropertyMap } from "../../../lib/json/json.ts";
import type { SessionProperties } from "../../ports/recordings.ts";
import { readProperties } from "../../property-text.ts";
import { requireProjectNumber } from "../../stored-ids.ts";
import { findByIds, forEachConcurrently, insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { retryOnConflict } from "../mongo-errors.ts";
import { fromStoredText, toStoredText } from "../stored-text.ts";
import { findErasedKeys, recordingKey, removeContents, sessionIdsByKey } from "./recording-row.ts";

/** Stores each session's properties unless earlier ones are stored. Erased recordings get none. */
export async function saveProperties(
  collections: Collections,
  projectId: string,
  all: readonly SessionProperties[],
): Promise<void> {
  requireProjectNumber(projectId);
  const earliest = new Map<string, SessionProperties>();
  for (const one of all) {
    const key = recordingKey({ projectId, sessionId: one.sessionId });
    const before = earliest.get(key);
    if (!before || one.at < before.at) earliest.set(key, one);
  }
  for (const row of await findByIds(collections.recording_properties, earliest.keys(), { at: 1 })) {
    if (row.at <= (earliest.get(row._id)?.at ?? 0)) earliest.delete(row._id);
  }
  for (const key of await findErasedKeys(collections, earliest.keys())) earliest.delete(key);
  await forEachConcurrently(earliest, ([_id, one]) => saveEarliestProperties(collections, _id, one));
  // Recordings erased meanwhile keep nothing.
  for (const key of await findErasedKeys(collections, earliest.keys())) await removeContents(collections, key);
}

async function saveEarliestProperties(
  { recording_properties }: Collections,
  _id: string,
  { at, checkAt, properties }: SessionProperties,
): Promise<void> {
  const row = { _id, at, checkAt, properties: toStoredText(JSON.stringify(properties)) };
  if ((await insertMissing(recording_properties, [row])).length === 0) return;
  const change = { $set: { at, properties: row.properties } };
  await retryOnConflict(() => recording_properties.updateOne({ _id, at: { $gt: at } }, change));
}

/** Documents of earlier versions, also of nodes that still run, lack the time. */
export async function checkProperties(
  collections: Collections,
  now: number,
  later: number,
  limit: number,
): Promise<number> {
  if (limit <= 0) return 0;
  const { recording_properties: properties, recordings } = collections;
  const projection = { checkAt: 1 } as const;
  const due = await properties
    .find({ checkAt: { $lte: now } }, { projection })
    .sort({ checkAt: 1 })
    .limit(limit)
    .toArray();
  const room = limit - due.length;
  const older =
    room > 0
      ? await properties
          .find({ checkAt: { $exists: false } }, { projection })
          .limit(room)
          .toArray()
      : [];
  const keys = (rows: readonly { readonly _id: string }[]) => rows.map(({ _id }) => _id);
  const all = keys([...due, ...older]);
  if (all.length === 0) return 0;
  const found = await findByIds(recordings, all, { erasedAt: 1 });
  const recorded = new Set(keys(found.filter(({ erasedAt }) => erasedAt === undefined)));
  const unrecorded = { _id: { $in: keys(due).filter((key) => !recorded.has(key)) } };
  await properties.deleteMany(unrecorded);
  const reschedule = (ids: readonly string[], checkAt: number) =>
    ids.length === 0
      ? undefined
      : retryOnConflict(() => properties.updateMany({ _id: { $in: ids } }, { $set: { checkAt } }));
  await reschedule([...recorded], Number.POSITIVE_INFINITY);
  await reschedule(
    keys(older).filter((key) => !recorded.has(key)),
    later,
  );
  return all.length;
}

export async function findProperties(
  collections: Collections,
  projectId: string,
  sessionIds: readonly string[],
): Promise<Map<string, PropertyMap>> {
  const byKey = sessionIdsByKey(projectId, sessionIds);
  const rows = await findByIds(collections.recording_properties, byKey.keys());
  const erased = await findErasedKeys(collections, byKey.keys());
  const found = new Map<string, PropertyMap>();
  for (const { _id, properties } of rows) {
    const sessionId = byKey.get(_id);
    if (sessionId !== undefined && !erased.has(_id)) found.set(sessionId, readProperties(fromStoredText(properties)));
  }
  return found;
}

export async function dropUnrecorded(
  collections: Collections,
  projectId: string,
  sessionIds: readonly string[],
): Promise<void> {
  const keys = new Set(sessionIds.map((sessionId) => recordingKey({ projectId, sessionId })));
  for (const { _id, erasedAt } of await findByIds(collections.recordings, keys, { erasedAt: 1 })) {
    if (erasedAt === undefined) keys.delete(_id);
  }
  await collections.recording_properties.deleteMany({ _id: { $in: [...keys] } });
  await collections.snapshot_chunks.deleteMany({ recording: { $in: [...keys] } });
}
