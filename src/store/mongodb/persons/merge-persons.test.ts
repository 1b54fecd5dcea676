import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { CommandStartedEvent } from "mongodb";
import { attachMany } from "../../../../test/conformance/samples.ts";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../../test/support/engines/test-mongo.ts";
import { attach } from "../../../../test/support/test-people.ts";
import type { Collections } from "../collections.ts";
import { MongoDatabase } from "../mongo-database.ts";
import { openMongo, portsOf } from "../mongodb.ts";

/** Opens a store, and the same database for a slower node. */
async function openTwice(t: TestContext) {
  const name = await newDatabaseName();
  const store = await openMongo(testMongoOptions(name));
  const raw = new MongoDatabase(testMongoOptions(name));
  t.after(async () => {
    await store.close();
    await raw.close();
    await dropTestDatabase(name);
  });
  return { store, raw };
}

test("the survivor gets what is attached to a person during a merge", { skip: noMongoServer }, async (t) => {
  const { store, raw } = await openTwice(t);
  const { persons, flags } = store;
  const newIds = ["ada", "bob", "eve", "max"].map((distinctId) => ({ distinctId, at: 1 }));
  const created = await persons.ensure("1", newIds);
  const [ada = "", bob = "", eve = "", max = ""] = [...created.values()].map(({ uuid }) => uuid);
  const mergingBob = portsOf(beforeInserts(raw, "distinct_ids", () => persons.merge("1", ada, bob)));
  assert.equal(await attach(mergingBob.persons, "1", "tablet", bob), ada);
  assert.deepEqual(await persons.distinctIds("1", ada, 10), ["ada", "bob", "tablet"]);

  await attachMany(persons, "1", max);
  const mergingMax = portsOf(beforeInserts(raw, "distinct_ids", () => persons.merge("1", ada, max)));
  assert.equal(await attach(mergingMax.persons, "1", "phone", ada), ada);
  assert.equal((await persons.distinctIds("1", ada, 100)).length, 45);

  await flags.keepIdentifiers("1", eve, ["kept"], "eve");
  const mergingAda = portsOf(beforeInserts(raw, "flag_identifiers", () => persons.merge("1", eve, ada)));
  const expected = new Map(Object.entries({ kept: "eve", new: "late" }));
  assert.deepEqual(await mergingAda.flags.keepIdentifiers("1", bob, ["kept", "new"], "late"), expected);
  assert.deepEqual(await flags.keepIdentifiers("1", eve, ["kept", "new"], "last"), expected);
});

test("distinct ids share the person that another node has given to one of them", { skip: noMongoServer }, async (t) => {
  const { store, raw } = await openTwice(t);
  const { persons } = store;
  const ada = (await persons.ensure("1", [{ distinctId: "ada", at: 1 }])).get("ada")?.uuid ?? "";
  const addBob = async () => {
    await attach(persons, "1", "bob", ada);
    await persons.update("1", [{ uuid: ada, changes: [], identify: true }]);
  };
  const wanted = [
    { distinctId: "bob", at: 2 },
    { distinctId: "tablet", at: 2, sameAs: "bob" },
    { distinctId: "tablet", at: 2, sameAs: "phone" },
  ];
  const expected = new Map(["bob", "tablet", "phone"].map((id) => [id, { uuid: ada, isIdentified: true }]));
  const slower = portsOf(beforeInserts(raw, "distinct_ids", addBob));
  assert.deepEqual(await slower.persons.ensure("1", wanted), expected);
  assert.deepEqual(await persons.findRefs("1", [...expected.keys()]), expected);
  assert.deepEqual((await persons.distinctIds("1", ada, 10)).toSorted(), ["ada", "bob", "phone", "tablet"]);
  assert.equal((await persons.list("1", { limit: 10, offset: 0 })).count, 1);
});

test("what needs only ids of large persons does not read their properties", { skip: noMongoServer }, async (t) => {
  const name = await newDatabaseName();
  const reads: unknown[] = [];
  const onCommand = ({ commandName, command }: CommandStartedEvent) => {
    const { find, projection }: { find?: string; projection?: object } = command;
    if (commandName === "find" && find === "persons") reads.push(projection);
  };
  const store = await openMongo({ ...testMongoOptions(name), onCommand });
  t.after(async () => {
    await store.close();
    await dropTestDatabase(name);
  });
  const { persons } = store;
  const wanted = ["ada", "bob"].map((distinctId) => ({ distinctId, at: 1 }));
  const uuids = [...(await persons.ensure("1", wanted)).values()].map(({ uuid }) => uuid);
  const [ada = "", bob = ""] = uuids;
  await persons.update("1", [{ uuid: ada, changes: [{ set: { large: "x".repeat(100_000) } }], identify: true }]);
  reads.length = 0;
  await persons.ensure("1", wanted);
  await persons.findRefs("1", ["ada", "bob"]);
  await persons.ensure("1", [{ distinctId: "ada", at: 1, sameAs: "tablet" }]);
  assert.ok(reads.length >= 3);
  assert.deepEqual(new Set(reads.map((projection) => JSON.stringify(projection))), new Set(['{"properties":0}']));
  reads.length = 0;
  assert.equal(await persons.merge("1", ada, bob), true);
  assert.equal(reads.filter((projection) => !projection).length, 1, "only the one that may add properties");
});

/** Returns the database with a hook that runs before each `insertMany` into the collection. */
function beforeInserts(database: MongoDatabase, name: keyof Collections, hook: () => Promise<unknown>): MongoDatabase {
  const withHook = (collections: Collections): Collections => {
    const collection = collections[name];
    const insertMany = async (...args: unknown[]) => {
      await hook();
      return Reflect.apply(collection.insertMany, collection, args);
    };
    return { ...collections, [name]: Object.create(collection, { insertMany: { value: insertMany } }) };
  };
  const run: MongoDatabase["run"] = (work) => database.run((collections) => work(withHook(collections)));
  return Object.assign(Object.create(database), { run });
}
