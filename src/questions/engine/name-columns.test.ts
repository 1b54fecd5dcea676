import assert from "node:assert/strict";
import { test } from "node:test";
import { selectedTexts } from "./engine-process.ts";

const CASES: Readonly<Record<string, readonly string[]>> = {
  "SELECT sum(properties.price), count() FROM events": ["sum(properties.price)", "count()"],
  "select distinct avg($is_bounce) -- a note\n, 'a, b from c' from sessions": ["avg($is_bounce)", "'a, b from c'"],
  "WITH a AS (SELECT 1, 2) SELECT max(x),\n  [1, 2], {'b': 3} FROM a": ["max(x)", "[1, 2]", "{'b': 3}"],
  "SELECT event IS DISTINCT FROM 'a', extract(year FROM timestamp) /* , */ FROM events": [
    "event IS DISTINCT FROM 'a'",
    "extract(year FROM timestamp)",
  ],
  "SELECT quantile(0.9)(properties.n) UNION ALL SELECT 2, 3": ["quantile(0.9)(properties.n)"],
  "SELECT 1 + 1": ["1 + 1"],
  "(SELECT 1, 2)": [],
};

for (const [sql, texts] of Object.entries(CASES)) {
  test(`the columns of ${sql.replaceAll("\n", " ")}`, () => assert.deepEqual(selectedTexts(sql), texts));
}
