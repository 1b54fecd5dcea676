import type { Filter } from "mongodb";
import type { PropertyMap } from "../../../lib/json/json.ts";
import { escapeText } from "../../escape-text.ts";
import type { Millis, Page } from "../../ports/common.ts";
import type { RecordingFilter, RecordingLibrary } from "../../ports/recordings.ts";
import { readProperties } from "../../property-text.ts";
import { findByIds, insertMissing } from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { fromStoredText, projectNumberForQuery } from "../document-keys.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { retryOnConflict } from "../mongo-errors.ts";
import { updateCount } from "./recording-count.ts";
import { findErasedKeys, recordingKey, removeContents, sessionIdsByKey, toRecording } from "./recording-row.ts";
import type { RecordingRow } from "./recording-row-types.ts";

/** Any server sorts this many recordings within a few milliseconds. */
const MAX_SORTED_AT_ONCE = 1000;
const FIRST_SPAN_MS = 3_600_000;
const MAX_SPAN_MS = 20 * 365 * 86_400_000;
const SPAN_FACTOR = 8;
const NEWEST_FIRST = { firstMs: -1, sessionId: 1 } as const;

/** Seeks early pages in the last hour, then in growing periods: some servers sort all that a query matches. */
async function newestRecordings(collections: Collections, project: number, page: Page, count: number, now: Millis) {
  if (count > MAX_SORTED_AT_ONCE && (page.offset + page.limit) * SPAN_FACTOR < count) {
    for (let span = FIRST_SPAN_MS; span < MAX_SPAN_MS; span *= SPAN_FACTOR) {
      const rows = await pageSince(collections, project, page, now - span);
      if (rows.length === page.limit) return rows;
    }
  }
  return pageSince(collections, project, page, Number.NEGATIVE_INFINITY);
}

/** Finds no erased recordings, because they have no time. */
function pageSince({ recordings }: Collections, project: number, { limit, offset }: Page, since: Millis) {
  const found = recordings.find({ project, firstMs: { $gte: since } });
  return found.sort(NEWEST_FIRST).skip(offset).limit(limit).toArray();
}

export function mongoRecordingLibrary(database: MongoDatabase): RecordingLibrary {
  return {
    list: database.method(async (collections, projectId, { limit, offset }, filter = {}) => {
      const project = projectNumberForQuery(projectId);
      if (Object.values(filter).every((value) => value === undefined)) {
        const count = await updateCount(collections, project);
        const rows = await newestRecordings(collections, project, { limit, offset }, count, Date.now());
        return { count, items: rows.map(toRecording) };
      }
      const all = conditionsOf(projectId, filter);
      const page = collections.recordings.find(all).sort(NEWEST_FIRST).skip(offset).limit(limit);
      const [count, rows] = await Promise.all([collections.recordings.countDocuments(all), page.toArray()]);
      return { count, items: rows.map(toRecording) };
    }),

    listAfter: database.method(async ({ recordings }, projectId, filter, after, limit) => {
      const isAfter = after && {
        firstMs: { $lte: after.firstMs },
        $or: [{ firstMs: { $lt: after.firstMs } }, { sessionId: { $gt: escapeText(after.sessionId) } }],
      };
      const matching = { $and: [conditionsOf(projectId, filter), isAfter ?? {}] };
      const rows = await recordings.find(matching).sort(NEWEST_FIRST).limit(limit).toArray();
      return rows.map(toRecording);
    }),

    find: database.method(async ({ recordings }, projectId, sessionIds) => {
      const keys = [...sessionIdsByKey(projectId, sessionIds).keys()];
      const present = { _id: { $in: keys }, erasedAt: { $exists: false } };
      return (await recordings.find(present).sort(NEWEST_FIRST).toArray()).map(toRecording);
    }),

    properties: database.method(async (collections, projectId, sessionIds) => {
      const byKey = sessionIdsByKey(projectId, sessionIds);
      const rows = await findByIds(collections.recording_properties, byKey.keys());
      const erased = await findErasedKeys(collections, byKey.keys());
      const found = new Map<string, PropertyMap>();
      for (const { _id, properties } of rows) {
        const sessionId = byKey.get(_id);
        if (sessionId === undefined || erased.has(_id)) continue;
        found.set(sessionId, readProperties(fromStoredText(properties)));
      }
      return found;
    }),

    markViewed: database.method(async (collections, projectId, sessionId, userId, at) => {
      const _id = recordingKey({ projectId, sessionId });
      if (!(await exists(collections, _id))) return;
      const view = { _id: viewKey(_id, userId), recording: _id, user: userId, at };
      await insertMissing(collections.recording_views, [view]);
      if (!(await exists(collections, _id))) await removeContents(collections, _id);
    }),

    viewed: database.method(async (collections, projectId, sessionIds, userId) => {
      const byKey = sessionIdsByKey(projectId, sessionIds);
      const viewKeys = [...byKey.keys()].map((key) => viewKey(key, userId));
      const rows = await findByIds(collections.recording_views, viewKeys);
      const erased = await findErasedKeys(collections, byKey.keys());
      const viewed = rows.filter(({ recording }) => !erased.has(recording));
      return new Set(viewed.map(({ recording }) => byKey.get(recording) ?? ""));
    }),

    pinned: database.method(async ({ recordings }, projectId, sessionIds, userId) => {
      const byKey = sessionIdsByKey(projectId, sessionIds);
      const rows = await findByIds(recordings, byKey.keys(), { pinnedBy: 1, erasedAt: 1 });
      const pinned = rows.filter(({ pinnedBy = [], erasedAt }) => erasedAt === undefined && pinnedBy.includes(userId));
      return new Set(pinned.map(({ _id }) => byKey.get(_id) ?? ""));
    }),

    pin: database.method(async ({ recordings }, projectId, sessionId, userId, isPinned) => {
      const present = { _id: recordingKey({ projectId, sessionId }), erasedAt: { $exists: false } };
      const change = isPinned ? { $addToSet: { pinnedBy: userId } } : { $pull: { pinnedBy: userId } };
      return (await retryOnConflict(() => recordings.updateOne(present, change))).matchedCount > 0;
    }),
  };
}

/** Erased recordings have no time, so no condition on the time matches them. */
function conditionsOf(projectId: string, filter: RecordingFilter): Filter<RecordingRow> {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY, minDurationMs, distinctIds } = filter;
  const keys = filter.sessionIds?.map((sessionId) => recordingKey({ projectId, sessionId }));
  return {
    project: projectNumberForQuery(projectId),
    firstMs: { $gte: from, $lte: to },
    ...(minDurationMs !== undefined && { durationMs: { $gte: minDurationMs } }),
    ...(distinctIds && { distinctId: { $in: distinctIds.map(escapeText) } }),
    ...(keys && { _id: { $in: keys } }),
  };
}

export const viewKey = (recording: string, userId: number) => `${recording}/${userId}`;

async function exists({ recordings }: Collections, _id: string): Promise<boolean> {
  return (await recordings.findOne({ _id, erasedAt: { $exists: false } }, { projection: { _id: 1 } })) !== null;
}
