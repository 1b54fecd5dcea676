import type { Filter } from "mongodb";
import type { PropertyMap } from "../../../values/json.ts";
import type { Listed, Page } from "../../ports/common.ts";
import type { Recording, RecordingFilter, SessionKey } from "../../ports/recordings.ts";
import { escapeText } from "../../values/escape-text.ts";
import { readProperties } from "../../values/property-text.ts";
import { findByIds, forEachConcurrently, insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { projectNumberForQuery, requireProjectNumber } from "../document-keys.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { fromStoredText, toStoredText } from "../stored-text.ts";
import { removeContents } from "./apply-pending.ts";
import { newestRecordings } from "./newest-recordings.ts";
import { countRecordings } from "./recording-count.ts";
import { recordingKey, toRecording } from "./recording-row.ts";
import type { RecordingRow } from "./recording-row-types.ts";

/** `Recordings.list`. Erased recordings have no time. */
export async function listRecordings(
  collections: Collections,
  projectId: string,
  { limit, offset }: Page,
  filter: RecordingFilter = {},
): Promise<Listed<Recording>> {
  const project = projectNumberForQuery(projectId);
  if (Object.values(filter).every((value) => value === undefined)) {
    const count = await countRecordings(collections, project);
    const rows = await newestRecordings(collections, project, { limit, offset }, count, Date.now());
    return { count, items: rows.map(toRecording) };
  }
  const conditions = conditionsOf(projectId, filter);
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter;
  const all = { project, firstMs: { $gte: from, $lte: to }, ...conditions };
  const page = collections.recordings.find(all).sort({ firstMs: -1, sessionId: 1 }).skip(offset).limit(limit);
  const [count, rows] = await Promise.all([collections.recordings.countDocuments(all), page.toArray()]);
  return { count, items: rows.map(toRecording) };
}

function conditionsOf(
  projectId: string,
  { minDurationMs, distinctIds, sessionIds }: RecordingFilter,
): Filter<RecordingRow> {
  const keys = sessionIds?.map((sessionId) => recordingKey({ projectId, sessionId }));
  return {
    ...(minDurationMs !== undefined && { durationMs: { $gte: minDurationMs } }),
    ...(distinctIds && { distinctId: { $in: distinctIds.map(escapeText) } }),
    ...(keys && { _id: { $in: keys } }),
  };
}

/** `Recordings.find`. */
export async function findRecordings(
  { recordings }: Collections,
  projectId: string,
  sessionIds: readonly string[],
): Promise<Recording[]> {
  const rows = await findByIds(recordings, sessionIdsByKey(projectId, sessionIds).keys());
  const found = rows.filter(({ erasedAt }) => erasedAt === undefined).map(toRecording);
  return found.sort((a, b) => b.summary.firstMs - a.summary.firstMs || compare(a.sessionId, b.sessionId));
}

interface TimedProperties {
  readonly sessionId: string;
  readonly at: number;
  readonly properties: PropertyMap;
}

/** `Recordings.noteProperties`. */
export async function saveProperties(
  collections: Collections,
  projectId: string,
  notes: readonly TimedProperties[],
): Promise<void> {
  requireProjectNumber(projectId);
  const earliest = new Map<string, TimedProperties>();
  for (const note of notes) {
    const key = recordingKey({ projectId, sessionId: note.sessionId });
    const before = earliest.get(key);
    if (!before || note.at < before.at) earliest.set(key, note);
  }
  for (const row of await findByIds(collections.recording_properties, earliest.keys(), { at: 1 })) {
    if (row.at <= (earliest.get(row._id)?.at ?? 0)) earliest.delete(row._id);
  }
  for (const key of await erasedKeys(collections, earliest.keys())) earliest.delete(key);
  await forEachConcurrently(earliest, ([_id, note]) => saveEarliestProperties(collections, _id, note));
  // What was erased meanwhile keeps nothing.
  for (const key of await erasedKeys(collections, earliest.keys())) await removeContents(collections, key);
}

async function saveEarliestProperties(
  { recording_properties }: Collections,
  _id: string,
  { at, properties }: TimedProperties,
): Promise<void> {
  const row = { _id, at, properties: toStoredText(JSON.stringify(properties)) };
  if ((await insertMissing(recording_properties, [row])).length === 0) return;
  const change = { $set: { at, properties: row.properties } };
  await retryOnConflict(() => recording_properties.updateOne({ _id, at: { $gt: at } }, change));
}

/** `Recordings.properties`. */
export async function savedProperties(
  collections: Collections,
  projectId: string,
  sessionIds: readonly string[],
): Promise<Map<string, PropertyMap>> {
  const keys = sessionIdsByKey(projectId, sessionIds);
  const rows = await findByIds(collections.recording_properties, keys.keys());
  const erased = await erasedKeys(collections, keys.keys());
  const noted = new Map<string, PropertyMap>();
  for (const { _id, properties } of rows) {
    const sessionId = keys.get(_id);
    if (sessionId !== undefined && !erased.has(_id)) noted.set(sessionId, readProperties(fromStoredText(properties)));
  }
  return noted;
}

/** `Recordings.markViewed`. */
export async function markViewed(
  collections: Collections,
  session: SessionKey,
  userId: number,
  at: number,
): Promise<void> {
  const _id = recordingKey(session);
  if (!(await exists(collections, _id))) return;
  await insertMissing(collections.recording_views, [{ _id: viewKey(_id, userId), recording: _id, user: userId, at }]);
  if (!(await exists(collections, _id))) await removeContents(collections, _id);
}

/** `Recordings.pin`. */
export async function pinRecording(
  { recordings }: Collections,
  session: SessionKey,
  userId: number,
  isPinned: boolean,
): Promise<boolean> {
  const there = { _id: recordingKey(session), erasedAt: { $exists: false } };
  const change = isPinned ? { $addToSet: { pinnedBy: userId } } : { $pull: { pinnedBy: userId } };
  return (await retryOnConflict(() => recordings.updateOne(there, change))).matchedCount > 0;
}

/** `Recordings.viewed`. */
export async function viewedSessions(
  collections: Collections,
  projectId: string,
  sessionIds: readonly string[],
  userId: number,
): Promise<Set<string>> {
  const keys = sessionIdsByKey(projectId, sessionIds);
  const rows = await findByIds(
    collections.recording_views,
    [...keys.keys()].map((key) => viewKey(key, userId)),
  );
  const erased = await erasedKeys(collections, keys.keys());
  const viewed = rows.filter(({ recording }) => !erased.has(recording)).map(({ recording }) => keys.get(recording));
  return new Set(viewed.filter((sessionId) => sessionId !== undefined));
}

async function exists({ recordings }: Collections, _id: string): Promise<boolean> {
  return (await recordings.findOne({ _id, erasedAt: { $exists: false } }, { projection: { _id: 1 } })) !== null;
}

/** Those of the keys whose recordings were erased. */
async function erasedKeys({ recordings }: Collections, keys: Iterable<string>): Promise<Set<string>> {
  const rows = await findByIds(recordings, keys, { erasedAt: 1 });
  return new Set(rows.filter(({ erasedAt }) => erasedAt !== undefined).map(({ _id }) => _id));
}

/** The session ids by the keys of their recordings. */
function sessionIdsByKey(projectId: string, sessionIds: readonly string[]): Map<string, string> {
  return new Map(sessionIds.map((sessionId) => [recordingKey({ projectId, sessionId }), sessionId]));
}

const viewKey = (recording: string, userId: number) => `${recording}/${userId}`;

/** By code points, as databases order text. */
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
