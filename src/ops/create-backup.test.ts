import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type Db, MongoServerError } from "mongodb";
import { newEvent } from "../../test/conformance/samples.ts";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../test/support/engines/test-mongo.ts";
import { mongoCopies } from "../store/mongodb/mongo-copies.ts";
import { MongoDatabase } from "../store/mongodb/mongo-database.ts";
import { openMongo } from "../store/mongodb/mongodb.ts";
import { createBackup } from "./create-backup.ts";

type CopyWork = Parameters<MongoDatabase["withSession"]>[1];

const SNAPSHOT_TOO_OLD = 239;

test("a backup that outlasts its snapshot is made without one", { skip: noMongoServer }, async (t) => {
  const options = testMongoOptions(await newDatabaseName());
  const directory = await mkdtemp(join(tmpdir(), "sightline-test-"));
  const store = await openMongo(options);
  t.after(async () => {
    await store.close();
    await dropTestDatabase(options.database);
    await rm(directory, { recursive: true });
  });
  await store.events.insert([newEvent("1", {})]);
  t.mock.method(MongoDatabase.prototype, "hasSnapshots", async () => true);
  const wanted: boolean[] = [];
  const { withSession } = MongoDatabase.prototype;
  t.mock.method(
    MongoDatabase.prototype,
    "withSession",
    function (this: MongoDatabase, { snapshot }: { snapshot: boolean }, work: CopyWork) {
      wanted.push(snapshot);
      return withSession.call(this, { snapshot: false }, (db, session) => work(snapshot ? expiring(db) : db, session));
    },
  );

  const manifest = await createBackup(join(directory, "backup"), {
    dataDir: directory,
    documents: {
      engine: "MongoDB",
      copies: mongoCopies(options),
      erasure: { erased: async () => new Set<string>() },
      files: null,
      holdFiles: async () => {},
    },
    runWithProgress: (_label, _total, work) => work(() => {}),
    now: Date.now,
  });
  assert.deepEqual(wanted, [true, false]);
  assert.equal(manifest.documents.events, 1);
});

/** Returns a database whose snapshot is gone after some collections were read. */
function expiring(db: Db): Db {
  let read = 0;
  const collection = (name: string) => {
    read += 1;
    if (read > 3)
      throw new MongoServerError({ message: "Read timestamp is older than the oldest", code: SNAPSHOT_TOO_OLD });
    const rows = db.collection(name);
    return Object.create(rows, { find: { value: () => rows.find({}, { raw: true }) } });
  };
  return Object.create(db, { collection: { value: collection } });
}
