import { makeIndexes } from "./indexes.ts";
import type { MongoDatabase, MongoOptions } from "./mongo-database.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

/** The version of all collections; incremented when an older program could not work with them. */
export const SCHEMA_VERSION = 1;

const SCHEMA_ID = "schema";

/** Returns the version of the database; 0 if it is new. */
export function schemaVersion(database: MongoDatabase): Promise<number> {
  return database.run(async ({ facts }) => (await facts.findOne({ _id: SCHEMA_ID }))?.version ?? 0);
}

/**
 * Brings the database to this program's version; several processes may do so concurrently. If it is newer, throws an
 * ordinary error and changes nothing. On an existing database missing indexes are created in the background: `indexed`
 * resolves when they are complete.
 */
export async function prepareSchema(
  database: MongoDatabase,
  { warn, ...options }: MongoOptions,
): Promise<{ readonly indexed: Promise<void> }> {
  const version = await schemaVersion(database);
  if (version > SCHEMA_VERSION) {
    const reason = `The MongoDB database ${options.database} is of version ${version}`;
    const advice = "Start the newer program, or use another database.";
    throw new Error(`${reason}, newer than this program's (${SCHEMA_VERSION}). ${advice}`);
  }
  const indexed = database.withDb(makeIndexes);
  if (version === SCHEMA_VERSION) {
    const onFailure = (error: unknown) => warn(`MongoDB indexes cannot be created: ${(error as Error).message}`);
    return { indexed: indexed.catch(onFailure) };
  }
  await indexed;
  await database.run(({ facts }) =>
    retryOnConflict(() => facts.updateOne({ _id: SCHEMA_ID }, { $max: { version: SCHEMA_VERSION } }, { upsert: true })),
  );
  return { indexed };
}
