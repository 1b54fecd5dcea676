import { randomUUID } from "node:crypto";
import { MongoClient } from "mongodb";
import type { MongoOptions } from "./mongo-database.ts";

const { MONGODB_URL: url = "" } = process.env;

/** Why tests of a real MongoDB server cannot run here; undefined where they can. */
export const noMongoServer =
  url === ""
    ? "MONGODB_URL is not set: set it to any MongoDB server (npm run mongod downloads and starts one)"
    : undefined;

/** For tests: the name of a database that nobody else uses. */
export async function newDatabaseName(): Promise<string> {
  return `sightline-test-${randomUUID()}`;
}

/** For tests: how a database of the server that the environment names is reached. */
export function testMongoOptions(database: string, changes: Partial<MongoOptions> = {}): MongoOptions {
  return { url, database, poolSize: 10, timeoutMs: 10_000, warn: () => {}, ...changes };
}

export async function dropTestDatabase(database: string): Promise<void> {
  const client = new MongoClient(url);
  await client.db(database).dropDatabase();
  await client.close();
}
