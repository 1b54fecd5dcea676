import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type Document, MongoClient, ObjectId } from "mongodb";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../test/support/engines/test-mongo.ts";
import { openMongo } from "./mongodb.ts";

test("documents of earlier versions become records, in each start", { skip: noMongoServer }, async () => {
  const options = testMongoOptions(await newDatabaseName());
  const client = new MongoClient(options.url);
  after(async () => {
    await client.close();
    await dropTestDatabase(options.database);
  });
  const documents = client.db(options.database).collection<Document & { _id: string }>("keys");
  await documents.createIndexes([{ key: { id: 1 }, name: "id_1", unique: true }]);
  const common = { order: new ObjectId(), hint: "h", label: "l" };
  await documents.insertOne({ _id: "phc_web", id: "web", kind: "project", project: 12, createdAt: 2, ...common });
  await documents.insertOne({
    _id: "ab12",
    id: "ci",
    kind: "personal",
    user: 3,
    readOnly: true,
    createdAt: 1,
    ...common,
  });
  const older = <T extends Document>(name: string) => client.db(options.database).collection<T & { _id: string }>(name);
  await older("nodes").insertMany([
    { _id: "n", name: "one", seenAt: 1 },
    { _id: "gone", name: "", seenAt: 1, forgottenAt: 2 },
  ]);
  await older("recent_invites").insertOne({ _id: "o", version: 3, list: [{ address: "hash", at: 7 }] });
  const project = {
    kind: "project",
    id: "web",
    lookup: "phc_web",
    projectId: "12",
    hint: "h",
    label: "l",
    createdAt: 2,
  };
  const personal = { kind: "personal", id: "ci", lookup: "ab12", userId: 3, readOnly: true, createdAt: 1 };
  const expected = [
    { ...personal, hint: "h", label: "l", lastUsedAt: null },
    { ...project, lastUsedAt: null },
  ];
  for (let start = 0; start < 2; start++) {
    const store = await openMongo(options);
    try {
      assert.deepEqual(await store.keys.list(), expected);
      assert.deepEqual(await store.erasures.nodes(), [{ id: "n", name: "one", seenAt: 1 }]);
      assert.equal(await store.erasures.forgottenAt("gone"), 2);
      await store.invites.changeRecent("o", (found) => {
        assert.deepEqual(found, [{ address: "hash", at: 7 }]);
        return found;
      });
      await store.keys.recordUses([{ id: "ci", at: 0 }]);
      await assert.rejects(store.keys.insert({ ...expected[0], lookup: "other" } as never), { name: "Error" });
    } finally {
      await store.close();
    }
  }
  const kept = await documents.findOne({ _id: "phc_web" });
  assert.equal(kept?.project, 12, "earlier versions beside this one still read it");
});
