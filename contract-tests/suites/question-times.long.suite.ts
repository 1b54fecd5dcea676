import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { AskedProject, type SentEvent } from "../support/asked-project.ts";
import { sharedServer } from "../support/own-server.ts";

const own = sharedServer("times");
const node = { kind: "EventsNode", event: "seen" };
const seenAt = (...timestamps: readonly string[]): SentEvent[] =>
  timestamps.map((timestamp) => ({ event: "seen", distinct_id: "ann", timestamp }));
const inZone = (timezone: string, week_start_day: 0 | 1, events: readonly SentEvent[]) =>
  AskedProject.create(own(), { timezone, week_start_day }, events);

interface Series {
  readonly days: readonly string[];
  readonly labels: readonly string[];
  readonly data: readonly number[];
  readonly aggregated_value?: number;
}

/** Zones with the texts of the day 10 September 2026, and the beginnings of its week, which begins on day 0 or 1. */
const ZONES = [
  ["Pacific/Kiritimati", 0, "2026-09-09T23:30:00Z", "2026-09-10T00:00:00+14:00", "2026-09-06T00:00:00+14:00"],
  ["Asia/Shanghai", 1, "2026-09-09T23:30:00Z", "2026-09-10T00:00:00+08:00", "2026-09-07T00:00:00+08:00"],
  ["Asia/Kathmandu", 0, "2026-09-09T23:30:00Z", "2026-09-10T00:00:00+05:45", "2026-09-06T00:00:00+05:45"],
  ["America/St_Johns", 1, "2026-09-11T01:00:00Z", "2026-09-10T00:00:00-02:30", "2026-09-07T00:00:00-02:30"],
  ["UTC", 0, "2026-09-10T01:00:00Z", "2026-09-10T00:00:00Z", "2026-09-06T00:00:00Z"],
  // Midnight does not exist on this day.
  ["America/Santiago", 0, "2026-09-06T12:00:00Z", "2026-09-06T01:00:00-03:00", "2026-09-06T01:00:00-03:00"],
  // At the beginning of this week the offset was another.
  ["America/St_Johns", 1, "2026-03-08T12:00:00Z", "2026-03-08T00:00:00-03:30", "2026-03-02T00:00:00-03:30"],
] as const;

