import type { Flags, StoredFlag } from "../ports/flags.ts";
import { fromColumn, toColumn } from "../values/text.ts";
import { findByIds, forEach, insertMissing } from "./bulk.ts";
import type { Collections } from "./collections.ts";
import type { Database } from "./database.ts";
import { projectKey, projectOf, projectToFind } from "./ids.ts";
import { fromStored, toStored } from "./long-text.ts";
import { attempts } from "./retry.ts";
import type { FlagRow } from "./rows.ts";

export function mongoFlags(database: Database): Flags {
  return {
    list: (projectId) =>
      database.run(async ({ flags }) => {
        const rows = await flags.find({ project: projectToFind(projectId) }).toArray();
        return rows.map(toFlag).toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
      }),

    put: (projectId, flags) =>
      database.run(async (collections) => {
        const last = new Map(flags.map((flag) => [flag.key, flag]));
        await forEach(last.values(), (flag) => putFlag(collections, projectId, flag));
      }),

    delete: (projectId, key) =>
      database.run(async ({ flags }) => (await flags.deleteOne({ _id: projectKey(projectId, key) })).deletedCount > 0),

    keepIdentifiers: (projectId, personUuid, flagKeys, identifier) =>
      database.run(async (collections) => {
        const keys = new Map(flagKeys.map((key) => [projectKey(projectId, personUuid, key), key]));
        const kept = await keptIdentifiers(collections, keys);
        const missing = [...keys].filter(([, key]) => !kept.has(key)).map(([_id]) => _id);
        if (missing.length === 0) return kept;
        const row = { project: projectOf(projectId), identifier: toColumn(identifier) };
        const rows = missing.toSorted().map((_id) => ({ _id, ...row }));
        const present = await insertMissing(collections.flag_identifiers, rows);
        if (present.length > 0) return keptIdentifiers(collections, keys);
        for (const _id of missing) kept.set(keys.get(_id) ?? "", identifier);
        return kept;
      }),
  };
}

function putFlag({ flags }: Collections, projectId: string, { key, definition, updatedAt }: StoredFlag) {
  const flag = { project: projectOf(projectId), key: toColumn(key), definition: toStored(definition), updatedAt };
  return attempts(() => flags.updateOne({ _id: projectKey(projectId, key) }, { $set: flag }, { upsert: true }));
}

/** By the flags' keys, which `keys` has by the documents'. */
async function keptIdentifiers({ flag_identifiers }: Collections, keys: ReadonlyMap<string, string>) {
  const kept = new Map<string, string>();
  for (const { _id, identifier } of await findByIds(flag_identifiers, keys.keys())) {
    const key = keys.get(_id);
    if (key !== undefined) kept.set(key, fromColumn(identifier));
  }
  return kept;
}

const toFlag = (row: FlagRow): StoredFlag => ({
  key: fromColumn(row.key),
  definition: fromStored(row.definition),
  updatedAt: row.updatedAt,
});
