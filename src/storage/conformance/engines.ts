import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFolder } from "../filesystem/folder.ts";
import { openMongo } from "../mongodb/mongodb.ts";
import * as mongoTests from "../mongodb/test-server.ts";
import type { Documents, FileStore } from "../ports/engines.ts";
import { openS3 } from "../s3/s3.ts";
import { noServer, removeBucket, testOptions } from "../s3/test-server.ts";
import { openSqlite } from "../sqlite/sqlite.ts";
import type { Engine } from "./engine.ts";

const inDirectory = {
  create: () => mkdtemp(join(tmpdir(), "sightline-conformance-")),
  remove: (directory: string) => rm(directory, { recursive: true, force: true }),
};

/** The engines that every document port is tried on. */
export const DOCUMENT_ENGINES: readonly Engine<Documents>[] = [
  { name: "SQLite", connect: (directory) => openSqlite(directory), ...inDirectory },
  {
    name: "MongoDB",
    missing: mongoTests.noServer,
    create: mongoTests.newDatabase,
    connect: (database) => openMongo(mongoTests.testOptions(database)),
    remove: mongoTests.removeDatabase,
  },
];

/** The engines that the port of files is tried on. */
export const FILE_ENGINES: readonly Engine<FileStore>[] = [
  { name: "folder", connect: openFolder, ...inDirectory },
  {
    name: "S3",
    missing: noServer,
    create: async () => `sightline-${randomUUID()}`,
    connect: (bucket) => openS3(testOptions(bucket)),
    remove: removeBucket,
  },
];
