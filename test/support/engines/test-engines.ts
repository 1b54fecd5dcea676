import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { openFolder } from "../../../src/store/filesystem/files.ts";
import { openMongo } from "../../../src/store/mongodb/mongodb.ts";
import type { FileStore, Store } from "../../../src/store/ports/stores.ts";
import { openS3 } from "../../../src/store/s3/s3.ts";
import { openSqlite } from "../../../src/store/sqlite/sqlite.ts";
import { startTcpProxy } from "../tcp-proxy.ts";
import * as mongo from "./test-mongo.ts";
import * as s3 from "./test-s3.ts";
import { newStoreDirectory } from "./test-store.ts";

interface Engines {
  readonly documents: Store;
  readonly fileStore: FileStore;
}

/** A store and object storage for tests of recordings. */
export interface EnginePair {
  readonly name: string;
  /** Why the pair is unavailable here, and how to provide it. */
  readonly skipReason?: string | undefined;
  /** Creates empty engines, which are removed after the test. */
  prepare(test: TestContext): Promise<{
    /** Connects to them as another node. */
    open(): Promise<Engines>;
    /** Makes object storage unavailable. */
    disconnectFiles(): Promise<void>;
    restoreFiles(): Promise<void>;
  }>;
}

/** SQLite and a folder. */
export const EMBEDDED_ENGINES: EnginePair = {
  name: "SQLite and a folder",
  async prepare(test) {
    const directory = await newStoreDirectory("recordings");
    const root = join(directory, "files");
    const opened = closeAfter(test, () => rm(directory, { recursive: true }));
    return {
      open: () => opened(openSqlite(directory), openFolder(directory)),
      disconnectFiles: () => rename(root, `${root}-away`),
      async restoreFiles() {
        await rm(root, { recursive: true, force: true });
        await rename(`${root}-away`, root);
      },
    };
  },
};

/** MongoDB and S3, if the environment names servers. */
export const EXTERNAL_ENGINES: EnginePair = {
  name: "MongoDB and S3",
  skipReason: mongo.noMongoServer ?? s3.noS3Server,
  async prepare(test) {
    const database = await mongo.newDatabaseName();
    const bucket = `sightline-${randomUUID()}`;
    const { endpoint } = s3.testS3Options(bucket);
    const { hostname, port } = new URL(endpoint);
    const proxy = await startTcpProxy(hostname, Number(port));
    test.after(proxy.disconnect);
    const near = { endpoint: `http://127.0.0.1:${proxy.port}`, timeoutMs: 60_000, retries: 0 };
    const opened = closeAfter(test, async () => {
      await mongo.dropTestDatabase(database);
      await s3.removeTestBucket(bucket);
    });
    return {
      open: () => opened(openMongo(mongo.testMongoOptions(database)), openS3(s3.testS3Options(bucket, near))),
      disconnectFiles: () => proxy.disconnect(),
      restoreFiles: () => proxy.restore(),
    };
  },
};

/** Returns a function that opens engines. They are closed after the test; then `remove` is called. */
function closeAfter(test: TestContext, remove: () => Promise<void>) {
  const opened: { close(): Promise<void> }[] = [];
  test.after(async () => {
    for (const engine of opened) await engine.close();
    await remove();
  });
  return async (documents: Promise<Store>, fileStore: Promise<FileStore>): Promise<Engines> => {
    const engines = { documents: await documents, fileStore: await fileStore };
    opened.push(engines.documents, engines.fileStore);
    return engines;
  };
}
