import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { clickHouseUnavailable, startClickHouseServer } from "../../test/support/engines/test-clickhouse.ts";
import { AnsweringService } from "../../test/support/oracle/answering-service.ts";
import { newDice } from "../../test/support/oracle/dice.ts";
import { exportedPopulation } from "../../test/support/oracle/exported-population.ts";
import { addDays } from "../../test/support/oracle/oracle-calendar.ts";
import { newPopulation, PLACES } from "../../test/support/oracle/population.ts";
import { rounded } from "../../test/support/oracle/rounded.ts";
import { sendPopulation } from "../../test/support/oracle/send-population.ts";
import { waitUntil } from "../../test/support/wait-until.ts";
import { openSqlite } from "../store/sqlite/sqlite.ts";
import { PERSON_TABLES, type TableName, tablePrefix } from "./history/history-keys.ts";
import { historyRecords } from "./history/history-records.ts";

/** Of dates of the project, from the first to before the last. */
interface Range {
  readonly from: string;
  readonly to: string;
}

/** ClickHouse does not order events of one moment: their rank in order of arrival is added to their time. */
const PER_MS = 1024;
const WINDOW_MS = 172_800_000;

type TableFolder = (name: TableName) => string;
type Rows = readonly (readonly unknown[])[];
type Series = readonly { readonly label: string; readonly data: readonly number[]; readonly days: readonly string[] }[];
interface Comparison {
  readonly query: object;
  /** What of the answer is compared. */
  readonly shown: (results: never) => Rows;
  /** The same question for ClickHouse, of `found`: the events of the range, with their `person_id` and `day`. */
  readonly sql: string;
}

const OTHER = "$$_posthog_breakdown_null_$$";
const ROUNDS = 5;
const node = (event: string | null, more: object = {}) => ({ kind: "EventsNode", event, ...more });
const nonzero = (rows: Rows) => rows.filter((row) => row.at(-1) !== 0);
const ofDays = (results: Series) =>
  nonzero(results.flatMap(({ label, data, days }) => data.map((value, index) => [label, days[index], value])));
const perDay = (results: Series) => ofDays(results).map(([, day, value]) => [day, value]);

/** Returns eight questions about the events between two dates. */
function comparisons({ from, to }: Range): readonly Comparison[] {
  const dateRange = { date_from: from, date_to: addDays(to, -1) };
  const trends = (math: object, more: object = {}) => {
    return { kind: "TrendsQuery", dateRange, interval: "day", series: [node(null, math)], ...more };
  };
  const steps = [node("a"), node("b"), node("c")];
  const funnel = { funnelWindowInterval: 2, funnelWindowIntervalUnit: "day" };
  return [
    { query: trends({}), shown: perDay, sql: "SELECT day, count() FROM found GROUP BY day" },
    { query: trends({ math: "dau" }), shown: perDay, sql: "SELECT day, uniqExact(person_id) FROM found GROUP BY day" },
    {
      query: trends({ math: "sum", math_property: "n" }),
      shown: perDay,
      sql: `SELECT day, sum(toFloat64OrNull(trim(BOTH '"' FROM JSONExtractRaw(properties, 'n')))) AS value
        FROM found GROUP BY day HAVING value != 0`,
    },
    {
      query: trends({}, { breakdownFilter: { breakdown: "$browser" } }),
      shown: ofDays,
      sql: `SELECT coalesce(p_browser, '${OTHER}') AS value, day, count() FROM found GROUP BY value, day`,
    },
    {
      query: { kind: "FunnelsQuery", dateRange, series: steps, funnelsFilter: funnel },
      shown: (results: readonly { readonly count: number }[]) =>
        nonzero(results.map(({ count }, at) => [at + 1, count])),
      sql: `SELECT level, count() FROM (
          SELECT person_id, windowFunnel(${WINDOW_MS} * ${PER_MS} + ${PER_MS / 2})(
            toUInt64(toUnixTimestamp64Milli(timestamp)) * ${PER_MS} + rank, event = 'a',
            event = 'b', event = 'c') AS reached FROM found GROUP BY person_id)
        ARRAY JOIN range(1, reached + 1) AS level GROUP BY level`,
    },
    {
      query: { kind: "StickinessQuery", dateRange, interval: "day", series: [node("$pageview")] },
      shown: (results: Series) => nonzero((results[0]?.data ?? []).map((value, index) => [index + 1, value])),
      sql: `SELECT days, count() FROM (
          SELECT uniqExact(day) AS days FROM found WHERE event = '$pageview' GROUP BY person_id) GROUP BY days`,
    },
    {
      query: {
        kind: "RetentionQuery",
        dateRange: { date_to: addDays(to, -1) },
        retentionFilter: {
          period: "Day",
          totalIntervals: (Date.parse(to) - Date.parse(from)) / 86_400_000,
          retentionType: "retention_recurring",
          ...{ targetEntity: { id: "a", type: "events" }, returningEntity: { id: "b", type: "events" } },
        },
      },
      shown: (results: readonly { readonly values: readonly { readonly count: number }[] }[]) =>
        nonzero(results.flatMap(({ values }, at) => values.slice(1).map(({ count }, later) => [at, later + 1, count]))),
      sql: `SELECT dateDiff('day', toDate('${from}'), first.day) AS at, dateDiff('day', first.day, later.day) AS days,
          count()
        FROM (SELECT DISTINCT person_id, day FROM found WHERE event = 'a') AS first
        JOIN (SELECT DISTINCT person_id, day FROM found WHERE event = 'b') AS later ON later.person_id = first.person_id
        WHERE later.day > first.day GROUP BY at, days`,
    },
    {
      query: {
        kind: "EventsQuery",
        select: ["uuid", "event", "person_id", "properties.$current_url"],
        ...{ after: `${from}T12:00:00Z`, before: `${to}T12:00:00Z`, orderBy: ["uuid"], limit: 1000 },
      },
      shown: (results: Rows) => results,
      sql: `SELECT toString(uuid), event, person_id, p_current_url FROM events
        WHERE timestamp > '${from} 12:00:00' AND timestamp < '${to} 12:00:00'`,
    },
  ];
}

