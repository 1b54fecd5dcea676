import { randomUUID } from "node:crypto";
import { MongoClient } from "mongodb";
import type { MongoOptions } from "../../../src/store/mongodb/mongo-database.ts";

const { MONGODB_URL: url = "" } = process.env;

/** The reason to skip tests that need a real MongoDB server; undefined if there is one. */
export const noMongoServer =
  url === ""
    ? "MONGODB_URL is not set: set it to any MongoDB server (npm run mongod downloads and starts one)"
    : undefined;

/** Returns a unique database name. */
export async function newDatabaseName(): Promise<string> {
  return `sightline-test-${randomUUID()}`;
}

/** Returns the options for a database on the server that the environment names. */
export function testMongoOptions(database: string, changes: Partial<MongoOptions> = {}): MongoOptions {
  return { url, database, poolSize: 10, timeoutMs: 60_000, warn: () => {}, ...changes };
}

export async function dropTestDatabase(database: string): Promise<void> {
  const client = new MongoClient(url);
  await client.db(database).dropDatabase();
  await client.close();
}
