import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { DuckdbProcess, sqlText } from "../../answers/history/duckdb-process.ts";
import { newEvent } from "../../store/conformance/samples.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";
import { openCommandLine } from "../../test-support/test-command-line.ts";

const EVENTS = 24_000;
const FIRST_PAUSE_MS = 100;
const PAUSE_GROWTH = 1.5;
const READERS = { parquet: "read_parquet", jsonl: "read_json" } as const;

for (const format of ["parquet", "jsonl"] as const) {
  test(`an export to ${format} that is killed again and again has each uuid once`, async (t) => {
    const { run, start, directory } = await openCommandLine(t);
    await run(["setup"]);
    const store = await openSqlite(directory);
    const uuids: string[] = [];
    for (let first = 0; first < EVENTS; first += 2000) {
      const events = Array.from({ length: 2000 }, () => {
        return newEvent("1", { uuid: randomUUID(), properties: JSON.stringify({ text: "x".repeat(5000) }) });
      });
      await store.events.insert(events);
      uuids.push(...events.map(({ uuid }) => uuid));
    }
    await store.close();
    const out = join(directory, "out");
    let kills = 0;
    for (let status: number | null = null; status !== 0; ) {
      const child = start("events", "export", "--format", format, "--out", out, "--since", "last");
      const ended = once(child, "close");
      const isKilled = await Promise.race([
        ended.then(() => false),
        sleep(FIRST_PAUSE_MS * PAUSE_GROWTH ** kills, true),
      ]);
      if (isKilled) child.kill("SIGKILL");
      [status] = await ended;
      kills += 1;
    }
    assert.ok(kills > 2, `${kills}`);
    const duckdb = new DuckdbProcess({ folders: [out], temporary: join(out, "spill"), memoryBytes: 2 ** 28 });
    t.after(() => duckdb.close());
    const pattern = sqlText(join(out, `events-*.${format}`));
    const rows = await duckdb.run(`SELECT uuid::VARCHAR AS uuid FROM ${READERS[format]}(${pattern}) ORDER BY 1`);
    assert.deepEqual(
      rows.map((row) => String(Object.values(row)[0])),
      uuids.sort(),
    );
    const names = await readdir(out);
    assert.deepEqual(
      names.filter((name) => !/^(export\.json|events-\d{6}\.\w+)$/.test(name)),
      [],
    );
  });
}
