import assert from "node:assert/strict";
import { test } from "node:test";
import { newPiece } from "../../../test/conformance/samples.ts";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../test/support/engines/test-mongo.ts";
import { MongoDatabase } from "./mongo-database.ts";
import { openMongo } from "./mongodb.ts";

test("properties that an earlier version saved are checked again later", { skip: noMongoServer }, async (context) => {
  const name = await newDatabaseName();
  const store = await openMongo(testMongoOptions(name));
  const raw = new MongoDatabase(testMongoOptions(name));
  context.after(async () => {
    await store.close();
    await raw.close();
    await dropTestDatabase(name);
  });
  const { pieces, library } = store.recordings;
  await pieces.append("1", [newPiece("recorded")]);
  for (const sessionId of ["recorded", "unrecorded"]) {
    await pieces.saveProperties("1", [{ sessionId, at: 1, checkAt: 9, properties: {} }]);
  }
  await raw.run(({ recording_properties }) => recording_properties.updateMany({}, { $unset: { checkAt: "" } }));
  const left = async () => [...(await library.properties("1", ["recorded", "unrecorded"])).keys()].toSorted();
  assert.equal(await pieces.checkProperties(100, 200, 10), 2);
  assert.deepEqual(await left(), ["recorded", "unrecorded"]);
  assert.equal(await pieces.checkProperties(199, 300, 10), 0);
  assert.equal(await pieces.checkProperties(200, 300, 10), 1);
  assert.deepEqual(await left(), ["recorded"]);
});
