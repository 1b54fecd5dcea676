import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, type TestContext, test } from "node:test";
import { callsOf } from "../../../test/conformance/closed-engine.ts";
import { putFlags } from "../../../test/conformance/put-flags.ts";
import {
  asUnflushed,
  collect,
  emptySummary,
  newEvent,
  newPiece,
  newProject,
} from "../../../test/conformance/samples.ts";
import { countEvents } from "../../../test/support/count-events.ts";
import {
  dropTestDatabase,
  newDatabaseName,
  noMongoServer,
  testMongoOptions,
} from "../../../test/support/engines/test-mongo.ts";
import { startTcpProxy } from "../../../test/support/tcp-proxy.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";
import { StoreUnavailable } from "../ports/common.ts";
import type { Store } from "../ports/stores.ts";
import { INDEXES, indexName } from "./indexes.ts";
import { MongoDatabase } from "./mongo-database.ts";
import { openMongo } from "./mongodb.ts";

const UNREACHABLE_URL = "mongodb://127.0.0.1:1/";

test("opening an unreachable MongoDB fails within the timeout", async () => {
  const options = { url: UNREACHABLE_URL, database: "d", poolSize: 1, timeoutMs: 200, warn: () => {} };
  const messages: string[] = [];
  // If this machine stalls, the connection is said to have timed out.
  await waitUntil(async () => {
    const error = await openMongo(options).catch((reason: Error) => reason);
    assert.ok(error instanceof StoreUnavailable);
    messages.push(error.message);
    return error.message.includes("ECONNREFUSED");
  });
  for (const message of messages) assert.match(message, /^MongoDB cannot be used now: [^\n]*\.$/);
});

test("an invalid URL is a permanent error of one line", async () => {
  for (const url of ["", "http://127.0.0.1/", "mongodb://", "mongodb://127.0.0.1/?nonsense=1"]) {
    const options = { url, database: "d", poolSize: 1, timeoutMs: 200, warn: () => {} };
    await assert.rejects(openMongo(options), (error: Error) => {
      assert.ok(!(error instanceof StoreUnavailable), url);
      assert.match(error.message, /^[^\n]+$/);
      return true;
    });
  }
});

