import type { PropertyMap } from "../../../values/json.ts";
import type { SessionProperties } from "../../ports/recording-pieces.ts";
import { readProperties } from "../../values/property-text.ts";
import { findByIds, forEachConcurrently, insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { requireProjectNumber } from "../document-keys.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { fromStoredText, toStoredText } from "../stored-text.ts";
import { removeContents } from "./apply-pending.ts";
import { findErasedKeys, recordingKey, sessionIdsByKey } from "./recording-row.ts";

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
  { at, properties }: SessionProperties,
): Promise<void> {
  const row = { _id, at, properties: toStoredText(JSON.stringify(properties)) };
  if ((await insertMissing(recording_properties, [row])).length === 0) return;
  const change = { $set: { at, properties: row.properties } };
  await retryOnConflict(() => recording_properties.updateOne({ _id, at: { $gt: at } }, change));
}

/** Returns the stored properties by session id. */
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
