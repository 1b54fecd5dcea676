import { makeIndexes } from "./indexes.ts";
import type { MongoDatabase, MongoOptions } from "./mongo-database.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";

/** Of what the collections hold and how. One more whenever an older program could not work with it. */
export const SCHEMA_VERSION = 1;

const SCHEMA_ID = "schema";

/** The version of what the database holds; 0 where nothing was made yet. */
export function schemaVersion(database: MongoDatabase): Promise<number> {
  return database.run(async ({ facts }) => (await facts.findOne({ _id: SCHEMA_ID }))?.version ?? 0);
}

/**
 * Brings the database to this program's version; several processes may do so at once. Throws an ordinary error, and changes nothing, where it is
 * newer. The indexes of a database that is not new may still be in the making when it returns: `indexed` ends with them.
 */
export async function prepareSchema(
  database: MongoDatabase,
  { warn, ...options }: MongoOptions,
): Promise<{ readonly indexed: Promise<void> }> {
  const version = await schemaVersion(database);
  if (version > SCHEMA_VERSION) {
    throw new Error(
      `The MongoDB database ${options.database} is of version ${version}, newer than this program's (${SCHEMA_VERSION}). Start the newer program, or use another database.`,
    );
  }
  const indexed = database.withDb(makeIndexes);
  if (version === SCHEMA_VERSION) {
    const failed = (error: unknown) => warn(`Indexes of MongoDB cannot be made: ${(error as Error).message}`);
    return { indexed: indexed.catch(failed) };
  }
  await indexed;
  await database.run(({ facts }) =>
    retryOnConflict(() => facts.updateOne({ _id: SCHEMA_ID }, { $max: { version: SCHEMA_VERSION } }, { upsert: true })),
  );
  return { indexed };
}
