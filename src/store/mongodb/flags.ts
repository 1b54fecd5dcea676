import type { Document } from "mongodb";
import { escapeText, unescapeText } from "../escape-text.ts";
import type { FlagRecord, Flags, StoredFlag } from "../ports/flags.ts";
import { requireProjectNumber } from "../stored-ids.ts";
import { byId, findByIds, insertMissing } from "./bulk-writes.ts";
import type { Collections } from "./collections.ts";
import { nextNumber } from "./counters.ts";
import { projectKey, projectNumberForQuery } from "./document-keys.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { RETRY, retryOnConflict } from "./mongo-errors.ts";
import { moveFlagIdentifiers, newFlagIdentifierRow, uuidOfPerson } from "./persons/person-row.ts";
import { survivorOf } from "./persons/survivors.ts";
import type { FlagRow } from "./row-types.ts";
import { fromStoredText, toStoredText } from "./stored-text.ts";

const ABSENT = { $exists: false };

export function mongoFlags(database: MongoDatabase): Flags {
  return {
    list: (projectId) =>
      database.run(async (collections) => (await listNumbered(collections, projectId, WITHOUT_ACTIVITY)).map(toFlag)),

    versions: (projectId) =>
      database.run(async (collections) => {
        const rows = await listNumbered<VersionRow>(collections, projectId, VERSION);
        return rows.map(({ key, number = 0, version = 1, updatedAt, bytes }) => {
          return { key: unescapeText(key), number, version, updatedAt, bytes };
        });
      }),

    read: (projectId, numbers) =>
      database.run(async ({ flags }) => {
        const filter = { project: projectNumberForQuery(projectId), number: { $in: [...numbers] } };
        return (await flags.find(filter, { projection: WITHOUT_ACTIVITY }).toArray()).map(toFlag);
      }),

    find: (projectId, number) =>
      database.run(async ({ flags }) => {
        const project = projectNumberForQuery(projectId);
        const row = await flags.findOne({ project, number });
        const found = row ?? (await flags.findOne({ deletedFrom: project, number }));
        return found ? toFlagRecord(found) : null;
      }),

    change: (projectId, key, change) =>
      database.run((collections) =>
        retryOnConflict(async () => {
          const { flags } = collections;
          const _id = projectKey(projectId, key);
          const row = await flags.findOne({ _id });
          const flag = row ? toFlagRecord(row) : null;
          const content = change(flag);
          if (!content) return flag;
          const known = content.version === 1 ? undefined : row?.number;
          const number = known ?? (await nextFlagNumber(collections, projectId));
          const changed = { ...content, key, number };
          if (!row) return (await insertMissing(flags, [toFlagRow(projectId, changed)])).length === 0 ? changed : RETRY;
          // A flag that replaces a deleted one begins with version 1 again, but with another number.
          const read = { _id, version: row.version ?? ABSENT, number: row.number ?? ABSENT };
          const { matchedCount } = await flags.replaceOne(read, toFlagRow(projectId, changed));
          return matchedCount > 0 ? changed : RETRY;
        }),
      ),

    remove: (projectId, key) =>
      database.run(async ({ flags }) => (await flags.deleteOne({ _id: projectKey(projectId, key) })).deletedCount > 0),

    removeDeleted: (projectId, keep) =>
      database.run(async ({ flags }) => {
        const deletedFrom = projectNumberForQuery(projectId);
        const options = { projection: { _id: 1 }, sort: { updatedAt: -1, number: -1 }, skip: keep } as const;
        const rows = await flags.find({ deletedFrom }, options).toArray();
        if (rows.length === 0) return;
        const _id = { $in: rows.map((row) => row._id) };
        await retryOnConflict(() => flags.deleteMany({ _id, deletedFrom }));
      }),

    keepIdentifiers: (projectId, personUuid, flagKeys, identifier) =>
      database.run(async (collections) => {
        const present = await findIdentifiers(collections, projectId, personUuid, flagKeys);
        if (flagKeys.every((key) => present.has(key))) return present;
        return retryOnConflict(async () => {
          const uuid = await survivingUuid(collections, projectId, personUuid);
          if (uuid === null) return new Map(flagKeys.map((key) => [key, identifier])); // erased meanwhile
          const rows = flagKeys.map((flag) => newFlagIdentifierRow(projectId, uuid, flag, identifier));
          await insertMissing(collections.flag_identifiers, rows.toSorted(byId));
          // If a merge moved the person's identifiers before these were inserted, its decision is visible by now.
          const survivor = await survivingUuid(collections, projectId, personUuid);
          if (survivor === uuid) return findIdentifiers(collections, projectId, uuid, flagKeys);
          if (survivor === null) {
            await collections.flag_identifiers.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
            return RETRY;
          }
          await moveFlagIdentifiers(collections, projectKey(projectId, survivor), projectKey(projectId, uuid));
          return RETRY;
        });
      }),

    identifiersOf: (projectId, personUuid) =>
      database.run(async ({ flag_identifiers }) => {
        const rows = await flag_identifiers.find({ person: projectKey(projectId, personUuid) }).toArray();
        return new Map(rows.map(({ flag, identifier }) => [unescapeText(flag), unescapeText(identifier)]));
      }),
  };
}

