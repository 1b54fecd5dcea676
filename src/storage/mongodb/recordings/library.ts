import type { Filter } from "mongodb";
import type { PropertyMap } from "../../../values/properties.ts";
import type { Listed, Page } from "../../ports/common.ts";
import type { Recording, RecordingFilter, SessionKey } from "../../ports/recordings.ts";
import { readProperties } from "../../values/property-text.ts";
import { toColumn } from "../../values/text.ts";
import { findByIds, forEach, insertMissing } from "../bulk.ts";
import type { Collections } from "../collections.ts";
import { projectOf, projectToFind } from "../ids.ts";
import { fromStored, toStored } from "../long-text.ts";
import { attempts } from "../retry.ts";
import { newestRecordings } from "./newest.ts";
import type { RecordingRow } from "./rows.ts";
import { removeContents } from "./settle.ts";
import { recordingKey, toRecording } from "./state.ts";
import { countRecordings } from "./tally.ts";

/** `Recordings.list`. Erased recordings have no time. */
export async function listRecordings(
  collections: Collections,
  projectId: string,
  { limit, offset }: Page,
  filter: RecordingFilter = {},
): Promise<Listed<Recording>> {
  const project = projectToFind(projectId);
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
    ...(distinctIds && { distinctId: { $in: distinctIds.map(toColumn) } }),
    ...(keys && { _id: { $in: keys } }),
  };
}

/** `Recordings.find`. */
export async function findRecordings(
  { recordings }: Collections,
  projectId: string,
  sessionIds: readonly string[],
): Promise<Recording[]> {
  const rows = await findByIds(recordings, keysOf(projectId, sessionIds).keys());
  const found = rows.filter(({ erasedAt }) => erasedAt === undefined).map(toRecording);
  return found.sort((a, b) => b.summary.firstMs - a.summary.firstMs || compare(a.sessionId, b.sessionId));
}

interface Note {
  readonly sessionId: string;
  readonly at: number;
  readonly properties: PropertyMap;
}

/** `Recordings.noteProperties`. */
export async function noteProperties(
  collections: Collections,
  projectId: string,
  notes: readonly Note[],
): Promise<void> {
  projectOf(projectId);
  const earliest = new Map<string, Note>();
  for (const note of notes) {
    const key = recordingKey({ projectId, sessionId: note.sessionId });
    const before = earliest.get(key);
    if (!before || note.at < before.at) earliest.set(key, note);
  }
  for (const row of await findByIds(collections.recording_properties, earliest.keys(), { at: 1 })) {
    if (row.at <= (earliest.get(row._id)?.at ?? 0)) earliest.delete(row._id);
  }
  for (const key of await erasedOf(collections, earliest.keys())) earliest.delete(key);
  await forEach(earliest, ([_id, note]) => keepNote(collections, _id, note));
  // What was erased meanwhile keeps nothing.
  for (const key of await erasedOf(collections, earliest.keys())) await removeContents(collections, key);
}

async function keepNote({ recording_properties }: Collections, _id: string, { at, properties }: Note): Promise<void> {
  const row = { _id, at, properties: toStored(JSON.stringify(properties)) };
  if ((await insertMissing(recording_properties, [row])).length === 0) return;
  const change = { $set: { at, properties: row.properties } };
  await attempts(() => recording_properties.updateOne({ _id, at: { $gt: at } }, change));
}

/** `Recordings.properties`. */
export async function notedProperties(
  collections: Collections,
  projectId: string,
  sessionIds: readonly string[],
): Promise<Map<string, PropertyMap>> {
  const keys = keysOf(projectId, sessionIds);
  const rows = await findByIds(collections.recording_properties, keys.keys());
  const erased = await erasedOf(collections, keys.keys());
  const noted = new Map<string, PropertyMap>();
  for (const { _id, properties } of rows) {
    const sessionId = keys.get(_id);
    if (sessionId !== undefined && !erased.has(_id)) noted.set(sessionId, readProperties(fromStored(properties)));
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
  if (!(await isThere(collections, _id))) return;
  await insertMissing(collections.recording_views, [{ _id: viewKey(_id, userId), recording: _id, user: userId, at }]);
  if (!(await isThere(collections, _id))) await removeContents(collections, _id);
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
  return (await attempts(() => recordings.updateOne(there, change))).matchedCount > 0;
}

/** `Recordings.viewed`. */
export async function viewedSessions(
  collections: Collections,
  projectId: string,
  sessionIds: readonly string[],
  userId: number,
): Promise<Set<string>> {
  const keys = keysOf(projectId, sessionIds);
  const rows = await findByIds(
    collections.recording_views,
    [...keys.keys()].map((key) => viewKey(key, userId)),
  );
  const erased = await erasedOf(collections, keys.keys());
  const viewed = rows.filter(({ recording }) => !erased.has(recording)).map(({ recording }) => keys.get(recording));
  return new Set(viewed.filter((sessionId) => sessionId !== undefined));
}

async function isThere({ recordings }: Collections, _id: string): Promise<boolean> {
  return (await recordings.findOne({ _id, erasedAt: { $exists: false } }, { projection: { _id: 1 } })) !== null;
}

/** Those of the keys whose recordings were erased. */
async function erasedOf({ recordings }: Collections, keys: Iterable<string>): Promise<Set<string>> {
  const rows = await findByIds(recordings, keys, { erasedAt: 1 });
  return new Set(rows.filter(({ erasedAt }) => erasedAt !== undefined).map(({ _id }) => _id));
}

/** The session ids by the keys of their recordings. */
function keysOf(projectId: string, sessionIds: readonly string[]): Map<string, string> {
  return new Map(sessionIds.map((sessionId) => [recordingKey({ projectId, sessionId }), sessionId]));
}

const viewKey = (recording: string, userId: number) => `${recording}/${userId}`;

/** By code points, as databases order text. */
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
