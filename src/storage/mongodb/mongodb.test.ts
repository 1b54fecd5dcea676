import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, type TestContext, test } from "node:test";
import type { Collection } from "mongodb";
import { startTcpProxy } from "../../test-support/tcp-proxy.ts";
import { callsOf } from "../conformance/closed-engine.ts";
import { asUnflushed, collect, emptySummary, newEvent, newPiece, newProject } from "../conformance/samples.ts";
import { StoreUnavailable } from "../ports/common.ts";
import type { Store } from "../ports/stores.ts";
import type { Collections } from "./collections.ts";
import { INDEXES, indexName } from "./indexes.ts";
import { MongoDatabase } from "./mongo-database.ts";
import { openMongo, portsOf } from "./mongodb.ts";
import { dropTestDatabase, newDatabaseName, noMongoServer, testMongoOptions } from "./test-mongo.ts";

/** Fails every connection. */
const UNREACHABLE_URL = "mongodb://127.0.0.1:1/";

test("a MongoDB that nobody can reach is not available, and opening it says so in time", async () => {
  const options = { url: UNREACHABLE_URL, database: "d", poolSize: 1, timeoutMs: 200, warn: () => {} };
  await assert.rejects(openMongo(options), (error: Error) => {
    assert.ok(error instanceof StoreUnavailable);
    assert.match(error.message, /^MongoDB cannot be used now: [^\n]*ECONNREFUSED[^\n]*\.$/);
    return true;
  });
});

