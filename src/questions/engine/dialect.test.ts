import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Child, startChild } from "../../lib/threads/start-child.ts";
import type { EngineMethods } from "./engine-methods.ts";

const PROPERTIES = JSON.stringify({
  $session_id: "s",
  $current_url: "https://a.example/b?ref=c#d",
  "$feature/x": "test",
  list: [{ a: "first" }, 2],
  n: "9.5",
  $elements_chain: 'button:attr__id="buy"',
});

/** SQL of PostHog's dialect, of one event, and its value. */
const CASES: Readonly<Record<string, unknown>> = {
  "any(event)": "seen",
  "avg(event = 'seen')": 1,
  "mean(event = 'other' OR 1 = 2)": 0,
  "avg(DISTINCT event IS NULL) + avg(1 = 1) FILTER (WHERE event = 'seen')": 1,
  "avgIf(event = 'seen', 1 = 1)": 1,
  "avg(person.is_identified)": null,
  "avg(properties.n) + avg(2)": 11.5,
  "avg(toIntervalDay(2)) = toIntervalDay(2)": true,
  "1 /* one /* - */ + 1 /**/": 2,
  "1 = any([1, 2])": true,
  "and(event = 'seen', or(1 = 2, distinct_id = 'ann'), 1 = 1)": true,
  "event = 'seen' AND (distinct_id, event) IN (('ann', 'seen'))": true,
  "event NOT IN ('seen', 'b') OR (event = 'a')": false,
  "in(event, ('a', 'seen'))": true,
  "notIn(event, ['a', 'seen'])": false,
  "greaterOrEquals(properties.n, 10)": false,
  "plus(2, multiply(3, negate(1)))": -1,
  "tuple('a', 'b').2": "b",
  "array(1, 2)[2] + .5": 2.5,
  "quantile(0.5)(properties.n)": 9.5,
  "groupArray(1)(event)": ["seen"],
  "isNotNull(properties.n) AND isNull(properties.m)": true,
  "properties.m ?? 'none'": "none",
  "extract('ref=a&b', 'ref=([^&]*)')": "a",
  "extract('ref=a', 'r.f')": "ref",
  "extract(year FROM toDate('2026-03-01'))": 2026,
  "position('abc', 'c') + position('a' IN 'abc')": 4,
  "arrayMap(x -> x + 1, arrayFilter(x -> x > 1, [1, 2]))": [3],
  "JSONExtractString(properties, '$feature/x')": "test",
  "JSONExtractString(properties, 'list', '0', 'a')": "first",
  "JSONExtractString(properties, 'list', 1, 'a')": "first",
  "properties.list[2]": "2",
  $session_id: "s",
  "extract(elements_chain, 'attr__id=\"(.*?)\"')": "buy",
  "session.$session_duration": 0,
  "person.created_at IS NULL": true,
  "(SELECT person FROM (SELECT distinct_id AS person FROM events))": "ann",
  "domain(properties.$current_url) || path(properties.$current_url)": "a.example/b",
  "formatDateTime(toDateTime('2026-03-01 10:20:30'), '%F %T')": "2026-03-01 10:20:30",
  "toStartOfWeek(toDate('2026-03-01'))::DATE::VARCHAR": "2026-02-23",
  "toStartOfWeek(toDate('2026-03-01'), 0)::DATE::VARCHAR": "2026-03-01",
  "isFinite(1.5)": true,
  "'any(x) ?? t.1 {x} `y`'": "any(x) ?? t.1 {x} `y`",
};

/** Values of a property: numbers, also as texts, and others. */
const VALUES = ["10", 9, true, 10.5, "b", null, "1e1", -1, "nan", false, "9.25"];
const GROUPS = [...VALUES.map((x) => ({ x, y: "10" })), {}];

