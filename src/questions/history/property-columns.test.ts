import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Child, startChild } from "../../lib/threads/start-child.ts";
import type { EngineMethods, SqlValue } from "../engine/engine-methods.ts";
import { pointerTo } from "../kinds/comparison-sql.ts";
import { chooseColumns, MAX_COLUMNS } from "./choose-columns.ts";
import { columnName, readLines, rewriteFiles, writePart } from "./event-columns.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

const NAMES = [
  "plan",
  "a/b",
  "t~1x",
  "d.o.t",
  'q"uote',
  "it's",
  "ü 😀",
  "",
  "with space, (and) more",
  "$feature/new",
  "*",
];
/** JSON texts. */
const VALUES =
  String.raw`1 1.0 1.50 1e3 1E0 -0.0 -1.0e-7 1e400 12345678901234567890123 0.10000000000000000555 true false null
  "" "1.0" "1e3" "1E0" "e" "-e" "9e" "-.0" "ü😀"
  "a\u0000b" "\ud83d" "\ud83d\ude00" "\"" {"a":[1.0,"1.0"]} [] [1.0]`.split(/\s+/);
const EVENTS = 900;
const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** Returns JSON of properties: each name has another value. */
function propertiesOf(number: number): string {
  const fields = NAMES.map((name, index) => [name, VALUES[(number + index) % VALUES.length]] as const);
  const ids = [
    ["$id", `"${number}"`],
    ["Plan", '"other"'],
    ["$set", `{"level": ${number % 3}}`],
    ["long", `"${"x".repeat(200)}"`],
  ];
  const rare = number === 0 ? [["rare", "1"]] : [];
  return `{${[...fields, ...ids, ...rare].map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(", ")}}`;
}

describe("columns of properties", () => {
  let folder: string;
  let workshop: Workshop;
  let engine: Child<EngineMethods>;
  let columns: readonly string[];
  let [plain, withColumns] = ["", ""];

  const ask = async (sql: string, values: Record<string, SqlValue> = {}, isForeign = false) => {
    const limits = { maxRows: 2000, maxBytes: 1e7, timeoutMs: 60_000 };
    return engine.remote.ask({ project: "1", sql, values, isForeign, ...limits });
  };
  const rows = async (...question: Parameters<typeof ask>) => JSON.parse((await ask(...question)).rows) as unknown[][];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sightline-columns-"));
    workshop = await openWorkshop(join(folder, "work"), []);
    const { duckdb, newPath } = workshop;
    const lines = newPath("ndjson");
    const line = (number: number) => {
      const sent = { projectId: "1", uuid: uuidOf(number), event: "seen", distinctId: "ann", timestamp: 0 };
      return JSON.stringify({ ...sent, receivedAt: 0, properties: propertiesOf(number), sequence: number });
    };
    await writeFile(lines, Array.from({ length: EVENTS }, (_, number) => `${line(number)}\n`).join(""));
    await duckdb.run(readLines(lines, 0));
    [plain, withColumns] = [newPath("parquet"), newPath("parquet")];
    await duckdb.run(writePart("1", 0, plain));
    columns = await chooseColumns([], { path: plain, rows: EVENTS }, duckdb);
    const half = newPath("parquet");
    await duckdb.run(
      rewriteFiles([{ path: plain }], half, { condition: "sequence % 2 = 0", columns: columns.slice(0, 5) }),
    );
    const others = newPath("parquet");
    await duckdb.run(rewriteFiles([{ path: plain }], others, { condition: "sequence % 2 = 1" }));
    await duckdb.run(rewriteFiles([{ path: half, columns: 5 }, { path: others }], withColumns, { columns }));
    engine = startChild<EngineMethods>("questions/engine/engine-process");
    await engine.remote.configure({
      memoryBytes: 2 ** 28,
      threads: 1,
      temporaryFolder: folder,
      temporaryBytes: 2 ** 20,
    });
    await engine.remote.open("1", { folder: join(folder, "work"), timeZone: "UTC", weekStart: 0 });
  });
  after(async () => {
    engine.process.kill();
    await engine.ended;
    await workshop.close();
    await rm(folder, { recursive: true });
  });

  test("are those of frequent properties, each once, without ids, long values and variants of a name", () => {
    assert.deepEqual(
      new Set(columns),
      new Set([...NAMES.filter((name) => name !== "plan").map(pointerTo), "/Plan", "/$set", "/$set/level"]),
    );
    assert.equal(columnName('/a b,%"\n'), "properties/a%20b%2c%25%22%0a");
  });

  test("are at most 64, and those that are known stay first", async () => {
    const known = Array.from({ length: MAX_COLUMNS - 1 }, (_, number) => `/known${number}`);
    const chosen = await chooseColumns(known, { path: plain, rows: EVENTS }, workshop.duckdb);
    assert.deepEqual([chosen.slice(0, -1), chosen.length], [known, MAX_COLUMNS]);
    assert.deepEqual(await chooseColumns(["/a"], { path: plain, rows: 19 }, workshop.duckdb), ["/a"]);
  });

  for (const kind of ["one file", "files with and without them"]) {
    test(`have what the text has, in ${kind}`, async () => {
      const files = [{ path: withColumns, columns: columns.length }, ...(kind === "one file" ? [] : [{ path: plain }])];
      await engine.remote.useFiles("1", files, columns);
      for (const name of [...NAMES, "Plan", "rare", "$id", "long", "nul\0"]) {
        const pointer = pointerTo(name);
        const own = "SELECT property_text(properties, $v1), property_v1 FROM live_events AS events ORDER BY uuid, 1";
        const found = await rows(own, { v1: pointer });
        assert.equal(found.length, EVENTS * files.length);
        assert.deepEqual(
          found.map(([, column]) => column),
          found.map(([text]) => text),
          name,
        );
        if (name.includes("\0")) continue; // SQL of clients has none
        const property = `properties['${name.replaceAll("'", "''")}']`;
        const sql = `SELECT count() AS n, ${property} AS value FROM events GROUP BY value`;
        const counted = new Map<unknown, number>();
        for (const [text] of found) counted.set(text, (counted.get(text) ?? 0) + 1);
        assert.deepEqual(new Map((await rows(sql, {}, true)).map(([n, value]) => [value, n])), counted, name);
      }
      const levels =
        "SELECT sum(properties.$set.level), countIf(properties.$set.level = 2) FROM events " +
        "WHERE properties.Plan = 'other'";
      assert.deepEqual(await rows(levels, {}, true), [[EVENTS * files.length, (EVENTS / 3) * files.length]]);
    });
  }

  test("are no columns of a client's SELECT *, and are not told", async () => {
    const { columns: named, sql } = await ask("SELECT * FROM events WHERE properties['a/b'] = '1'", {}, true);
    assert.deepEqual(named, [
      "uuid",
      "event",
      "distinct_id",
      "timestamp",
      "created_at",
      "properties",
      "sequence",
      "person_id",
    ]);
    assert.doesNotMatch(sql, /parquet|filed/);
    for (const name of ["properties/Plan", "property:0", "property_v1"])
      await assert.rejects(ask(`SELECT "${name}" FROM events`, {}, true), { code: "invalid_input" });
  });
});
