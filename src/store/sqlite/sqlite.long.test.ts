import assert from "node:assert/strict";
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import Libsql from "libsql";
import { callsOf } from "../../../test/conformance/closed-engine.ts";
import type { Racer } from "../../../test/conformance/racer.ts";
import { newEvent, newPiece } from "../../../test/conformance/samples.ts";
import { countEvents } from "../../../test/support/count-events.ts";
import { connect } from "../../lib/threads/channel.ts";
import { endThread, startThread } from "../../lib/threads/start-thread.ts";
import { StoreUnavailable } from "../ports/common.ts";
import { openSqlite } from "./sqlite.ts";
import { SqliteDatabase } from "./sqlite-database.ts";

describe("SQLite", () => {
  let parent = "";
  let directory = "";
  before(async () => {
    parent = await mkdtemp(join(tmpdir(), "sightline-sqlite-"));
  });
  beforeEach(async () => {
    directory = await mkdtemp(join(parent, "test-"));
  });
  after(() => rm(parent, { recursive: true }));

  const file = () => join(directory, "sightline.db");

  /** Runs statements on a separate connection, as an operator's tool does. */
  function executeSql(statements: string): void {
    const connection = new Libsql(file(), { timeout: 60_000 });
    connection.exec(statements);
    connection.close();
  }

  test("creates the directory, and has its data when opened again", async () => {
    directory = join(directory, "not", "there yet");
    const first = await openSqlite(directory);
    const event = newEvent("1");
    await first.events.insert([event]);
    await first.close();
    const second = await openSqlite(directory);
    assert.deepEqual(await second.events.latest("1", {}, 10), [event]);
    await second.close();
  });

  test("is created once by threads that open it concurrently", async () => {
    const threads = [1, 2, 3].map(() =>
      startThread("../test/conformance/racer", { engineName: "SQLite", storeName: directory }),
    );
    const racers = threads.map((thread) => {
      const { remote, fail } = connect<Racer>(thread);
      thread.on("error", fail);
      return remote;
    });
    const claims = await Promise.all(racers.map((racer) => racer.setUp()));
    assert.deepEqual(claims.toSorted(), [false, false, true]);
    await Promise.all(racers.map((racer) => racer.close()));
    await Promise.all(threads.map(endThread));
  });

  test("rejects a newer schema version in one line, and changes nothing", async () => {
    executeSql("CREATE TABLE later (x); PRAGMA user_version = 1000");
    const before = await readFile(file());
    await assert.rejects(openSqlite(directory), (error: Error) => {
      assert.ok(!(error instanceof StoreUnavailable));
      assert.match(error.message, /^The database in .+ is of version 1000, newer than this program's \(\d+\)\. .+$/);
      assert.ok(error.message.includes(directory));
      return true;
    });
    assert.deepEqual(await readFile(file()), before);
    assert.deepEqual(await readdir(directory), ["sightline.db"]);
  });

  test("is damaged if the file is no database, and unavailable if it cannot be created", async () => {
    await writeFile(file(), "something else ".repeat(1000));
    await assert.rejects(openSqlite(directory), { name: "StoreFault", message: /is damaged/ });
    await assert.rejects(openSqlite(file()), { name: "StoreUnavailable" });
  });

  test("is unavailable in every method while its tables are missing", async () => {
    const store = await openSqlite(directory);
    const calls = callsOf(store);
    for (const readsNoTable of ["size", "erasures.scrub", "erasures.forgottenAt"]) delete calls[readsNoTable];
    await calls["events.insert"]?.();
    const tables = new Libsql(file(), { timeout: 60_000 });
    const schema = tables.prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
    );
    const tableRows = schema.all() as { name: string; sql: string }[];
    tables.close();
    executeSql(tableRows.map(({ name }) => `DROP TABLE "${name}";`).join(""));
    for (const [name, call] of Object.entries(calls)) {
      await assert.rejects(call(), { name: "StoreUnavailable" }, name);
    }
    executeSql(tableRows.map(({ sql }) => `${sql};`).join(""));
    executeSql("CREATE UNIQUE INDEX events_by_uuid ON events (project_id, uuid)");
    await store.check();
    await calls["events.insert"]?.();
    assert.equal(await countEvents(store.events, "1", {}), 1);
    await store.close();
  });

  test("rolls back a failed transaction, and makes other calls wait for its end", async () => {
    const store = await openSqlite(directory);
    const [inside, outside] = [newEvent("1"), newEvent("1")];
    let otherCalls: Promise<unknown> = Promise.resolve();
    const transaction = store.transaction(async ({ events }) => {
      await events.insert([inside]);
      otherCalls = Promise.all([store.events.insert([outside]), countEvents(store.events, "1", {})]);
      await events.insert([{ ...inside, uuid: "no uuid" }]);
    });
    await assert.rejects(transaction, /is not a UUID/);
    assert.deepEqual(await otherCalls, [1, 1]);
    assert.deepEqual(await store.events.latest("1", {}, 10), [outside]);
    await store.close();
  });

  test("closes after a transaction in progress", async () => {
    const store = await openSqlite(directory);
    const event = newEvent("1");
    const transaction = store.transaction(async ({ events }) => {
      for (let times = 0; times < 10; times++) await events.insert([event]);
    });
    await Promise.all([store.close(), transaction]);
    const reopened = await openSqlite(directory);
    assert.deepEqual(await reopened.events.latest("1", {}, 10), [event]);
    await reopened.close();
  });

  test("is unavailable for writes while another connection holds the lock beyond the timeout", async () => {
    const store = await openSqlite(directory, { busyTimeoutMs: 20 });
    const event = newEvent("1");
    const other = new Libsql(file(), { timeout: 60_000 });
    other.exec("BEGIN IMMEDIATE");
    await assert.rejects(store.events.insert([event]), { name: "StoreUnavailable" });
    assert.equal(await countEvents(store.events, "1", {}), 0);
    other.exec("ROLLBACK");
    other.close();
    assert.equal(await store.events.insert([event]), 1);
    await store.close();
  });

  test("waits for another connection's write without blocking the thread", async () => {
    const store = await openSqlite(directory);
    const events = [newEvent("1"), newEvent("1"), newEvent("1")];
    const other = new Libsql(file(), { timeout: 60_000 });
    other.exec("BEGIN IMMEDIATE");
    const writes = [
      store.events.insert(events.slice(0, 1)),
      store.transaction((ports) => ports.events.insert(events.slice(1, 2))),
      store.events.insert(events.slice(2)),
    ];
    assert.equal(await Promise.race([sleep(20, "not blocked"), ...writes]), "not blocked");
    assert.equal(await countEvents(store.events, "1", {}), 0);
    other.exec("COMMIT"); // would never run if the writes above blocked this thread
    other.close();
    assert.deepEqual(await Promise.all(writes), [1, 1, 1]);
    await store.close();
  });

  test("keeps all writes of a call or none when full", async () => {
    const database = new SqliteDatabase(file(), 1000);
    await database.write((sql) => sql.run("CREATE TABLE a (x TEXT)"));
    await database.exec("PRAGMA max_page_count = 50");
    const fill = () =>
      database.write((sql) => {
        for (let row = 0; row < 100; row++) sql.run("INSERT INTO a VALUES (?)", "x".repeat(4000));
      });
    const count = () => database.read((sql) => sql.one<{ count: number }>("SELECT count(*) AS count FROM a").count);
    await assert.rejects(fill(), { name: "StoreUnavailable", message: /full/ });
    assert.equal(await count(), 0);
    await database.exec("PRAGMA max_page_count = 5000");
    await fill();
    assert.equal(await count(), 100);
    await database.close();
  });

  test("is available again after a damaged file was replaced by a backup", async () => {
    const store = await openSqlite(directory);
    const other = await openSqlite(directory);
    await other.events.insert(Array.from({ length: 2000 }, () => newEvent("1")));
    await other.close();
    executeSql("PRAGMA wal_checkpoint(TRUNCATE)");
    await copyFile(file(), join(directory, "backup"));
    await writeFile(file(), Buffer.alloc((await readFile(file())).length, "x"));
    await assert.rejects(countEvents(store.events, "1", {}), { name: "StoreFault" });
    await assert.rejects(store.events.insert([newEvent("1")]), { name: "StoreFault" });
    await rm(file());
    await assert.rejects(countEvents(store.events, "1", {}), { name: "StoreUnavailable", message: /missing/ });
    await copyFile(join(directory, "backup"), file());
    assert.equal(await countEvents(store.events, "1", {}), 2000);
    assert.equal(await store.events.insert([newEvent("1")]), 1);
    await store.close();
  });

  test("keeps only the session id and the file keys of an erased recording", async () => {
    const store = await openSqlite(directory);
    const { library, pieces, flushing, erasure } = store.recordings;
    const session = { projectId: "1", sessionId: "s" };
    await pieces.append("1", [newPiece("s")]);
    await pieces.saveProperties("1", [{ sessionId: "s", at: 1, checkAt: 9, properties: {} }]);
    await library.markViewed("1", "s", 1, 1);
    assert.equal(await flushing.claim(session, "o", 2, 1), true);
    assert.ok(await flushing.beginFile(session, "p/"));
    await erasure.erase("1", "s", 1);
    const database = new SqliteDatabase(file(), 1000);
    const left = await database.read((sql) => {
      const tables = sql.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
      return tables.filter(({ name }) => !name.startsWith("sqlite_") && sql.get(`SELECT 1 FROM "${name}"`));
    });
    assert.deepEqual(
      left.map(({ name }) => name),
      ["erased_recordings", "files_to_delete", "recording_counts", "store_id"],
    );
    await database.close();
    await store.close();
  });

  test("rejects invalid values with a permanent error", async () => {
    const store = await openSqlite(directory);
    const invalidEvents = [
      newEvent("1", { uuid: "no uuid" }),
      newEvent("no project"),
      newEvent("1", { timestamp: Number.NaN }),
      Object.assign(newEvent("1"), { event: true }),
    ];
    const isPermanent = (error: unknown) => !(error instanceof StoreUnavailable);
    for (const event of invalidEvents) {
      await assert.rejects(store.events.insert([newEvent("1"), event]), isPermanent);
    }
    assert.equal(await countEvents(store.events, "1", {}), 0);
    await store.close();
  });
});
