import type { Group, GroupKey, Groups, GroupUpdate } from "../ports/groups.ts";
import { changeProperties, readProperties } from "../values/property-text.ts";
import { fromColumn, toColumn } from "../values/text.ts";
import { findByIds, forEach } from "./bulk.ts";
import type { Collections } from "./collections.ts";
import type { Database } from "./database.ts";
import { projectKey, projectOf, projectToFind } from "./ids.ts";
import { fromStored, toStored } from "./long-text.ts";
import { AGAIN, attempts } from "./retry.ts";
import type { GroupRow } from "./rows.ts";

export function mongoGroups(database: Database): Groups {
  return {
    types: (projectId) => database.run((collections) => typesOf(collections, projectId)),

    registerTypes: (projectId, wanted) =>
      database.run(async (collections) => {
        const known = new Set(await typesOf(collections, projectId));
        for (const type of wanted) if (!known.has(type)) await registerType(collections, projectId, type);
      }),

    update: (projectId, updates) =>
      database.run(async (collections) => {
        const wanted = new Map<string, GroupUpdate>();
        for (const update of updates) {
          const key = groupKey(projectId, update);
          const before = wanted.get(key);
          wanted.set(key, before ? { ...before, changes: [...before.changes, ...update.changes] } : update);
        }
        const rows = new Map((await findByIds(collections.groups, wanted.keys())).map((row) => [row._id, row]));
        await forEach(wanted, ([key, update]) => updateGroup(collections, projectId, update, rows.get(key)));
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
    .find({ project: projectToFind(projectId) })
    .sort({ number: 1 })
    .toArray();
  return rows.map(({ type }) => fromColumn(type));
}

/** Who inserts a number first has it. Before, one has seen that none of the smaller numbers is this type's; so no type has two. */
function registerType(collections: Collections, projectId: string, type: string): Promise<void> {
  return attempts(async () => {
    const known = await typesOf(collections, projectId);
    if (known.includes(type)) return;
    const number = known.length;
    const key = { _id: projectKey(projectId, String(number)), project: projectOf(projectId) };
    await collections.group_types.insertOne({ ...key, number, type: toColumn(type) });
  });
}

/** Changes the version that was read, or makes the group; anew where others were faster. */
function updateGroup(
  { groups }: Collections,
  projectId: string,
  { type, key, changes, at }: GroupUpdate,
  known: GroupRow | undefined,
): Promise<void> {
  const _id = groupKey(projectId, { type, key });
  return attempts(async (attempt) => {
    const row = attempt === 0 ? known : await groups.findOne({ _id });
    const before = row ? fromStored(row.properties) : "{}";
    const after = changeProperties(before, changes);
    if (!row) {
      const names = { type: toColumn(type), key: toColumn(key) };
      const made = { createdAt: at, properties: toStored(after), version: 0 };
      await groups.insertOne({ _id, project: projectOf(projectId), ...names, ...made });
      return undefined;
    }
    if (after === before) return undefined;
    const change = { $set: { properties: toStored(after) }, $inc: { version: 1 } };
    return (await groups.updateOne({ _id, version: row.version }, change)).matchedCount > 0 ? undefined : AGAIN;
  });
}

const groupKey = (projectId: string, { type, key }: GroupKey) => projectKey(projectId, type, key);

const toGroup = (row: GroupRow): Group => ({
  type: fromColumn(row.type),
  key: fromColumn(row.key),
  properties: readProperties(fromStored(row.properties)),
  createdAt: row.createdAt,
});
