import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Child, startChild } from "../../lib/threads/start-child.ts";
import type { EngineMethods } from "./engine-methods.ts";

const PROPERTIES = String.raw`{"name": "cut \ud83d", "plan": "pro", "pair": "\ud83d\ude00", "path": "C:\\ud83d",
  "mixed": "\\\uDE00 \ude00\uD83D\uDE00\ud83d"}`;
const EXPECTED = JSON.parse(PROPERTIES, (_, value) => (typeof value === "string" ? value.toWellFormed() : value));
const NAMES = ["name", "plan", "pair", "path", "mixed", "absent"];

describe("properties with half of a surrogate pair", () => {
  const temporaryFolder = mkdtempSync(join(tmpdir(), "sightline-pairs-"));
  let engine: Child<EngineMethods>;
  const ask = async (sql: string) => {
    const question = { project: "1", sql, values: {}, isForeign: true, maxRows: 10, maxBytes: 1e6, timeoutMs: 120_000 };
    return JSON.parse((await engine.remote.ask(question)).rows);
  };

  before(async () => {
    engine = startChild<EngineMethods>("questions/engine/engine-process");
    await engine.remote.configure({ memoryBytes: 2 ** 28, threads: 1, temporaryFolder, temporaryBytes: 2 ** 20 });
    await engine.remote.open("1", { folder: null, timeZone: "UTC", weekStart: 0 });
    const load = await engine.remote.startTable("1", "stored_events");
    const uuid = "00000000-0000-4000-8000-000000000001";
    await engine.remote.addRows("1", load, [[uuid], ["seen"], ["ann"], [0], [0], [PROPERTIES], [1]]);
    await engine.remote.finishTable("1", load, "replace");
  });
  after(async () => {
    engine.process.kill();
    await engine.ended;
    rmSync(temporaryFolder, { recursive: true });
  });

  for (const name of NAMES) {
    test(`each way to read ${name} gives its text`, async () => {
      const ways = [
        `properties.${name}`,
        `JSONExtractString(properties, '${name}')`,
        `properties->>'${name}'`,
        `events.properties->'$'->>'${name}'`,
        `json_extract_string(properties, '$.${name}')`,
        `properties::JSON->>'${name}'`,
      ];
      const [row] = await ask(`SELECT ${ways.join(", ")} FROM events`);
      assert.deepEqual(row, Array(ways.length).fill(EXPECTED[name] ?? null));
    });
  }

  test("they are found by their other properties, and are as they were sent", async () => {
    const sql = "SELECT properties, list_transform([1], x -> x + 1) FROM events WHERE properties.plan = 'pro'";
    assert.deepEqual(await ask(sql), [[PROPERTIES, [2]]]);
  });
});
