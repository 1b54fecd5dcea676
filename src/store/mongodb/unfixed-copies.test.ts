import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Db, Document } from "mongodb";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../test/support/engines/test-mongo.ts";
import { RECORD_KINDS } from "../records/record-kinds.ts";
import { copyCollections, mongoCopies } from "./mongo-copies.ts";
import { MongoDatabase } from "./mongo-database.ts";
import { openMongo } from "./mongodb.ts";

const PROJECT = "1";

test("a copy without snapshots has persons that are merged while it is made", { skip: noMongoServer }, async (t) => {
  const [original, restored] = [testMongoOptions(await newDatabaseName()), testMongoOptions(await newDatabaseName())];
  const directory = await mkdtemp(join(tmpdir(), "sightline-test-"));
  const [store, database] = [await openMongo(original), new MongoDatabase(original)];
  t.after(async () => {
    await store.close();
    await database.close();
    for (const options of [original, restored]) await dropTestDatabase(options.database);
    await rm(directory, { recursive: true });
  });
  const { persons, flags } = store;
  const wanted = ["ada", "bob", "eve"].map((distinctId) => ({ distinctId, at: 1 }));
  const people = Array.from(await persons.ensure(PROJECT, wanted), ([id, { uuid }]) => ({ id, uuid }));
  // Persons are read in the order of their uuids.
  const [first, second, third] = people.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1));
  assert.ok(first && second && third);
  const properties = people.map(({ id, uuid }) => ({ uuid, changes: [{ set: { [id]: 1 } }], identify: false }));
  await persons.update(PROJECT, properties);
  await flags.keepIdentifiers(PROJECT, third.uuid, ["kept"], third.id);

  const betweenPersons = async () => {
    assert.equal(await persons.merge(PROJECT, second.uuid, third.uuid), true);
    assert.equal(await persons.merge(PROJECT, first.uuid, second.uuid), true);
  };
  await mkdir(join(directory, "documents"));
  await copyCollections(withHook(database, betweenPersons), RECORD_KINDS, directory, {
    snapshot: false,
    advance: () => {},
    onFixed: () => {},
  });
  await mongoCopies(restored).restore(directory, () => {});
  const copy = await openMongo(restored);
  t.after(() => copy.close());
  for (const { persons, flags } of [store, copy]) {
    const found = await persons.find(PROJECT, ["ada", "bob", "eve"]);
    assert.equal(found.size, 3);
    for (const { uuid, properties } of found.values())
      assert.deepEqual({ uuid, properties }, { uuid: first.uuid, properties: { ada: 1, bob: 1, eve: 1 } });
    assert.deepEqual((await persons.distinctIds(PROJECT, first.uuid, 10)).toSorted(), ["ada", "bob", "eve"]);
    const kept = await flags.keepIdentifiers(PROJECT, first.uuid, ["kept"], "other");
    assert.equal(kept.get("kept"), third.id);
  }
});

/** Returns the database, with a hook after the first person was read from it. */
function withHook(database: MongoDatabase, hook: () => Promise<void>): MongoDatabase {
  const collection = (db: Db, name: string): unknown => {
    const rows = db.collection(name);
    if (name !== "persons") return rows;
    async function* find(...args: Parameters<typeof rows.find>): AsyncGenerator<Document> {
      yield* rows.find(...args).limit(1);
      await hook();
      yield* rows.find(...args).skip(1);
    }
    return Object.create(rows, { find: { value: find } });
  };
  const withSession: MongoDatabase["withSession"] = (options, work) =>
    database.withSession(options, (db, session) =>
      work(Object.create(db, { collection: { value: (name: string) => collection(db, name) } }), session),
    );
  return Object.create(database, {
    withSession: { value: withSession },
    withDb: { value: database.withDb.bind(database) },
  });
}