describe("times of questions", needs("settings"), () => {
  for (const [timezone, weekStart, timestamp, day, week] of ZONES) {
    test(`dates are those of ${timezone}, with its offset: ${day}`, async () => {
      const project = await inZone(timezone, weekStart, seenAt(timestamp));
      const date_to = day.slice(0, 10);
      const dates = async (period: string) => {
        const retentionFilter = { period, totalIntervals: 1, targetEntity: { id: "seen" } };
        const query = { kind: "RetentionQuery", dateRange: { date_to }, retentionFilter };
        const rows =
          await project.ask<{ readonly date: string; readonly values: { readonly count: number }[] }[]>(query);
        return rows.map(({ date, values }) => [date, values[0]?.count]);
      };
      assert.deepEqual(await dates("Day"), [[day, 1]]);
      assert.deepEqual(await dates("Week"), [[week, 1]]);
      const starts = "toStartOfDay(timestamp), date_trunc('day', timestamp), toStartOfWeek(timestamp)";
      const [row] = await project.select(`SELECT timestamp, ${starts} FROM events`);
      assert.equal(Date.parse(String(row?.[0])), Date.parse(timestamp));
      assert.deepEqual(row?.slice(1), [day, day, week]);
      const dateRange = { date_from: date_to, date_to };
      const [series] = await project.ask<Series[]>({ kind: "TrendsQuery", series: [node], dateRange });
      assert.deepEqual([series?.days, series?.data], [[date_to], [1]]);
    });
  }

  test("a zone with two names keeps the one that was set", async () => {
    const { client } = own();
    for (const timezone of ["Asia/Kolkata", "Asia/Calcutta", "US/Pacific"]) {
      const project = await inZone(timezone, 0, seenAt("2026-09-09T23:30:00Z"));
      const [[day] = []] = await project.select("SELECT toString(toDate(timestamp)) FROM events");
      assert.equal(day, timezone === "US/Pacific" ? "2026-09-09" : "2026-09-10");
      const answer = await client.expectStatus("projects_retrieve", 200, { path: project.path });
      assert.equal(answer.timezone, timezone);
    }
  });

  test("an hour that clocks show twice is two", async () => {
    const project = await inZone(
      "Europe/Berlin",
      1,
      seenAt(...["00:10", "00:50", "01:10"].map((t) => `2025-10-26T${t}:00Z`)),
    );
    const first = ["2025-10-26T02:00:00+02:00", 2];
    const second = ["2025-10-26T02:00:00+01:00", 1];
    for (const hour of ["toStartOfHour(timestamp)", "date_trunc('hour', timestamp)", "datetrunc('hour', timestamp)"]) {
      const rows = await project.select(`SELECT ${hour} AS h, count() FROM events GROUP BY h ORDER BY h`);
      assert.deepEqual(rows, [first, second], hour);
    }
    const source = {
      kind: "TrendsQuery",
      series: [node],
      interval: "hour",
      dateRange: { date_from: "2025-10-26", date_to: "2025-10-26" },
    };
    const [series] = await project.ask<Series[]>(source);
    const [firstDay, secondDay] = ["2025-10-26 02:00:00", "2025-10-26 02:00:00+01:00"];
    assert.deepEqual(series?.days.slice(2, 5), [firstDay, secondDay, "2025-10-26 03:00:00"]);
    assert.deepEqual(series?.labels.slice(2, 4), ["26-Oct-2025 02:00", "26-Oct-2025 02:00+01:00"]);
    assert.deepEqual(series?.data.slice(2, 5), [2, 1, 0]);
    const behind = (day: string | undefined) =>
      project.ask({
        kind: "ActorsQuery",
        select: ["event_count"],
        source: { kind: "InsightActorsQuery", source, day },
      });
    assert.deepEqual([await behind(firstDay), await behind(secondDay)], [[[2]], [[1]]]);
  });

  test("all time begins with the first event that is asked about, whatever others are sent", async () => {
    const project = await inZone("America/New_York", 0, [
      ...seenAt("2024-03-05T12:00:00Z", "2024-03-06T12:00:00Z", "2024-03-06T13:00:00Z"),
      { event: "other", distinct_id: "eve", timestamp: "2016-01-01T00:00:00Z" },
    ]);
    const dateRange = { date_from: "all", date_to: "2024-03-06" };
    const trends = (more: object = {}) =>
      project.ask<Series[]>({ kind: "TrendsQuery", series: [node], dateRange, ...more });
    const total = async () => (await trends({ trendsFilter: { display: "BoldNumber" } }))[0]?.aggregated_value;
    const expected = [
      ["2024-03-05", "2024-03-06"],
      [1, 2],
    ];
    const [series] = await trends();
    assert.deepEqual([series?.days, series?.data], expected);
    assert.equal(await total(), 3);

    await project.send([{ event: "seen", distinct_id: "eve", timestamp: "1970-01-02T00:00:00Z" }]);
    const [after] = await trends();
    assert.deepEqual([after?.days, after?.data], expected, "an event of 1970 makes no chart of 20,000 days");
    assert.equal(await total(), 4, "a number has all events");
    const funnel = { kind: "FunnelsQuery", series: [node, node], dateRange };
    const steps = await project.ask<{ readonly count: number }[]>(funnel);
    assert.deepEqual(
      steps.map(({ count }) => count),
      [2, 1],
    );
    for (const query of [
      { kind: "LifecycleQuery", series: [node] },
      { kind: "StickinessQuery", series: [node] },
      { ...funnel, funnelsFilter: { funnelVizType: "trends" } },
      { kind: "PathsQuery" },
    ]) {
      await project.ask({ ...query, dateRange });
      await project.ask({ ...query, dateRange: { date_from: "all" } });
    }

    await project.send([{ event: "seen", distinct_id: "eve", timestamp: "2015-01-02T12:00:00Z" }]);
    const [hours] = await trends({ interval: "hour" });
    assert.ok((hours?.days.length ?? 0) <= 10_000 && hours?.days.at(-1) === "2024-03-06 23:00:00");
    assert.equal((await trends())[0]?.days[0], "2015-01-02");
    const empty = { date_from: "all", date_to: "2014-12-31" };
    const [none] = await project.ask<Series[]>({ kind: "TrendsQuery", series: [node], dateRange: empty });
    assert.deepEqual([none?.days, none?.data], [["2014-12-31"], [0]]);
  });

  test("an answer says as of when it is, and is as of now if that is wanted", async () => {
    const project = await AskedProject.create(own(), {}, seenAt("2026-09-10T01:00:00Z"));
    const query = { kind: "HogQLQuery", query: "SELECT count() FROM events" };
    await project.response(query);
    await project.capture(seenAt("2026-09-10T02:00:00Z"));
    const list = () => own().client.expectStatus("events_list", 200, { path: project.path });
    for (let stored = 1; stored < 2; ) stored = ((await list()) as { readonly results: unknown[] }).results.length;
    const storedBy = Date.now();
    const { results, last_refresh } = await project.response(query);
    assert.ok(
      JSON.stringify(results) === "[[2]]" || Date.parse(last_refresh) <= storedBy,
      `${results} ${last_refresh}`,
    );
    const forced = await project.response(query, { refresh: "force_blocking" });
    assert.deepEqual([forced.results, forced.is_cached], [[[2]], false]);
    assert.ok(Date.parse(forced.last_refresh) >= storedBy - 1000);
  });
});