describe("MongoDB", { skip: noMongoServer }, () => {
  let name = "";
  let raw: MongoDatabase;
  const opened: Store[] = [];
  beforeEach(async () => {
    name = await newDatabaseName();
    raw = new MongoDatabase(testMongoOptions(name));
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    await raw.close();
    await dropTestDatabase(name);
  });

  async function open(changes: Partial<ReturnType<typeof testMongoOptions>> = {}): Promise<Store> {
    const store = await openMongo(testMongoOptions(name, changes));
    opened.push(store);
    return store;
  }

  /** Opens the database through a proxy that simulates network failures. */
  async function openThroughProxy(context: TestContext) {
    const url = new URL(testMongoOptions(name).url);
    const proxy = await startTcpProxy(url.hostname, Number(url.port || 27017));
    context.after(proxy.disconnect);
    url.host = `127.0.0.1:${proxy.port}`;
    url.searchParams.set("directConnection", "true");
    return { proxy, store: await open({ url: url.href, timeoutMs: 8000 }) };
  }

  test("numbers flags that an older program stored, whichever process starts first", async () => {
    const keys = ["a", "b", "c", "d"];
    const old = keys.map((key) => ({ _id: `1/${key}`, project: 1, key, definition: "{}", updatedAt: 1 }));
    await raw.withDb((db) => db.collection<{ _id: string }>("flags").insertMany(old));
    const [first, second] = await Promise.all([open(), open()]);
    await putFlags(second.flags, "1", [{ key: "d", definition: "[]", updatedAt: 2 }]);
    const [listed, again] = [await first.flags.list("1"), await second.flags.list("1")];
    assert.equal(new Set(listed.map(({ number }) => number)).size, keys.length);
    assert.deepEqual(
      listed.map(({ version }) => version),
      [1, 1, 1, 2],
    );
    assert.deepEqual(again, listed);
  });

  test("has its data when opened again", async () => {
    const event = newEvent("1");
    await (await open()).events.insert([event]);
    assert.deepEqual(await (await open()).events.latest("1", {}, 10), [event]);
  });

  test("is prepared once by connections that open it concurrently", async () => {
    const stores = await Promise.all([open(), open(), open(), open()]);
    const claims = await Promise.all(stores.map(({ tenants }) => tenants.claimFirstSetup()));
    assert.equal(claims.filter((isMine) => isMine).length, 1);
    for (const [collection, indexes] of Object.entries(INDEXES)) {
      const present = await raw.withDb((db) => db.collection(collection).indexes());
      assert.deepEqual(present.map((index) => index.name).toSorted(), ["_id_", ...indexes.map(indexName)].toSorted());
    }
  });

  test("recreates dropped indexes when opened, and drops one of earlier versions", async () => {
    await open();
    await raw.run(({ events }) => events.dropIndexes());
    await raw.run(({ events }) => events.createIndex({ project: 1, timestamp: 1, _id: 1, event: 1, distinctId: 1 }));
    const reopened = await openMongo(testMongoOptions(name));
    await reopened.close(); // waits for the indexes
    assert.equal((await raw.run(({ events }) => events.indexes())).length, 3);
  });

  test("rejects a newer schema version in one line, and changes nothing", async () => {
    await open();
    await raw.run(({ facts }) => facts.updateOne({ _id: "schema" }, { $set: { version: 7 } }));
    await assert.rejects(open(), (error: Error) => {
      assert.ok(!(error instanceof StoreUnavailable));
      assert.match(error.message, /^The MongoDB database .+ is of version 7, newer than this program's \(\d+\)\. .+$/);
      return true;
    });
    assert.equal((await raw.run(({ facts }) => facts.findOne({ _id: "schema" })))?.version, 7);
  });

  test("warns about a single server", async () => {
    const { setName, msg } = await raw.withDb((db) => db.command({ hello: 1 }));
    const warnings: string[] = [];
    await open({ warn: (message) => warnings.push(message) });
    assert.equal(warnings.length, setName === undefined && msg === undefined ? 1 : 0);
  });

  test("is unavailable in every method while disconnected", async (context) => {
    const { proxy, store } = await openThroughProxy(context);
    const event = newEvent(newProject());
    assert.equal(await store.events.insert([event]), 1);
    await proxy.disconnect();
    const calls = Object.entries(callsOf(store));
    const failures = await Promise.all(
      calls.map(([, call]) =>
        call().then(
          () => null,
          (error: Error) => error,
        ),
      ),
    );
    for (const [index, [method]] of calls.entries()) {
      assert.equal(failures[index]?.name, "StoreUnavailable", `${method}: ${failures[index]?.stack}`);
    }
    await proxy.restore();
    assert.equal(await store.events.insert([event]), 0);
    await store.check();
  });

  test("is unavailable after the timeout while the server does not answer", async (context) => {
    const { proxy, store } = await openThroughProxy(context);
    proxy.stall();
    await assert.rejects(store.check(), { name: "StoreUnavailable" });
    await assert.rejects(countEvents(store.events, "1", {}), { name: "StoreUnavailable" });
    await proxy.restore();
    await store.check();
    assert.equal(await countEvents(store.events, "1", {}), 0);
  });

  test("ends a read of pieces with an error when disconnected", async (context) => {
    const { proxy, store } = await openThroughProxy(context);
    const project = newProject();
    const pieces = Array.from({ length: 250 }, (_, index) => newPiece("s", { summary: emptySummary(index) }));
    await store.recordings.pieces.append(project, pieces);
    const reading = store.recordings.pieces.unflushed(project, "s")[Symbol.asyncIterator]();
    assert.deepEqual((await reading.next()).value, pieces.map(asUnflushed)[0]);
    await proxy.disconnect();
    const rest = collect({ [Symbol.asyncIterator]: () => reading });
    await assert.rejects(rest, { name: "StoreUnavailable" });
  });

  test("rejects invalid values with a permanent error", async () => {
    const { events } = await open();
    const isPermanent = (error: unknown) => !(error instanceof StoreUnavailable);
    for (const event of [newEvent("1", { uuid: "no uuid" }), newEvent("no project")]) {
      await assert.rejects(events.insert([newEvent("1"), event]), isPermanent);
    }
    assert.equal(await countEvents(events, "1", {}), 0);
  });

  test("stores properties larger than a document if they can be compressed", async () => {
    const { events } = await open();
    const event = newEvent("1", { properties: JSON.stringify({ text: "0123456789".repeat(2_000_000) }) });
    await events.insert([event]);
    assert.deepEqual(await events.latest("1", {}, 1), [event]);
  });

  test("keeps only the session id and the file keys of an erased recording", async () => {
    const store = await open();
    const { library, pieces, flushing, erasure } = store.recordings;
    const session = { projectId: "1", sessionId: "s" };
    await pieces.append("1", [newPiece("s")]);
    await pieces.saveProperties("1", [{ sessionId: "s", at: 1, checkAt: 9, properties: {} }]);
    await library.markViewed("1", "s", 1, 1);
    assert.equal(await flushing.claim(session, "o", 2, 1), true);
    assert.ok(await flushing.beginFile(session, "p/"));
    await erasure.erase("1", "s", 1);
    const left = await raw.withDb(async (db) => {
      const names = (await db.listCollections().toArray()).map((collection) => collection.name);
      const counts = await Promise.all(names.map((collection) => db.collection(collection).countDocuments()));
      return names.filter((_, index) => counts[index] !== 0).toSorted();
    });
    assert.deepEqual(left, ["facts", "files_to_delete", "recording_counts", "recordings"]);
    const row = await raw.run(({ recordings }) => recordings.findOne());
    assert.deepEqual(Object.keys(row ?? {}).toSorted(), ["_id", "erasedAt", "project", "sessionId", "version"]);
  });
});
