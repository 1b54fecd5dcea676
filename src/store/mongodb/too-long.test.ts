import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { newEvent, newProject } from "../../../test/conformance/samples.ts";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../test/support/engines/test-mongo.ts";
import type { Store } from "../ports/stores.ts";
import { TextTooLong } from "./document-keys.ts";
import { openMongo } from "./mongodb.ts";

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

  test("are rejected with the sizes", async () => {
    const project = newProject();
    const sizes = /^The text has \d\d\.\d MB compressed; the limit is 16\.7 MB\.$/;
    const isRejected = (error: unknown) => error instanceof TextTooLong && sizes.test(error.message);
    const properties = JSON.stringify({ a: incompressibleText(), b: incompressibleText() });
    await assert.rejects(store.events.insert([newEvent(project, { properties })]), isRejected);
  });
});