/** SQL of groups with these properties, and the values of its rows. */
const ORDERED: Readonly<Record<string, readonly unknown[]>> = {
  "properties.x FROM groups ORDER BY properties.x, index": [
    "-1",
    "9",
    "9.25",
    "10",
    "1e1",
    "10.5",
    "b",
    "false",
    "nan",
    "true",
    null,
    null,
  ],
  "properties.x AS p FROM groups WHERE properties.x <> '1e1' ORDER BY p DESC LIMIT 5": [
    "true",
    "nan",
    "false",
    "b",
    "10.5",
  ],
  "DISTINCT properties.x FROM groups ORDER BY 1 LIMIT 3": ["-1", "9", "9.25"],
  "properties.x FROM groups WHERE index < 2 GROUP BY properties.x ORDER BY properties.x": ["9", "10"],
  "max(properties.x) FROM groups": ["true"],
  "max(properties.x) FROM groups WHERE index IN (0, 1, 3, 5, 7, 10, 11)": ["10.5"],
  "max(properties.x) + 1 FROM groups WHERE index < 2": [11],
  "count() FROM groups WHERE index < 2 HAVING max(properties.x) > 9": [2],
  "min(properties.x) FILTER (WHERE index < 2) FROM groups": ["9"],
  "maxIf(properties.x, index < 2) FROM groups": ["10"],
  "max(properties.x) FROM groups WHERE properties.x IS NULL": [null],
  "argMax(index, properties.x) FROM groups WHERE index < 2": [0],
  "DISTINCT max(properties.x) OVER (PARTITION BY type) FROM groups WHERE index < 2": ["10"],
  "first_value(index) OVER (ORDER BY properties.x DESC) FROM groups WHERE index < 2 LIMIT 1": [0],
  "index FROM groups WHERE properties.x < properties.y ORDER BY index": [1, 7, 10],
  "index FROM groups WHERE properties.x BETWEEN properties.x AND properties.y ORDER BY index": [0, 1, 6, 7, 10],
};

describe("PostHog's dialect of SQL", () => {
  const temporaryFolder = mkdtempSync(join(tmpdir(), "sightline-dialect-"));
  let engine: Child<EngineMethods>;
  const ask = (sql: string) => {
    const limits = { maxRows: 20, maxBytes: 1e6, timeoutMs: 120_000 };
    return engine.remote.ask({ project: "1", sql, values: {}, isForeign: true, ...limits });
  };

  before(async () => {
    engine = startChild<EngineMethods>("questions/engine/engine-process");
    await engine.remote.configure({ memoryBytes: 2 ** 28, threads: 1, temporaryFolder, temporaryBytes: 2 ** 20 });
    await engine.remote.open("1", { folder: null, timeZone: "UTC", weekStart: 1 });
    const load = await engine.remote.startTable("1", "stored_events");
    const uuid = "00000000-0000-4000-8000-000000000001";
    await engine.remote.addRows("1", load, [[uuid], ["seen"], ["ann"], [0], [0], [PROPERTIES], [1]]);
    await engine.remote.finishTable("1", load, "replace");
    const groups = await engine.remote.startTable("1", "groups");
    const indexes = GROUPS.map((_, index) => index);
    const same = (value: string) => GROUPS.map(() => value);
    const columns = [indexes, same("kind"), same("key"), indexes, GROUPS.map((group) => JSON.stringify(group))];
    await engine.remote.addRows("1", groups, columns);
    await engine.remote.finishTable("1", groups, "replace");
  });
  after(async () => {
    engine.process.kill();
    await engine.ended;
    rmSync(temporaryFolder, { recursive: true });
  });

  for (const [sql, value] of Object.entries(CASES)) {
    test(`${sql}: answered`, async () => {
      assert.deepEqual(JSON.parse((await ask(`SELECT ${sql} FROM events`)).rows), [[value]]);
    });
  }

  for (const [sql, values] of Object.entries(ORDERED)) {
    test(`${sql}: properties are ordered`, async () => {
      assert.deepEqual(JSON.parse((await ask(`SELECT ${sql}`)).rows).flat(), values);
    });
  }

  test("a count has the name that was written", async () => {
    assert.deepEqual((await ask("SELECT event, count() FROM events GROUP BY event")).columns, ["event", "count()"]);
  });

  test("comments that do not end are refused soon", async () => {
    await assert.rejects(ask(`SELECT 1 ${"/*".repeat(32_000)}`), /unterminated|syntax/i);
  });

  test("what is missing is named", async () => {
    await assert.rejects(ask("SELECT sumMap(event) FROM events"), /summap/i);
    await assert.rejects(ask("SELECT x FROM events ARRAY JOIN [1] AS x"), /ARRAY JOIN is not supported/);
    await assert.rejects(ask("SELECT event FROM events LIMIT 1 BY event"), /LIMIT 1 BY is not supported/);
    await assert.rejects(ask("SELECT session.nothing FROM events"), /session.nothing is not supported/);
  });
});