test("ClickHouse answers forty questions about the same table alike", { skip: clickHouseUnavailable }, async (t) => {
  const clickHouse = await startClickHouseServer();
  t.after(() => clickHouse.stop());
  const { service, population, table } = await openProject(t);
  const { timeZone, center } = population;
  const dice = newDice(40);
  let count = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = addDays(center, dice.integer(-8, 2));
    const range = { from, to: addDays(from, dice.integer(2, 9)) };
    for (const { query, shown, sql } of comparisons(range)) {
      const whole = `${eventsSql(table, population.timeZone, range)} ${sql} FORMAT JSONCompactEachRow`;
      const reply = await fetch(clickHouse.url, { method: "POST", body: whole });
      const text = await reply.text();
      assert.equal(reply.status, 200, text);
      const expected = text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      const actual = shown((await service.ask(0, query)) as never);
      assert.deepEqual(sorted(actual), sorted(expected), JSON.stringify({ timeZone, query, sql }, null, 1));
      count += 1;
    }
  }
  assert.equal(count, 40);
});

/** Starts a service whose events are all in files. */
async function openProject(t: TestContext) {
  const service = await AnsweringService.open(t, { nodes: 1, settings: { HISTORY_INTERVAL_SECONDS: "1" } });
  await service.restart({});
  const [, place = PLACES[0]] = PLACES;
  await service.call(0, "PATCH", "/", { timezone: place[0] });
  let sent = 0;
  for (const seed of [1, 2, 3]) sent += await sendPopulation(service, newPopulation(newDice(seed), place));
  const store = await openSqlite(service.directory);
  t.after(() => store.close());
  const table: TableFolder = (name) => join(service.directory, "files", tablePrefix(service.project, name));
  /** Reads only the log, as ClickHouse does. */
  const hasCommit = (name: TableName, version = 0) =>
    existsSync(join(table(name), "_delta_log", `${String(version).padStart(20, "0")}.json`));
  await waitUntil(async () => {
    const { files, table: commit } = (await historyRecords(store.records).manifest(service.project)).value;
    return files.reduce((sum, { rows }) => sum + rows, 0) === sent && hasCommit("events", commit?.version);
  });
  await service.restart({ HISTORY_PERSONS: "true" }); // once all are known, because they are renewed only hourly
  await waitUntil(async () => PERSON_TABLES.every((name) => hasCommit(name)));
  await service.restart({ HISTORY_INTERVAL_SECONDS: "86400" });
  return { service, table, population: await exportedPopulation(service, place, 0) };
}

/** Returns the expressions `events` and `found`. A visitor who is no person has the hash of the distinct id as id. */
function eventsSql(table: TableFolder, timeZone: string, { from, to }: Range): string {
  const parts = "'^(.{8})(.{4})(.{4})(.{4})', '\\\\1-\\\\2-\\\\3-\\\\4-'";
  const hash = "lower(hex(MD5(assumeNotNull(files.distinct_id))))";
  return `WITH owned AS (
      SELECT files.*, if(owners.person_id = '', replaceRegexpOne(${hash}, ${parts}), owners.person_id) AS person_id
      FROM deltaLakeLocal('${table("events")}') AS files
      LEFT JOIN (SELECT assumeNotNull(distinct_id) AS distinct_id, assumeNotNull(person_id) AS person_id
        FROM deltaLakeLocal('${table("distinct_ids")}')) AS owners ON owners.distinct_id = files.distinct_id),
    events AS (
      SELECT *, toDate(timestamp, '${timeZone}') AS day,
        row_number() OVER (PARTITION BY person_id, timestamp ORDER BY sequence) AS rank
      FROM owned),
    found AS (SELECT * FROM events WHERE day >= '${from}' AND day < '${to}')`;
}

const sorted = (rows: Rows) => (rounded(rows) as Rows).map((row) => JSON.stringify(row)).toSorted();
