import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Child, startChild } from "../../lib/threads/start-child.ts";
import type { EngineMethods } from "./engine-methods.ts";

const PROJECT = "1";

describe("an answer of many rows", () => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-rows-"));
  let engine: Child<EngineMethods>;
  const ask = (sql: string, { maxRows = 50_000, maxBytes = 1e8, timeoutMs = 120_000, isForeign = true } = {}) =>
    engine.remote.ask({ project: PROJECT, sql, values: {}, isForeign, maxRows, maxBytes, timeoutMs });

  before(async () => {
    engine = startChild<EngineMethods>("questions/engine/engine-process");
    const temporaryFolder = join(folder, "tmp");
    await engine.remote.configure({ memoryBytes: 2 ** 28, threads: 2, temporaryFolder, temporaryBytes: 2 ** 24 });
    await engine.remote.open(PROJECT, { folder: null, timeZone: "UTC", weekStart: 0 });
  });
  after(async () => {
    engine.process.kill();
    await engine.ended;
    rmSync(folder, { recursive: true });
  });

  test("has the order that is asked for", async () => {
    const mixed = "SELECT range * 7919 % 1000003 AS n FROM range(1000003)";
    const { rows, hasMore } = await ask(`SELECT n FROM (${mixed}) ORDER BY n DESC`);
    assert.deepEqual([JSON.parse(rows).length, hasMore], [50_000, true]);
    const expected = Array.from({ length: 50_000 }, (_, index) => [1_000_002 - index]);
    assert.ok(JSON.stringify(expected) === rows);
  });

  test("has the page that is asked for", async () => {
    const { rows, hasMore } = await ask("SELECT range FROM range(300000) ORDER BY range LIMIT 3000 OFFSET 200000");
    const expected = Array.from({ length: 3000 }, (_, index) => [200_000 + index]);
    assert.deepEqual([JSON.parse(rows), hasMore], [expected, false]);
  });

  for (const [name, failing, message] of [
    ["a function", "CASE WHEN range = 900000 THEN error('here') ELSE '1' END", /here/],
    ["a cast", "CAST(CASE WHEN range = 900000 THEN 'none' ELSE '1' END AS INT)", /Could not convert string 'none'/],
  ] as const) {
    test(`is refused if ${name} fails after many rows`, async () => {
      const late = ask(`SELECT ${failing} FROM range(1000000)`, { maxRows: 2e6 });
      await assert.rejects(late, { code: "invalid_input", message });
    });
  }

  test("is refused if it takes too much memory after many rows", async () => {
    const large = ask("SELECT range, repeat('x', 1000) FROM range(1000000)", { maxRows: 2e6, maxBytes: 2e9 });
    await assert.rejects(large, { code: "query_limit_exceeded", message: /memory/ });
  });

  test("takes values, and columns of one name", async () => {
    const { rows, columns } = await ask("SELECT 1 AS a, 2 AS a, NULL, [3], {'b': 4} -- a note");
    assert.deepEqual([JSON.parse(rows), columns.length], [[[1, 2, null, [3], { b: 4 }]], 5]);
    const other = await engine.remote.ask({
      ...{ project: PROJECT, isForeign: true, maxRows: 5, maxBytes: 1e6, timeoutMs: 120_000 },
      ...{ sql: "SELECT {a}, list_contains({list}, 'x') WHERE 1 = 1", values: { a: "é", list: ["x", "y"] } },
    });
    assert.equal(other.rows, '[["é",true]]');
  });
});
