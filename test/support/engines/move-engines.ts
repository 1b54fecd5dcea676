import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { moveStore } from "../../../src/ops/move-store.ts";
import { type Config, readConfig } from "../../../src/settings/config.ts";
import { fileEngine, openStore } from "../../../src/store/choose-engines.ts";
import type { FileStore, Store } from "../../../src/store/ports/stores.ts";
import { dropTestDatabase, newDatabaseName, noMongoServer } from "./test-mongo.ts";
import { noS3Server, removeTestBucket } from "./test-s3.ts";
import { ONLY_EXTERNAL_ENGINES } from "./wanted-engines.ts";

/** Returns settings of an empty directory. */
export async function embedded(t: TestContext): Promise<Config> {
  const directory = await mkdtemp(join(tmpdir(), "sightline-move-"));
  t.after(() => rm(directory, { recursive: true }));
  return readConfig({ DATA_DIR: directory });
}

/** Returns settings of an empty database and bucket. */
export async function external(t: TestContext): Promise<Config> {
  const { MONGODB_URL = "", S3_ENDPOINT = "" } = process.env;
  const [database, bucket] = [await newDatabaseName(), `sightline-${randomUUID()}`];
  t.after(async () => {
    await dropTestDatabase(database);
    await removeTestBucket(bucket);
  });
  const { DATA_DIR } = await embedded(t);
  return readConfig({ DATA_DIR, MONGODB_URL, MONGODB_DATABASE: database, S3_ENDPOINT, S3_BUCKET: bucket });
}

export async function withEngines<T>(config: Config, work: (...engines: [Store, FileStore]) => Promise<T>): Promise<T> {
  const [store, fileStore] = [await openStore(config), await fileEngine(config).open()];
  return work(store, fileStore).finally(() => Promise.all([store.close(), fileStore.close()]));
}

export const move = (from: Config, to: Config) =>
  moveStore({ from, to, runWithProgress: (_label, _total, work) => work(() => {}), onWaiting: () => {} });

const EXTERNAL_TARGET = { name: "MongoDB and S3", create: external, skip: noMongoServer ?? noS3Server };
export const MOVE_TARGETS = ONLY_EXTERNAL_ENGINES
  ? [EXTERNAL_TARGET]
  : [{ name: "another directory", create: embedded, skip: undefined }, EXTERNAL_TARGET];
