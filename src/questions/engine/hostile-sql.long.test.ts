import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Problem } from "../../lib/problem.ts";
import { startChild } from "../../lib/threads/start-child.ts";
import type { EngineMethods } from "./engine-methods.ts";
import { type QuestionEngine, questionEngine } from "./question-engine.ts";

const folder = mkdtempSync(join(tmpdir(), "sightline-hostile-"));
const secret = join(folder, "secret.csv");

/** SQL that tries to read, change or tell what is none of its business. */
const HOSTILE = [
  // files and the network
  `SELECT * FROM read_csv('${secret}')`,
  `SELECT * FROM read_csv_auto('${secret}')`,
  `SELECT * FROM read_text('${secret}')`,
  `SELECT * FROM read_blob('${secret}')`,
  `SELECT * FROM read_json('${secret}')`,
  `SELECT * FROM read_parquet('${folder}/*.parquet')`,
  `SELECT * FROM parquet_scan('${secret}')`,
  `SELECT * FROM parquet_metadata('${secret}')`,
  `SELECT * FROM '${secret}'`,
  `SELECT * FROM "${secret}"`,
  `SELECT * FROM glob('${folder}/*')`,
  `SELECT * FROM sniff_csv('${secret}')`,
  "SELECT * FROM read_csv('https://example.com/a.csv')",
  "SELECT * FROM 's3://bucket/file.parquet'",
  `COPY events TO '${folder}/out.csv'`,
  `COPY (SELECT 1) TO '${folder}/out.csv'`,
  `EXPORT DATABASE '${folder}'`,
  `IMPORT DATABASE '${folder}'`,
  `ATTACH '${folder}/other.db' AS other`,
  "DETACH memory",
  "INSTALL httpfs",
  "LOAD httpfs",
  `SELECT (SELECT content FROM read_text('${secret}'))`,
  `WITH t AS (SELECT * FROM read_text('${secret}')) SELECT * FROM t`,
  `SELECT * FROM events WHERE event IN (SELECT content FROM read_text('${secret}'))`,
  `SELECT list_transform([1], x -> (SELECT content FROM read_text('${secret}')))`,
  // settings, secrets, the catalog
  "SELECT * FROM duckdb_settings()",
  "SELECT * FROM duckdb_secrets()",
  "SELECT * FROM duckdb_views()",
  "SELECT * FROM duckdb_logs()",
  "SELECT * FROM duckdb_temporary_files()",
  "SELECT * FROM which_secret('a', 'b')",
  "SELECT * FROM information_schema.tables",
  "SELECT * FROM pg_catalog.pg_class",
  "SELECT * FROM system.information_schema.tables",
  "SELECT * FROM sqlite_master",
  "SELECT * FROM duckdb_tables",
  "SELECT * FROM pragma_database_size()",
  "SELECT * FROM pragma_table_info('events')",
  "SELECT current_setting('temp_directory')",
  "SELECT getenv('HOME')",
  "SELECT getvariable('a')",
  "SELECT pg_get_viewdef(1)",
  "SELECT system.main.current_setting('threads')",
  "SELECT current_database(), current_schema()",
  "SELECT current_user",
  "SELECT event FROM events ORDER BY Current_Catalog",
  "SELECT get_block_size('memory')",
  "PRAGMA version",
  "PRAGMA show_tables",
  "SET memory_limit = '100GB'",
  "RESET memory_limit",
  "SHOW TABLES",
  "DESCRIBE events",
  "SUMMARIZE events",
  "CALL duckdb_settings()",
  // the tables behind the tables
  "SELECT * FROM stored_events",
  "SELECT * FROM live_source",
  "SELECT * FROM main.events",
  "SELECT * FROM memory.main.events",
  "WITH duckdb_settings AS (SELECT 1) SELECT * FROM duckdb_settings",
  "SELECT * FROM (WITH sqlite_master AS (SELECT 1) SELECT 1), sqlite_master",
  // changes
  "DROP TABLE stored_events",
  "DELETE FROM stored_events",
  "INSERT INTO persons VALUES (1)",
  "UPDATE persons SET properties = '{}'",
  "CREATE TABLE t AS SELECT 1",
  "CREATE MACRO uniq(x) AS 0",
  "ALTER TABLE persons RENAME TO p",
  "TRUNCATE persons",
  "BEGIN",
  "VACUUM",
  "CHECKPOINT",
  "PREPARE p AS SELECT 1",
  "EXPLAIN ANALYZE SELECT 1",
  "SELECT nextval('s')",
  "SELECT setseed(1)",
  "SELECT 1; DROP TABLE persons",
  "SELECT 1; SELECT 2",
  "",
  "-- nothing",
  // SQL that runs SQL, and parsers
  "SELECT * FROM query('SELECT 1')",
  "SELECT * FROM query_table('stored_events')",
  "SELECT json_serialize_sql('SELECT 1')",
  "SELECT * FROM json_execute_serialized_sql('{}')",
  "SELECT $1",
  "SELECT {missing}",
  "SELECT sleep_ms(100000)",
  "SELECT pg_sleep(100)",
  `SELECT * FROM "events" AT (VERSION => 1)`,
  "SELECT (((((",
  "SELECT '",
];

