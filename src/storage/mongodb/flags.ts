import type { Flags, StoredFlag } from "../ports/flags.ts";
import { fromColumn, toColumn } from "../values/text.ts";
import { byId, findByIds, forEach, insertMissing } from "./bulk.ts";
import type { Collections } from "./collections.ts";
import type { Database } from "./database.ts";
import { projectKey, projectOf, projectToFind } from "./ids.ts";
import { fromStored, toStored } from "./long-text.ts";
import { uuidOf } from "./persons/convert.ts";
import { moveIdentifiers, newIdentifierRow } from "./persons/flag-identifiers.ts";
import { survivorOf } from "./persons/survivors.ts";
import { AGAIN, attempts } from "./retry.ts";
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
        const kept = await keptIdentifiers(collections, projectId, personUuid, flagKeys);
        if (flagKeys.every((key) => kept.has(key))) return kept;
        return attempts(async () => {
          const uuid = await survivingUuid(collections, projectId, personUuid);
          const rows = flagKeys.map((flag) => newIdentifierRow(projectId, uuid, flag, identifier));
          await insertMissing(collections.flag_identifiers, rows.toSorted(byId));
          // A merge that moved the person's identifiers before these came has been decided by now, and is seen.
          const left = await survivingUuid(collections, projectId, personUuid);
          if (left === uuid) return keptIdentifiers(collections, projectId, uuid, flagKeys);
          await moveIdentifiers(collections, projectKey(projectId, left), projectKey(projectId, uuid));
          return AGAIN;
        });
      }),
  };
}

function putFlag({ flags }: Collections, projectId: string, { key, definition, updatedAt }: StoredFlag) {
  const flag = { project: projectOf(projectId), key: toColumn(key), definition: toStored(definition), updatedAt };
  return attempts(() => flags.updateOne({ _id: projectKey(projectId, key) }, { $set: flag }, { upsert: true }));
}

async function survivingUuid(collections: Collections, projectId: string, personUuid: string): Promise<string> {
  const person = await survivorOf(collections, projectKey(projectId, personUuid));
  return person ? uuidOf(person) : personUuid;
}

/** By the flags' keys. */
async function keptIdentifiers(
  { flag_identifiers }: Collections,
  projectId: string,
  personUuid: string,
  flagKeys: readonly string[],
): Promise<Map<string, string>> {
  const ids = flagKeys.map((key) => projectKey(projectId, personUuid, key));
  const rows = await findByIds(flag_identifiers, ids);
  return new Map(rows.map(({ flag, identifier }) => [fromColumn(flag), fromColumn(identifier)]));
}

const toFlag = (row: FlagRow): StoredFlag => ({
  key: fromColumn(row.key),
  definition: fromStored(row.definition),
  updatedAt: row.updatedAt,
});
