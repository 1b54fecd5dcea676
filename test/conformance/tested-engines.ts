import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFolder } from "../../src/store/filesystem/files.ts";
import { openMongo } from "../../src/store/mongodb/mongodb.ts";
import type { FileStore, Store } from "../../src/store/ports/stores.ts";
import { RECORD_KINDS } from "../../src/store/records/record-kinds.ts";
import { openS3 } from "../../src/store/s3/s3.ts";
import { openSqlite } from "../../src/store/sqlite/sqlite.ts";
import * as mongoTests from "../support/engines/test-mongo.ts";
import { noS3Server, removeTestBucket, testS3Options } from "../support/engines/test-s3.ts";
import { newStoreDirectory } from "../support/engines/test-store.ts";
import type { Engine } from "./engine-suites.ts";
import { SAMPLE_KINDS } from "./sample-records.ts";

const recordKinds = [...RECORD_KINDS, ...SAMPLE_KINDS];

const inDirectory = {
  isEmbedded: true,
  create: () => mkdtemp(join(tmpdir(), "sightline-conformance-")),
  remove: (directory: string) => rm(directory, { recursive: true, force: true }),
};

/** The engines on which every port but `Files` is tested. */
export const STORE_ENGINES: readonly Engine<Store>[] = [
  {
    name: "SQLite",
    connect: (directory) => openSqlite(directory, { recordKinds }),
    ...inDirectory,
    create: () => newStoreDirectory("conformance"),
  },
  {
    name: "MongoDB",
    isEmbedded: false,
    skipReason: mongoTests.noMongoServer,
    create: mongoTests.newDatabaseName,
    connect: (database) => openMongo(mongoTests.testMongoOptions(database, { recordKinds })),
    remove: mongoTests.dropTestDatabase,
  },
];

/** The engines on which the port `Files` is tested. */
export const FILE_ENGINES: readonly Engine<FileStore>[] = [
  { name: "folder", connect: openFolder, ...inDirectory },
  {
    name: "S3",
    isEmbedded: false,
    skipReason: noS3Server,
    create: async () => `sightline-${randomUUID()}`,
    connect: (bucket) => openS3(testS3Options(bucket)),
    remove: removeTestBucket,
  },
];
