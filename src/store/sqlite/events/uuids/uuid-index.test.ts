import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { newEvent } from "../../../../../test/conformance/samples.ts";
import type { StoredEvent } from "../../../ports/events.ts";
import { blobToUuid, uuidToBlob } from "../../../stored-ids.ts";
import { applyMigrations } from "../../apply-migrations.ts";
import { MIGRATIONS } from "../../migrations/index.ts";
import { SqliteConnection } from "../../sqlite-connection.ts";
import { keepNewestId } from "../newest-id.ts";
import { UuidIndex } from "./uuid-index.ts";

/** So small that a few thousand events reach the third level, whose run has no filter. */
const LIMITS = { sealedEntries: 4, mergedEntries: 20, maxFilterBytes: 1500 };
const INSERT = `INSERT INTO events (project_id, uuid, event, distinct_id, timestamp, received_at, properties)
  VALUES (?, ?, '', '', 0, 0, '{}')`;

const keyOf = ({ projectId, uuid }: StoredEvent) => `${projectId} ${uuid}`;

async function newFile(context: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "sightline-uuids-"));
  context.after(() => rm(directory, { recursive: true }));
  return join(directory, "test.db");
}

/** A connection with an index of its own, as another process has. */
class Writer {
  readonly sql: SqliteConnection;
  readonly #limits: typeof LIMITS;
  index: UuidIndex;

  constructor(file: string, limits = LIMITS) {
    this.sql = new SqliteConnection(file, { pragmas: "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;" });
    this.#limits = limits;
    this.index = new UuidIndex(limits);
  }

  reopen(): void {
    this.index = new UuidIndex(this.#limits);
  }

  insert(events: readonly StoredEvent[]): number {
    return this.index.insert(this.sql, events, (fresh) => {
      for (const { projectId, uuid } of fresh) this.sql.run(INSERT, Number(projectId), uuidToBlob(uuid));
    });
  }

  erase(events: readonly StoredEvent[]): void {
    keepNewestId(this.sql, () => {
      for (const { projectId, uuid } of events) {
        const id = this.index.find(this.sql, projectId, uuid);
        if (id !== undefined) this.sql.run("DELETE FROM events WHERE id = ?", id);
      }
    });
  }

  /** Returns the events that have rows, each as often as it has one. */
  stored(): string[] {
    const rows = this.sql.all<{ project_id: number; uuid: ArrayBuffer }>("SELECT * FROM events WHERE project_id <> 0");
    return rows.map((row) => `${row.project_id} ${blobToUuid(row.uuid)}`).sort();
  }
}

test("two writers store each event once, through erasures, rollbacks and merges of several levels", async (context) => {
  const file = await newFile(context);
  const writers = [new Writer(file), new Writer(file)] as const;
  context.after(() => {
    for (const { sql } of writers) sql.close();
  });
  applyMigrations(writers[0].sql, MIGRATIONS);
  const uuids = Array.from({ length: 2500 }, () => randomUUID());
  const pool = ["1", "2"].flatMap((project) => uuids.map((uuid) => newEvent(project, { uuid })));
  const stored = new Set<string>();
  const pick = (count: number) => Array.from({ length: count }, () => pool[random(pool.length)] as StoredEvent);
  for (let step = 0; step < 700; step++) {
    const writer = writers[random(2)] as Writer;
    const events = pick(random(step % 50 === 0 ? 60 : 12));
    const action = random(10);
    if (action === 0) {
      const fail = () => {
        writer.insert(events);
        if (random(2) === 0) writer.erase(pick(3));
        throw new Error("rolled back");
      };
      assert.throws(() => writer.sql.transaction(fail), /rolled back/);
    } else if (action === 1) {
      const erased = random(5) === 0 ? events.concat(newestOf(writer, pool)) : events;
      writer.sql.transaction(() => writer.erase(erased));
      for (const event of erased) stored.delete(keyOf(event));
    } else {
      const before = stored.size;
      for (const event of events) stored.add(keyOf(event));
      assert.equal(
        writer.sql.transaction(() => writer.insert(events)),
        stored.size - before,
        `step ${step}`,
      );
    }
    if (random(100) === 0) writer.reopen();
  }
  assert.deepEqual(writers[0].stored(), [...stored].sort());
  const levels = writers[0].sql.all<{ level: number }>("SELECT DISTINCT level FROM uuid_runs ORDER BY level DESC");
  assert.ok((levels[0]?.level ?? 0) >= 2, "levels were merged");
  for (const { sql, index } of writers) {
    const found = sql.transaction(() => pool.filter(({ projectId, uuid }) => index.find(sql, projectId, uuid)));
    assert.deepEqual(found.map(keyOf).sort(), [...stored].sort());
  }
});

function newestOf({ sql }: Writer, pool: readonly StoredEvent[]): StoredEvent[] {
  const row = sql.get<{ project_id: number; uuid: ArrayBuffer }>("SELECT * FROM events ORDER BY id DESC LIMIT 1");
  return row ? pool.filter((event) => keyOf(event) === `${row.project_id} ${blobToUuid(row.uuid)}`) : [];
}

function random(below: number): number {
  return Math.floor(Math.random() * below);
}

test("events whose rows have left are known, and others can be stored again", async (context) => {
  const writer = new Writer(await newFile(context));
  const { sql } = writer;
  context.after(() => sql.close());
  applyMigrations(sql, MIGRATIONS);
  const events = Array.from({ length: 600 }, () => newEvent("1"));
  const insert = () => sql.transaction(() => writer.insert(events));
  for (let from = 0; from < 600; from += 5) sql.transaction(() => writer.insert(events.slice(from, from + 5)));
  sql.run("UPDATE uuid_index SET left_until = 200");
  sql.run("DELETE FROM events WHERE id <= 300");
  assert.equal(insert(), 100);
  assert.equal(insert(), 0);
  writer.reopen();
  assert.equal(insert(), 0);
  assert.equal(writer.stored().length, 400);
});

test("ids go on after those of runs, although all rows were removed", async (context) => {
  const writer = new Writer(await newFile(context));
  const { sql } = writer;
  context.after(() => sql.close());
  applyMigrations(sql, MIGRATIONS);
  const events = Array.from({ length: 30 }, () => newEvent("1"));
  sql.transaction(() => writer.insert(events));
  sql.run("DELETE FROM events");
  for (const times of [30, 0])
    assert.equal(
      sql.transaction(() => writer.insert(events)),
      times,
    );
  writer.reopen();
  assert.equal(
    sql.transaction(() => writer.insert(events)),
    0,
  );
});

test("migration 15 keeps existing events from being stored again", async (context) => {
  const writer = new Writer(await newFile(context));
  const { sql } = writer;
  context.after(() => sql.close());
  applyMigrations(sql, MIGRATIONS.slice(0, 14));
  const events = Array.from({ length: 6000 }, (_, index) => newEvent(index % 2 === 0 ? "1" : "7000000000"));
  sql.transaction(() => {
    for (const { projectId, uuid } of events) sql.run(INSERT, Number(projectId), uuidToBlob(uuid));
  });
  applyMigrations(sql, MIGRATIONS);
  assert.equal(
    sql.transaction(() => writer.insert([...events, newEvent("1")])),
    1,
  );
  assert.ok(sql.transaction(() => events.every(({ projectId, uuid }) => writer.index.find(sql, projectId, uuid))));
});
