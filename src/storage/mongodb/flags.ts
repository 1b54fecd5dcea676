import type { Flags, StoredFlag } from "../ports/flags.ts";
import { escapeText, unescapeText } from "../values/escape-text.ts";
import { byId, findByIds, forEachConcurrently, insertMissing } from "./bulk-writes.ts";
import type { Collections } from "./collections.ts";
import { projectKey, projectNumberForQuery, requireProjectNumber } from "./document-keys.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { moveFlagIdentifiers, newFlagIdentifierRow } from "./persons/flag-identifiers.ts";
import { uuidOfPerson } from "./persons/person-row.ts";
import { survivorOf } from "./persons/survivors.ts";
import { RETRY, retryOnConflict } from "./retry-on-conflict.ts";
import type { FlagRow } from "./row-types.ts";
import { fromStoredText, toStoredText } from "./stored-text.ts";

export function mongoFlags(database: MongoDatabase): Flags {
  return {
    list: (projectId) =>
      database.run(async ({ flags }) => {
        const rows = await flags.find({ project: projectNumberForQuery(projectId) }).toArray();
        return rows.map(toFlag).toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
      }),

    put: (projectId, flags) =>
      database.run(async (collections) => {
        const last = new Map(flags.map((flag) => [flag.key, flag]));
        await forEachConcurrently(last.values(), (flag) => putFlag(collections, projectId, flag));
      }),

    delete: (projectId, key) =>
      database.run(async ({ flags }) => (await flags.deleteOne({ _id: projectKey(projectId, key) })).deletedCount > 0),

    keepIdentifiers: (projectId, personUuid, flagKeys, identifier) =>
      database.run(async (collections) => {
        const present = await findIdentifiers(collections, projectId, personUuid, flagKeys);
        if (flagKeys.every((key) => present.has(key))) return present;
        return retryOnConflict(async () => {
          const uuid = await survivingUuid(collections, projectId, personUuid);
          const rows = flagKeys.map((flag) => newFlagIdentifierRow(projectId, uuid, flag, identifier));
          await insertMissing(collections.flag_identifiers, rows.toSorted(byId));
          // If a merge moved the person's identifiers before these were inserted, its decision is visible by now.
          const survivor = await survivingUuid(collections, projectId, personUuid);
          if (survivor === uuid) return findIdentifiers(collections, projectId, uuid, flagKeys);
          await moveFlagIdentifiers(collections, projectKey(projectId, survivor), projectKey(projectId, uuid));
          return RETRY;
        });
      }),
  };
}

function putFlag({ flags }: Collections, projectId: string, { key, definition, updatedAt }: StoredFlag) {
  const flag = {
    project: requireProjectNumber(projectId),
    key: escapeText(key),
    definition: toStoredText(definition),
    updatedAt,
  };
  return retryOnConflict(() => flags.updateOne({ _id: projectKey(projectId, key) }, { $set: flag }, { upsert: true }));
}

async function survivingUuid(collections: Collections, projectId: string, personUuid: string): Promise<string> {
  const person = await survivorOf(collections, projectKey(projectId, personUuid));
  return person ? uuidOfPerson(person) : personUuid;
}

/** Returns the stored identifiers by flag key. */
async function findIdentifiers(
  { flag_identifiers }: Collections,
  projectId: string,
  personUuid: string,
  flagKeys: readonly string[],
): Promise<Map<string, string>> {
  const ids = flagKeys.map((key) => projectKey(projectId, personUuid, key));
  const rows = await findByIds(flag_identifiers, ids);
  return new Map(rows.map(({ flag, identifier }) => [unescapeText(flag), unescapeText(identifier)]));
}

const toFlag = (row: FlagRow): StoredFlag => ({
  key: unescapeText(row.key),
  definition: fromStoredText(row.definition),
  updatedAt: row.updatedAt,
});
