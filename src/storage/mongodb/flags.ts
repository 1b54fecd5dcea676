import type { Flags, NewFlag, StoredFlag } from "../ports/flags.ts";
import { escapeText, unescapeText } from "../values/escape-text.ts";
import { byId, findByIds, forEachConcurrently, insertMissing } from "./bulk-writes.ts";
import type { Collections } from "./collections.ts";
import { nextNumber } from "./counters.ts";
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
      database.run(async (collections) => {
        const rows = await listRows(collections, projectId);
        const unnumbered = rows.filter(({ number }) => number === undefined);
        if (unnumbered.length === 0) return rows.map(toFlag);
        await numberFlags(collections, projectId, unnumbered);
        return (await listRows(collections, projectId)).map(toFlag);
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

/** Returns the project's flags, ordered by key (as UTF-8 bytes). */
async function listRows({ flags }: Collections, projectId: string): Promise<FlagRow[]> {
  const rows = await flags.find({ project: projectNumberForQuery(projectId) }).toArray();
  const sorted = rows.map((row) => ({ row, bytes: Buffer.from(unescapeText(row.key)) }));
  return sorted.toSorted((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ row }) => row);
}

function nextFlagNumber(collections: Collections, projectId: string): Promise<number> {
  return nextNumber(collections, `flags ${requireProjectNumber(projectId)}`);
}

/** Adds number and version to flags that an older program stored. Of concurrent callers the first one decides. */
async function numberFlags(collections: Collections, projectId: string, rows: readonly FlagRow[]): Promise<void> {
  for (const { _id } of rows) {
    const number = await nextFlagNumber(collections, projectId);
    const update = { $set: { number, version: 1 } };
    await retryOnConflict(() => collections.flags.updateOne({ _id, number: { $exists: false } }, update));
  }
}

async function putFlag(collections: Collections, projectId: string, { key, definition, updatedAt }: NewFlag) {
  const { flags } = collections;
  const _id = projectKey(projectId, key);
  const content = { definition: toStoredText(definition), updatedAt };
  await retryOnConflict(async () => {
    const row = await flags.findOne({ _id });
    if (!row) {
      const number = await nextFlagNumber(collections, projectId);
      const names = { project: requireProjectNumber(projectId), key: escapeText(key) };
      await flags.insertOne({ _id, ...names, ...content, number, version: 1 });
      return;
    }
    const { number = await nextFlagNumber(collections, projectId), version = 1 } = row;
    const isChanged = fromStoredText(row.definition) !== definition;
    const update = { $set: { ...content, number, version: isChanged ? version + 1 : version } };
    const filter = { _id, version: row.version ?? { $exists: false } };
    return (await flags.updateOne(filter, update)).matchedCount > 0 ? undefined : RETRY;
  });
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
  number: row.number ?? 0,
  version: row.version ?? 1,
});