test("an address of MongoDB that makes no sense is refused for good, in one line", async () => {
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

  /** Opens the database through a proxy that can be cut. */
  async function openThroughProxy(context: TestContext) {
    const url = new URL(testMongoOptions(name).url);
    const proxy = await startTcpProxy(context, url.href.replace("mongodb:", "http:"));
    url.host = `127.0.0.1:${proxy.port}`;
    url.searchParams.set("directConnection", "true");
    return { proxy, documents: await open({ url: url.href, timeoutMs: 500 }) };
  }

  test("finds again what was kept", async () => {
    const event = newEvent("1");
    await (await open()).events.insert([event]);
    assert.deepEqual(await (await open()).events.latest("1", {}, 10), [event]);
  });

  test("is prepared once by several that open it at the same time", async () => {
    const all = await Promise.all([open(), open(), open(), open()]);
    const claims = await Promise.all(all.map(({ tenants }) => tenants.claimFirstSetup()));
    assert.equal(claims.filter((isMine) => isMine).length, 1);
    for (const [collection, indexes] of Object.entries(INDEXES)) {
      const made = await raw.withDb((db) => db.collection(collection).indexes());
      assert.deepEqual(made.map((index) => index.name).toSorted(), ["_id_", ...indexes.map(indexName)].toSorted());
    }
  });

  test("gets back an index that somebody dropped", async () => {
    await open();
    await raw.run(({ events }) => events.dropIndexes());
    const again = await openMongo(testMongoOptions(name));
    await again.close(); // which waits for them
    assert.equal((await raw.run(({ events }) => events.indexes())).length, 3);
  });

  test("of a newer version is refused in one line, and left as it is", async () => {
    await open();
    await raw.run(({ facts }) => facts.updateOne({ _id: "schema" }, { $set: { version: 7 } }));
    await assert.rejects(open(), (error: Error) => {
      assert.ok(!(error instanceof StoreUnavailable));
      assert.match(error.message, /^The MongoDB database .+ is of version 7, newer than this program's \(\d+\)\. .+$/);
      return true;
    });
    assert.equal((await raw.run(({ facts }) => facts.findOne({ _id: "schema" })))?.version, 7);
  });

  test("that is one server is warned of", async () => {
    const { setName, msg } = await raw.withDb((db) => db.command({ hello: 1 }));
    const warnings: string[] = [];
    await open({ warn: (message) => warnings.push(message) });
    assert.equal(warnings.length, setName === undefined && msg === undefined ? 1 : 0);
  });

  test("that is cut off is not available, in every method, until it is back", async (context) => {
    const { proxy, documents: store } = await openThroughProxy(context);
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

  test("that does not answer is not available after the time-out", async (context) => {
    const { proxy, documents: store } = await openThroughProxy(context);
    proxy.stall();
    await assert.rejects(store.check(), { name: "StoreUnavailable" });
    await assert.rejects(store.events.count("1", {}), { name: "StoreUnavailable" });
    await proxy.restore();
    await store.check();
    assert.equal(await store.events.count("1", {}), 0);
  });

  test("that goes away while pieces are read ends their reading with an error", async (context) => {
    const { proxy, documents: store } = await openThroughProxy(context);
    const project = newProject();
    const pieces = Array.from({ length: 250 }, (_, index) => newPiece("s", { summary: emptySummary(index) }));
    await store.recordings.append(project, pieces);
    const reading = store.recordings.pieces(project, "s")[Symbol.asyncIterator]();
    assert.deepEqual((await reading.next()).value, pieces.map(asUnflushed)[0]);
    await proxy.disconnect();
    const rest = collect({ [Symbol.asyncIterator]: () => reading });
    await assert.rejects(rest, { name: "StoreUnavailable" });
  });

  test("says of values that will never do so that they do not", async () => {
    const { events, persons } = await open();
    for (const event of [newEvent("1", { uuid: "no uuid" }), newEvent("no project")]) {
      await assert.rejects(events.insert([newEvent("1"), event]), (error) => !(error instanceof StoreUnavailable));
    }
    assert.equal(await events.count("1", {}), 0);
    const large = { noise: randomBytes(26_000_000).toString("base64") };
    const [person] = (await persons.ensure("1", [{ distinctId: "ada", at: 1 }])).values();
    const update = { uuid: person?.uuid ?? "", changes: [{ set: large }], identify: false };
    await assert.rejects(persons.update("1", [update]), (error) => !(error instanceof StoreUnavailable));
  });

  test("gives the one that is left what comes to a person while that is being merged", async () => {
    const { persons, flags } = await open();
    const made = await persons.ensure("1", [
      { distinctId: "ada", at: 1 },
      { distinctId: "bob", at: 1 },
      { distinctId: "eve", at: 1 },
    ]);
    const [ada = "", bob = "", eve = ""] = [...made.values()].map(({ uuid }) => uuid);
    const late = portsOf(interceptInserts(raw, "distinct_ids", () => persons.merge("1", ada, bob)));
    assert.equal(await late.persons.attach("1", "tablet", bob), ada);
    assert.deepEqual(await persons.distinctIds("1", ada, 10), ["ada", "bob", "tablet"]);

    await flags.keepIdentifiers("1", eve, ["kept"], "eve");
    const later = portsOf(interceptInserts(raw, "flag_identifiers", () => persons.merge("1", eve, ada)));
    const kept = new Map(Object.entries({ kept: "eve", new: "late" }));
    assert.deepEqual(await later.flags.keepIdentifiers("1", bob, ["kept", "new"], "late"), kept);
    assert.deepEqual(await flags.keepIdentifiers("1", eve, ["kept", "new"], "last"), kept);
  });

  test("keeps properties of more than a document may have, where they can be packed", async () => {
    const { events } = await open();
    const event = newEvent("1", { properties: JSON.stringify({ text: "0123456789".repeat(2_000_000) }) });
    await events.insert([event]);
    assert.deepEqual(await events.latest("1", {}, 1), [event]);
  });

  test("keeps nothing of a recording that was erased but its name and its files' keys", async () => {
    const store = await open();
    const calls = callsOf(store);
    for (const method of ["append", "saveProperties", "markViewed", "claim", "beginFile"]) {
      await calls[`recordings.${method}`]?.();
    }
    await store.recordings.erase("1", "s", 1);
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

/** The database, with something that others do each time before documents are inserted into a collection. */
function interceptInserts(
  database: MongoDatabase,
  name: keyof Collections,
  others: () => Promise<unknown>,
): MongoDatabase {
  const interposed = (collections: Collections): Collections => {
    const collection = collections[name] as unknown as Collection;
    const slow = Object.create(collection, {
      insertMany: {
        value: async (...args: Parameters<typeof collection.insertMany>) => {
          await others();
          return collection.insertMany(...args);
        },
      },
    });
    return { ...collections, [name]: slow };
  };
  const run: MongoDatabase["run"] = (work) => database.run((collections) => work(interposed(collections)));
  return Object.assign(Object.create(database), { run });
}
