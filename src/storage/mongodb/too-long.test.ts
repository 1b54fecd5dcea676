import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { newEvent, newProject } from "../conformance/samples.ts";
import type { Store } from "../ports/stores.ts";
import { projectKey } from "./document-keys.ts";
import { MongoDatabase } from "./mongo-database.ts";
import { openMongo } from "./mongodb.ts";
import { TextTooLong } from "./stored-text.ts";
import { dropTestDatabase, newDatabaseName, noMongoServer, testMongoOptions } from "./test-mongo.ts";

/** 12 MB of text that compress to 9 MB, so that no document can hold two of them. */
const incompressibleText = () => randomBytes(9 * 1024 * 1024).toString("base64");

describe("MongoDB: texts too large for a document", { skip: noMongoServer }, () => {
  let name = "";
  let store: Store;
  before(async () => {
    name = await newDatabaseName();
    store = await openMongo(testMongoOptions(name));
  });
  after(async () => {
    await store.close();
    await dropTestDatabase(name);
  });

  async function newPerson(project: string, distinctId: string) {
    const { persons } = store;
    const person = (await persons.ensure(project, [{ distinctId, at: 1 }])).get(distinctId) ?? assert.fail();
    await persons.update(project, [
      { uuid: person.uuid, changes: [{ set: { [distinctId]: incompressibleText() } }], identify: false },
    ]);
    return person.uuid;
  }

  /** Adds a property to the person, to show that it can be changed. Returns the names of its properties. */
  async function addProperty(project: string, distinctId: string) {
    const { persons } = store;
    const person = (await persons.find(project, [distinctId])).get(distinctId) ?? assert.fail();
    const changes = [{ set: { small: true } }];
    await persons.update(project, [{ uuid: person.uuid, changes, identify: true }]);
    return Object.keys((await persons.find(project, [distinctId])).get(distinctId)?.properties ?? {});
  }

  test("are rejected with the sizes", async () => {
    const project = newProject();
    const sizes = /^The text has \d\d\.\d MB compressed; the limit is 16\.7 MB\.$/;
    const isRejected = (error: unknown) => error instanceof TextTooLong && sizes.test(error.message);
    const properties = JSON.stringify({ a: incompressibleText(), b: incompressibleText() });
    await assert.rejects(store.events.insert([newEvent(project, { properties })]), isRejected);
    const uuid = await newPerson(project, "ada");
    const changes = [{ set: { more: incompressibleText() } }];
    await assert.rejects(store.persons.update(project, [{ uuid, changes, identify: false }]), isRejected);
    assert.deepEqual(await addProperty(project, "ada"), ["ada", "small"]);
  });

  test("prevent a merge of two persons", async () => {
    const project = newProject();
    const [ada, bob] = [await newPerson(project, "ada"), await newPerson(project, "bob")];
    await assert.rejects(store.persons.merge(project, ada, bob), TextTooLong);
    assert.deepEqual(await addProperty(project, "ada"), ["ada", "small"]);
    assert.deepEqual(await addProperty(project, "bob"), ["bob", "small"]);
  });

  test("do not prevent that a decided merge completes", async () => {
    const project = newProject();
    const [ada, bob] = [await newPerson(project, "ada"), await newPerson(project, "bob")];
    const raw = new MongoDatabase(testMongoOptions(name));
    await raw.run(async ({ persons }) => {
      const [into, from] = [projectKey(project, ada), projectKey(project, bob)];
      const source = (await persons.findOne({ _id: from })) ?? assert.fail();
      await persons.updateOne({ _id: into }, { $set: { merging: { from, version: source.version } } });
      await persons.updateOne({ _id: from }, { $set: { mergedInto: into }, $inc: { version: 1 } });
    });
    await raw.close();
    assert.deepEqual(await addProperty(project, "bob"), ["ada", "small"]);
    assert.deepEqual((await store.persons.distinctIds(project, ada, 10)).toSorted(), ["ada", "bob"]);
  });
});
