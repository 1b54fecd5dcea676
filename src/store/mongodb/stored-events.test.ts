import assert from "node:assert/strict";
import { test } from "node:test";
import type { CommandStartedEvent, ObjectId } from "mongodb";
import { newEvent } from "../../../test/conformance/samples.ts";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../test/support/engines/test-mongo.ts";
import { MongoDatabase } from "./mongo-database.ts";
import { openMongo } from "./mongodb.ts";
import { settledEvents } from "./stored-events.ts";

const LATER_MS = 60_000;

test("events settle after some seconds, in parts that end where a project has its limit", {
  skip: noMongoServer,
}, async (t) => {
  const name = await newDatabaseName();
  const options = testMongoOptions(name);
  const store = await openMongo(options);
  t.after(async () => {
    await store.close();
    await dropTestDatabase(name);
  });
  const raw = new MongoDatabase(options);
  t.after(() => raw.close());
  const add = () => store.tenants.addProject({ organizationId: "o", name: "", createdAt: 1 });
  const [{ id: first }, { id: second }] = [await add(), await add()];
  await add();
  const storeOne = async (projectId: string) => {
    const event = newEvent(projectId);
    await store.events.insert([event]);
    return event.uuid;
  };
  const uuids = [await storeOne(first), await storeOne(second), await storeOne(first), await storeOne(first)];
  assert.equal(await store.events.settled(null, 2), null);

  const later = Date.now() + LATER_MS;
  const settled = (after: string | null) =>
    raw.run((collections) => settledEvents(collections, { after, limit: 2, now: later }));
  const read = async (after: string | null, until: string) => {
    const found: string[] = [];
    for await (const { uuid } of store.events.stored({ after, until })) found.push(uuid);
    return found.toSorted();
  };
  const part = await settled(null);
  assert.deepEqual(part?.projects, [first, second]);
  assert.deepEqual(await read(null, part.until), uuids.slice(0, 3).toSorted());
  const rest = await settled(part.until);
  assert.deepEqual(rest?.projects, [first]);
  assert.deepEqual(await read(part.until, rest.until), uuids.slice(3));
  assert.equal(await settled(rest.until), null);
  const ofSecond = await raw.run((collections) =>
    settledEvents(collections, { after: null, limit: 2, projectId: second, now: later }),
  );
  assert.deepEqual(ofSecond?.projects, [second]);
});

test("the server inserts no event after it counts as settled, and its order is that of the attempt", {
  skip: noMongoServer,
}, async (t) => {
  const name = await newDatabaseName();
  const inserts: { readonly maxTimeMS?: number; readonly documents: readonly { readonly order: ObjectId }[] }[] = [];
  const onCommand = ({ commandName, command }: CommandStartedEvent) => {
    if (commandName === "insert" && command["insert"] === "events") inserts.push(command as (typeof inserts)[number]);
  };
  const store = await openMongo({ ...testMongoOptions(name), onCommand });
  t.after(async () => {
    await store.close();
    await dropTestDatabase(name);
  });
  const { id } = await store.tenants.addProject({ organizationId: "o", name: "", createdAt: 1 });
  await store.events.insert(Array.from({ length: 2001 }, () => newEvent(id)));
  assert.equal(inserts.length, 2);
  for (const { maxTimeMS } of inserts) assert.ok((maxTimeMS ?? Number.POSITIVE_INFINITY) <= 10_000, `${maxTimeMS}`);
  const [first, second] = inserts.map(({ documents }) => documents.map(({ order }) => order.toHexString()).toSorted());
  assert.ok((first?.at(-1) ?? "") < (second?.[0] ?? ""), "the second batch is stamped after the first is inserted");
});
