import { groupBy } from "../../../lib/group-by.ts";
import { escapeText, unescapeText } from "../../escape-text.ts";
import { type Group, type GroupKey, type Groups, type GroupUpdate, MAX_GROUP_TYPES } from "../../ports/persons.ts";
import { changeProperties, readProperties } from "../../property-text.ts";
import { requireProjectNumber } from "../../stored-ids.ts";
import { byId, combineCalls, findByIds, insertMissing } from "../bulk-writes.ts";
import { type ChangesCall, changeRows, type PlannedChange, refusedOf, turnOf } from "../change-rows.ts";
import type { Collections } from "../collections.ts";
import { fromStoredText, projectKey, projectNumberForQuery, toStoredText } from "../document-keys.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import { RETRY, retryOnConflict } from "../mongo-errors.ts";
import type { GroupRow, GroupTypeRow } from "../row-types.ts";

type WantedTypes = { readonly projectId: string; readonly types: readonly string[] };

interface KeyedUpdate extends GroupUpdate {
  readonly projectId: string;
  readonly id: string;
}

type Announce = (projectIds: readonly string[]) => Promise<void>;

export function mongoGroups(database: MongoDatabase, announce: Announce): Groups {
  const registerTypes = combineCalls<WantedTypes, string[]>(database, async (collections, calls) => {
    const types = await registerAll(collections, calls, announce);
    return ({ projectId }) => types.get(projectNumberForQuery(projectId)) ?? [];
  });
  const update = combineCalls<ChangesCall<KeyedUpdate>, number>(database, async ({ groups }, calls) => {
    const combined = new Map<string, KeyedUpdate>();
    for (const update of calls.flatMap(({ updates }) => updates)) {
      const earlier = combined.get(update.id);
      combined.set(update.id, earlier ? { ...earlier, changes: [...earlier.changes, ...update.changes] } : update);
    }
    const change = (keys: Iterable<string>) =>
      changeRows(groups, {
        keys,
        plan: (row, key) => versionUpdate(row, combined.get(key)),
        reread: (_id) => groups.findOne({ _id }),
        requireTurn: turnOf(calls),
      });
    const { refused, missing } = await change(combined.keys());
    const created = missing.flatMap((key) => {
      const update = combined.get(key);
      return update ? [newGroupRow(update)] : [];
    });
    for (const { row, refused: count } of created) refused.set(row._id, count);
    const newRows = created.map(({ row }) => row).toSorted(byId);
    const present = await insertMissing(groups, newRows);
    const again = await change(present.map(({ _id }) => _id));
    for (const [key, count] of again.refused) refused.set(key, count);
    return ({ updates }) =>
      refusedOf(
        updates.map(({ id }) => id),
        refused,
      );
  });
  return {
    types: database.method(async (collections, projectId) => {
      const project = projectNumberForQuery(projectId);
      return (await typesOf(collections, [project])).get(project) ?? [];
    }),

    registerTypes: (projectId, types) => registerTypes({ projectId, types }),
    update: (projectId, updates, requireTurn) => {
      const keyed = updates.map((item) => ({ ...item, projectId, id: groupKey(projectId, item) }));
      return update({ updates: keyed, requireTurn });
    },

    find: database.method(async ({ groups }, projectId, keys) => {
      const ids = keys.map((key) => groupKey(projectId, key));
      return (await findByIds(groups, ids)).map(toGroup);
    }),
  };
}

async function typesOf({ group_types }: Collections, projects: readonly number[]): Promise<Map<number, string[]>> {
  const options = { batchSize: projects.length * MAX_GROUP_TYPES };
  const rows = await group_types.find({ project: { $in: [...projects] } }, options).toArray();
  const ordered = groupBy(
    rows.toSorted((a, b) => a.number - b.number),
    ({ project }) => project,
  );
  return new Map([...ordered].map(([project, own]) => [project, own.map(({ type }) => unescapeText(type))]));
}

/** Registers missing types. The first insert of a number wins. Smaller ones have been read, so no type gets two. */
async function registerAll(
  collections: Collections,
  wanted: readonly WantedTypes[],
  announce: Announce,
): Promise<Map<number, string[]>> {
  const announced = new Set<string>();
  const projects = [...new Set(wanted.map(({ projectId }) => projectNumberForQuery(projectId)))];
  for (;;) {
    const { types, isComplete } = await retryOnConflict(async () => {
      const types = await typesOf(collections, projects);
      const rows = new Map<string, GroupTypeRow>();
      for (const call of wanted) {
        const row = nextType(call, types.get(projectNumberForQuery(call.projectId)) ?? []);
        if (row && !rows.has(row._id)) rows.set(row._id, row);
      }
      const others = [...rows.values()].map(({ project }) => String(project)).filter((id) => !announced.has(id));
      if (others.length > 0) await announce(others);
      for (const id of others) announced.add(id);
      const present = await insertMissing(collections.group_types, [...rows.values()].toSorted(byId));
      return present.length > 0 ? RETRY : { types, isComplete: rows.size === 0 };
    });
    if (isComplete) return types;
  }
}

function nextType({ projectId, types }: WantedTypes, known: readonly string[]): GroupTypeRow | null {
  const type = types.find((type) => !known.includes(type));
  if (type === undefined || known.length >= MAX_GROUP_TYPES) return null;
  const [number, project] = [known.length, requireProjectNumber(projectId)];
  return { _id: projectKey(projectId, String(number)), project, number, type: escapeText(type) };
}

function newGroupRow({ projectId, type, key, changes, at }: KeyedUpdate): { row: GroupRow; refused: number } {
  const names = { type: escapeText(type), key: escapeText(key) };
  const { text, refused } = changeProperties("{}", changes);
  const properties = toStoredText(text);
  const _id = groupKey(projectId, { type, key });
  const row = { _id, project: requireProjectNumber(projectId), ...names, createdAt: at, properties, version: 0 };
  return { row, refused };
}

function versionUpdate(row: GroupRow, groupUpdate: GroupUpdate | undefined): PlannedChange<GroupRow> {
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
