import { escapeText, unescapeText } from "../../escape-text.ts";
import { type Group, type GroupKey, type Groups, type GroupUpdate, MAX_GROUP_TYPES } from "../../ports/groups.ts";
import { changeProperties, readProperties } from "../../property-text.ts";
import {
  byId,
  findByIds,
  forEachConcurrently,
  insertMissing,
  updateVersions,
  type VersionUpdate,
} from "../bulk-writes.ts";
import type { Collections } from "../collections.ts";
import { projectKey, projectNumberForQuery, requireProjectNumber } from "../document-keys.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { RETRY, retryOnConflict } from "../retry-on-conflict.ts";
import type { GroupRow } from "../row-types.ts";
import { fromStoredText, toStoredText } from "../stored-text.ts";

export function mongoGroups(database: MongoDatabase): Groups {
  return {
    types: (projectId) => database.run((collections) => typesOf(collections, projectId)),

    registerTypes: (projectId, wanted) =>
      database.run(async (collections) => {
        const known = new Set(await typesOf(collections, projectId));
        const missing = wanted.filter((type) => !known.has(type)).slice(0, Math.max(0, MAX_GROUP_TYPES - known.size));
        for (const type of missing) await registerType(collections, projectId, type);
        return missing.length === 0 ? [...known] : typesOf(collections, projectId);
      }),

    update: (projectId, updates) =>
      database.run(async (collections) => {
        const combined = new Map<string, GroupUpdate>();
        for (const update of updates) {
          const key = groupKey(projectId, update);
          const earlier = combined.get(key);
          combined.set(key, earlier ? { ...earlier, changes: [...earlier.changes, ...update.changes] } : update);
        }
        return updateGroups(collections, projectId, combined);
      }),

    find: (projectId, keys) =>
      database.run(async ({ groups }) => {
        const ids = keys.map((key) => groupKey(projectId, key));
        return (await findByIds(groups, ids)).map(toGroup);
      }),
  };
}

async function typesOf({ group_types }: Collections, projectId: string): Promise<string[]> {
  const rows = await group_types
    .find({ project: projectNumberForQuery(projectId) })
    .sort({ number: 1 })
    .toArray();
  return rows.map(({ type }) => unescapeText(type));
}

/** The first insert of a number wins. Each attempt has read all smaller numbers, so no type gets two. */
function registerType(collections: Collections, projectId: string, type: string): Promise<void> {
  return retryOnConflict(async () => {
    const known = await typesOf(collections, projectId);
    if (known.includes(type) || known.length >= MAX_GROUP_TYPES) return;
    const number = known.length;
    const key = { _id: projectKey(projectId, String(number)), project: requireProjectNumber(projectId) };
    await collections.group_types.insertOne({ ...key, number, type: escapeText(type) });
  });
}

/**
 * Creates and updates the groups in two commands; then, after a conflict with other writers, one by one. Applying an
 * update twice has the same result as applying it once. Returns how many changes were refused.
 */
async function updateGroups(
  { groups }: Collections,
  projectId: string,
  updates: ReadonlyMap<string, GroupUpdate>,
): Promise<number> {
  const rows = new Map((await findByIds(groups, updates.keys())).map((row) => [row._id, row]));
  const created = [...updates].flatMap(([key, update]) => (rows.has(key) ? [] : [newGroupRow(projectId, update)]));
  const planned = [...rows.values()].map((row) => versionUpdate(row, updates.get(row._id)));
  const newRows = created.map(({ row }) => row);
  const changes = planned.flatMap(({ change }) => change ?? []);
  let refused = [...created, ...planned].reduce((sum, update) => sum + update.refused, 0);
  const conflicts = (await insertMissing(groups, newRows.toSorted(byId))).map(({ _id }) => _id);
  if (!(await updateVersions(groups, changes))) conflicts.push(...changes.map(({ filter }) => filter._id));
  await forEachConcurrently(conflicts, async (_id) => {
    const refusedNow = await retryOnConflict(async () => {
      const row = await groups.findOne({ _id });
      if (!row) return 0;
      const { change, refused } = versionUpdate(row, updates.get(_id));
      if (!change) return refused;
      return (await groups.updateOne(change.filter, change.update)).matchedCount > 0 ? refused : RETRY;
    });
    refused = Math.max(refused, refusedNow); // the plan may have counted them already
  });
  return refused;
}

function newGroupRow(projectId: string, { type, key, changes, at }: GroupUpdate): { row: GroupRow; refused: number } {
  const names = { type: escapeText(type), key: escapeText(key) };
  const { text, refused } = changeProperties("{}", changes);
  const properties = toStoredText(text);
  const _id = groupKey(projectId, { type, key });
  const row = { _id, project: requireProjectNumber(projectId), ...names, createdAt: at, properties, version: 0 };
  return { row, refused };
}

interface PlannedUpdate {
  /** Null if there is nothing to change. */
  readonly change: VersionUpdate<GroupRow> | null;
  /** How many changes of properties are refused. */
  readonly refused: number;
}

function versionUpdate(row: GroupRow, groupUpdate: GroupUpdate | undefined): PlannedUpdate {
  const before = fromStoredText(row.properties);
  const { text: after, refused } = changeProperties(before, groupUpdate?.changes ?? []);
  if (after === before) return { change: null, refused };
  const update = { $set: { properties: toStoredText(after) }, $inc: { version: 1 } };
  return { change: { filter: { _id: row._id, version: row.version }, update }, refused };
}

const groupKey = (projectId: string, { type, key }: GroupKey) => projectKey(projectId, type, key);

const toGroup = (row: GroupRow): Group => ({
  type: unescapeText(row.type),
  key: unescapeText(row.key),
  properties: readProperties(fromStoredText(row.properties)),
  createdAt: row.createdAt,
});