const WITHOUT_ACTIVITY = { activity: 0 };
const VERSION = { key: 1, number: 1, version: 1, updatedAt: 1, bytes: { $binarySize: "$definition" } };
type VersionRow = Pick<FlagRow, "_id" | "key" | "number" | "version" | "updatedAt"> & { readonly bytes: number };

/** Returns these fields of the project's flags, ordered by key (as UTF-8 bytes). Adds missing numbers. */
async function listNumbered<Row extends Pick<FlagRow, "_id" | "key" | "number"> = FlagRow>(
  collections: Collections,
  projectId: string,
  projection: Document,
): Promise<Row[]> {
  const rows = await listRows<Row>(collections, projectId, projection);
  const unnumbered = rows.filter(({ number }) => number === undefined);
  if (unnumbered.length === 0) return rows;
  await numberFlags(collections, projectId, unnumbered);
  return listRows<Row>(collections, projectId, projection);
}

async function listRows<Row extends Pick<FlagRow, "key">>(
  { flags }: Collections,
  projectId: string,
  projection: Document,
): Promise<Row[]> {
  const filter = { project: projectNumberForQuery(projectId) };
  const rows = await flags.find(filter).project<Row>(projection).toArray();
  const sorted = rows.map((row) => ({ row, bytes: Buffer.from(unescapeText(row.key)) }));
  return sorted.toSorted((a, b) => Buffer.compare(a.bytes, b.bytes)).map(({ row }) => row);
}

function nextFlagNumber(collections: Collections, projectId: string): Promise<number> {
  return nextNumber(collections, `flags ${requireProjectNumber(projectId)}`);
}

/** Adds number and version to flags that an older program stored. The first of concurrent callers decides. */
async function numberFlags(
  collections: Collections,
  projectId: string,
  rows: readonly Pick<FlagRow, "_id">[],
): Promise<void> {
  for (const { _id } of rows) {
    const number = await nextFlagNumber(collections, projectId);
    const update = { $set: { number, version: 1 } };
    await retryOnConflict(() => collections.flags.updateOne({ _id, number: { $exists: false } }, update));
  }
}

async function survivingUuid(collections: Collections, projectId: string, personUuid: string): Promise<string | null> {
  const person = await survivorOf(collections, projectKey(projectId, personUuid));
  return person ? uuidOfPerson(person) : null;
}

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
  version: row.version ?? 1,
  deleted: row.deletedFrom !== undefined,
  createdAt: row.createdAt ?? row.updatedAt,
  createdBy: row.createdBy ?? null,
  updatedAt: row.updatedAt,
  number: row.number ?? 0,
});

export const toFlagRecord = (row: FlagRow): FlagRecord => ({
  ...toFlag(row),
  activity: fromStoredText(row.activity ?? "[]"),
});

export function toFlagRow(projectId: string, flag: FlagRecord): FlagRow {
  const { definition, version, deleted, createdAt, createdBy, updatedAt, number, activity } = flag;
  const project = requireProjectNumber(projectId);
  return {
    _id: projectKey(projectId, flag.key),
    ...(deleted ? { deletedFrom: project } : { project }),
    key: escapeText(flag.key),
    definition: toStoredText(definition),
    version,
    createdAt,
    ...(createdBy !== null && { createdBy }),
    updatedAt,
    number,
    activity: toStoredText(activity),
  };
}