/** SQL that takes more than it may. */
const GREEDY = [
  "SELECT count(*) FROM range(1000000000000) AS a, range(1000000) AS b",
  "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r",
  "SELECT list(a.range || b.range) FROM range(100000) AS a, range(100000) AS b",
  "SELECT repeat('x', 20000000) FROM range(50)",
  "SELECT range, repeat('x', 1000) FROM range(1000000)",
];

describe("hostile SQL", () => {
  let engine: QuestionEngine;
  const ask = (sql: string, timeoutMs = 120_000) =>
    engine.run(async ({ remote }) => {
      await remote.open("1", { folder: null, timeZone: "UTC", weekStart: 0 });
      const limits = { maxRows: 100_000, maxBytes: 1e6, timeoutMs };
      return remote.ask({ project: "1", sql, values: {}, isForeign: true, ...limits });
    });

  before(() => {
    writeFileSync(secret, "a,b\nhidden,1\n");
    engine = questionEngine({
      memoryBytes: 64 * 2 ** 20,
      threads: 1,
      temporaryFolder: join(folder, "tmp"),
      temporaryBytes: 2 ** 20,
      timeoutMs: 120_000,
      idleMs: 60_000,
      onFailure: assert.fail,
      onIdle() {},
    });
  });
  after(async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  for (const sql of HOSTILE) {
    test(`is refused: ${sql.replaceAll(folder, "").slice(0, 80)}`, async () => {
      await assert.rejects(ask(sql), (error: Problem) => {
        assert.equal(error.code, "invalid_input", error.message);
        assert.ok(!error.message.includes("hidden"));
        return true;
      });
    });
  }

  for (const sql of GREEDY) {
    for (const timeoutMs of [5, 200]) {
      test(`is ended after ${timeoutMs} ms: ${sql.slice(0, 80)}`, async () => {
        await assert.rejects(ask(sql, timeoutMs), { code: "query_limit_exceeded" });
      });
    }
  }

  test("the engine answers the next question", async () => {
    assert.equal((await ask("SELECT count(*) FROM events")).rows, "[[0]]");
  });
});

describe("rows that are interrupted between two chunks", () => {
  test("are no complete answer", async () => {
    const engine = startChild<EngineMethods>("questions/engine/engine-process");
    const temporaryFolder = mkdtempSync(join(tmpdir(), "sightline-late-"));
    try {
      await engine.remote.configure({ memoryBytes: 2 ** 30, threads: 1, temporaryFolder, temporaryBytes: 2 ** 20 });
      await engine.remote.open("1", { folder: null, timeZone: "UTC", weekStart: 0 });
      const limits = { maxRows: 1e9, maxBytes: 1e9, timeoutMs: 100 };
      const sql = "SELECT range, repeat('x', 100) FROM range(100000000)";
      const late = engine.remote.ask({ project: "1", sql, values: {}, isForeign: true, ...limits });
      await assert.rejects(late, { code: "query_limit_exceeded", message: /too long/ });
    } finally {
      engine.process.kill();
      await engine.ended;
      rmSync(temporaryFolder, { recursive: true });
    }
  });
});
