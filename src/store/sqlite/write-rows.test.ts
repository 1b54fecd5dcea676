import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { blobToUuid } from "../stored-ids.ts";
import { insertStatement, writeRows } from "./row-buffer.ts";
import { SqliteConnection } from "./sqlite-connection.ts";

const INSERT = insertStatement(
  "INSERT INTO samples",
  ["integer", "text", "uuid", "text"],
  "WHERE true ON CONFLICT DO NOTHING",
);
const TEXTS = ["", "plain", "ü€😀", "\0", "\uFFFF", "\uD800", `"'\\\n`, "long ü".repeat(50_000), "\0".repeat(40_000)];
const NUMBERS = [0, 1, -1, 9_999_999, 10_000_000, -62_135_596_800_000, 253_402_300_799_000, 999_999_999_999_999];

function openSamples(context: { after(close: () => void): void }): SqliteConnection {
  const sql = new SqliteConnection(":memory:");
  context.after(() => sql.close());
  sql.run("CREATE TABLE samples (number INTEGER, one TEXT, uuid BLOB UNIQUE, other TEXT) STRICT");
  return sql;
}

test("rows of any number and size are stored in order, and those in conflict are not counted", (context) => {
  const sql = openSamples(context);
  const samples = Array.from({ length: 1001 }, (_, index) => ({
    number: NUMBERS[index % NUMBERS.length] ?? 0,
    one: TEXTS[index % 7] ?? "",
    uuid: randomUUID(),
    other: TEXTS[index % 100 === 0 ? index % 9 : index % 5] ?? "",
  }));
  const insert = () => writeRows(sql, INSERT, samples, ({ number, one, uuid, other }) => [number, one, uuid, other]);
  assert.equal(insert(), samples.length);
  const rows = sql.all<{ uuid: ArrayBuffer }>("SELECT number, one, uuid, other FROM samples ORDER BY rowid");
  assert.deepEqual(
    rows.map((row) => ({ ...row, uuid: blobToUuid(row.uuid) })),
    samples,
  );
  samples.push({ number: 1, one: "", uuid: randomUUID(), other: "" });
  assert.equal(insert(), 1);
  assert.equal(
    writeRows(sql, INSERT, [], () => []),
    0,
  );
});

test("values that a column cannot hold are refused", (context) => {
  const sql = openSamples(context);
  const uuid = randomUUID();
  const rows = [
    [1.5, "", uuid, ""],
    [1e15, "", uuid, ""],
    [null, "", uuid, ""],
    ["1", "", uuid, ""],
    [1, 2, uuid, ""],
  ];
  for (const values of [...rows, [1, "", "no uuid", ""]]) {
    assert.throws(() => writeRows(sql, INSERT, [values], (row) => row), /cannot hold|not a UUID/, String(values));
  }
});
