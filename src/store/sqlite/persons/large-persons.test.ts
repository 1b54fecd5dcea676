import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { newEvent } from "../../../../test/conformance/samples.ts";
import { uuidBlobForQuery } from "../../stored-ids.ts";
import { openSqlite } from "../sqlite.ts";
import type { Sql, SqlValue } from "../sqlite-connection.ts";
import { SqliteDatabase } from "../sqlite-database.ts";
import { LargePersons } from "./large-persons.ts";
import { mergePersons } from "./merge-persons.ts";
import { updatePersons } from "./update-persons.ts";

const EVENTS = 20;
const LARGE = "x".repeat(50_000);

test("a transaction that changes and merges a large person repeatedly reads and writes it once", async (context) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-large-"));
  const { persons, close } = await openSqlite(directory);
  const database = new SqliteDatabase(join(directory, "sightline.db"), 1000);
  context.after(async () => {
    await Promise.all([close(), database.close()]);
    await rm(directory, { recursive: true });
  });
  const others = Array.from({ length: EVENTS }, (_, number) => `anonymous ${number}`);
  const wanted = others.map((distinctId, number) => {
    return { distinctId, at: 50 - number, changes: [{ set: { [distinctId]: number, step: -1 } }] };
  });
  const found = await persons.ensure("1", [
    { distinctId: "ann", at: 100, changes: [{ set: { large: LARGE } }] },
    ...wanted,
  ]);
  const uuidOf = (distinctId: string) => found.get(distinctId)?.uuid ?? assert.fail();
  const large = new LargePersons();
  const io = { read: 0, written: 0 };
  await database.write((sql) => {
    const counting = countLargeTexts(sql, io);
    for (const [step, other] of others.entries()) {
      const [into, from] = [uuidBlobForQuery(uuidOf("ann")), uuidBlobForQuery(uuidOf(other))];
      assert.equal(mergePersons(counting, 1, into, from, large), true);
      const changes = [{ set: { step, email: `ann${step}@example.com` } }];
      assert.equal(updatePersons(counting, 1, [{ uuid: uuidOf("ann"), changes, identify: true }], large), 0);
    }
    large.flush(counting);
    large.flush(counting);
  });
  assert.deepEqual(io, { read: 1, written: 1 });
  const { items } = await persons.list("1", { limit: 5, offset: 0 }, { email: "ann19@example.com" });
  assert.deepEqual(
    items.map(({ uuid, isIdentified, createdAt }) => [uuid, isIdentified, createdAt]),
    [[uuidOf("ann"), true, 50 - EVENTS + 1]],
  );
  const ann = (await persons.find("1", ["anonymous 3"])).get("anonymous 3");
  const own = Object.fromEntries(others.map((other, number) => [other, number]));
  assert.deepEqual(ann?.properties, { large: LARGE, ...own, step: EVENTS - 1, email: "ann19@example.com" });
});

test("forgets what a failed transaction changed of a large person", async (context) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-large-"));
  context.after(() => rm(directory, { recursive: true }));
  const store = await openSqlite(directory);
  const properties = { large: LARGE };
  const created = await store.persons.ensure("1", [{ distinctId: "ann", at: 1, changes: [{ set: properties }] }]);
  const uuid = created.get("ann")?.uuid ?? assert.fail();
  const change = (name: string) => [{ uuid, changes: [{ set: { [name]: 1 } }], identify: false }];
  const failed = store.transaction(async ({ persons, events }) => {
    await persons.update("1", change("failed"));
    await events.insert([{ ...newEvent("1"), uuid: "no uuid" }]);
  });
  await assert.rejects(failed, /is not a UUID/);
  await store.transaction(({ persons }) => persons.update("1", change("kept")));
  assert.deepEqual((await store.persons.findByUuid("1", uuid))?.properties, { ...properties, kept: 1 });
  await store.close();
});

/** Returns a connection that counts the large texts that it reads and writes. */
function countLargeTexts(sql: Sql, io: { read: number; written: number }): Sql {
  const count = (values: Iterable<unknown>) =>
    [...values].filter((value) => typeof value === "string" && value.length >= LARGE.length).length;
  const counted = <Row extends object>(row: Row) => {
    io.read += count(Object.values(row));
    return row;
  };
  return Object.assign(Object.create(sql), {
    get: <Row extends object>(text: string, ...values: SqlValue[]) => {
      const row = sql.get<Row>(text, ...values);
      return row && counted(row);
    },
    one: <Row extends object>(text: string, ...values: SqlValue[]) => counted(sql.one<Row>(text, ...values)),
    all: <Row extends object>(text: string, ...values: SqlValue[]) => sql.all<Row>(text, ...values).map(counted),
    run: (text: string, ...values: SqlValue[]) => {
      io.written += count(values);
      return sql.run(text, ...values);
    },
  });
}
