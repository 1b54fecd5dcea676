import { randomUUID } from "node:crypto";
import { PROGRAM } from "../../lib/program-name.ts";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { adoptRecords } from "./adopt-records.ts";
import { insertMissing } from "./bulk-writes.ts";
import { makeIndexes, makeRecordIndexes } from "./indexes.ts";
import type { MongoDatabase, MongoOptions } from "./mongo-database.ts";
import { retryOnConflict } from "./mongo-errors.ts";
import { addEmails } from "./persons/person-row.ts";

/** The version of all collections; incremented when an older program could not work with them. */
export const SCHEMA_VERSION = 1;

const SCHEMA_ID = "schema";
const STORE_ID = "store";
const MOVING_ID = "moving";

/** Returns the id of the store whose data are being moved into the database; null if none are. */
export function movingFrom(database: MongoDatabase): Promise<string | null> {
  return database.run(async ({ facts }) => (await facts.findOne({ _id: MOVING_ID }))?.by ?? null);
}

/** Marks the database as being filled from that store: no service opens it. Null removes the mark. */
export async function markMoving(database: MongoDatabase, source: string | null): Promise<void> {
  await database.run(async ({ facts }): Promise<unknown> => {
    if (source === null) return facts.deleteOne({ _id: MOVING_ID });
    return insertMissing(facts, [{ _id: MOVING_ID, by: source }]);
  });
}

export async function rejectMoving(database: MongoDatabase, name: string): Promise<void> {
  if ((await movingFrom(database)) === null) return;
  const advice = `Repeat \`${PROGRAM} move\` until it succeeds, or empty the database.`;
  throw new Error(`Data are being moved into the database ${name} of MongoDB. ${advice}`);
}

/** Returns 0 if the database is new. */
export function schemaVersion(database: MongoDatabase): Promise<number> {
  return database.run(async ({ facts }) => (await facts.findOne({ _id: SCHEMA_ID }))?.version ?? 0);
}

/** Returns the id of the database, which the first call creates. */
export function ensureStoreId(database: MongoDatabase): Promise<string> {
  return database.run(async ({ facts }) => {
    await insertMissing(facts, [{ _id: STORE_ID, by: randomUUID() }]);
    const { by } = (await facts.findOne({ _id: STORE_ID })) ?? {};
    if (by === undefined) throw new Error("MongoDB has lost the id of the database.");
    return by;
  });
}

/**
 * Migrates; several processes may do so at once. If the database is newer, throws an ordinary error and changes
 * nothing. `indexed` resolves when the missing indexes of an existing database are complete.
 */
export async function prepareSchema(
  database: MongoDatabase,
  { warn, recordKinds = RECORD_KINDS, isMoving = false, ...options }: MongoOptions & { readonly isMoving?: boolean },
): Promise<{ readonly indexed: Promise<void> }> {
  const version = await schemaVersion(database);
  if (!isMoving) await rejectMoving(database, options.database);
  if (version > SCHEMA_VERSION) {
    const reason = `The MongoDB database ${options.database} is of version ${version}`;
    const advice = "Start the newer program, or use another database.";
    throw new Error(`${reason}, newer than this program's (${SCHEMA_VERSION}). ${advice}`);
  }
  await database.withDb(async (db) => {
    await retryOnConflict(() => adoptRecords(db));
    await makeRecordIndexes(db, recordKinds);
  });
  const indexed = database.withDb(makeIndexes);
  if (version === SCHEMA_VERSION) {
    const onFailure = (error: unknown) => warn(`MongoDB indexes cannot be created: ${(error as Error).message}`);
    return { indexed: indexed.catch(onFailure) };
  }
  await indexed;
  await database.run(addEmails); // notes that there is nothing to do
  await database.run(({ facts }) =>
    retryOnConflict(() => facts.updateOne({ _id: SCHEMA_ID }, { $max: { version: SCHEMA_VERSION } }, { upsert: true })),
  );
  return { indexed };
}
