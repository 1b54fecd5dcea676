import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { AskedProject, type SentEvent } from "../support/asked-project.ts";
import { sharedServer } from "../support/own-server.ts";

const own = sharedServer("counts");
const day = (number: number, time = "12:00:00") => `2026-09-${String(number).padStart(2, "0")}T${time}Z`;
const visit = (distinct_id: string, number: number, properties: object = {}): SentEvent => {
  return { event: "visit", distinct_id, timestamp: day(number), properties: { ...properties } };
};
const dateRange = { date_from: "2026-09-01", date_to: "2026-09-03" };

describe("what questions count", needs("settings"), () => {
  test("in cumulative numbers, persons, groups and sessions count once, in their first interval", async () => {
    const of = (company: string, $session_id: string) => ({ $groups: { company }, $session_id, plan: "pro" });
    const project = await AskedProject.create(own(), {}, [
      {
        event: "$groupidentify",
        distinct_id: "ann",
        timestamp: day(1),
        properties: { $group_type: "company", $group_key: "x" },
      },
      visit("ann", 1, of("x", "s1")),
      visit("ann", 2, of("x", "s1")),
      visit("bob", 2, of("", "s2")),
      visit("ann", 3, of("x", "s1")),
    ]);
    const trends = async (math: string, more: object = {}) => {
      const series = [{ kind: "EventsNode", event: "visit", math }];
      const query = { kind: "TrendsQuery", series, dateRange, ...more };
      const results = await project.ask<{ readonly data: readonly number[]; readonly count: number }[]>(query);
      return results.map(({ data, count }) => [...data, count]);
    };
    const cumulative = { trendsFilter: { display: "ActionsLineGraphCumulative" } };
    const divided = { ...cumulative, breakdownFilter: { breakdown: "plan" } };
    assert.deepEqual(await trends("total", cumulative), [[1, 3, 4, 4]]);
    for (const math of ["dau", "unique_session", "weekly_active"]) {
      assert.deepEqual(await trends(math, cumulative), [[1, 2, 2, 2]], math);
      assert.deepEqual(await trends(math, divided), [[1, 2, 2, 2]], math);
    }
    assert.deepEqual(await trends("unique_group", cumulative), [[1, 1, 1, 1]]);
    assert.deepEqual(await trends("unique_group"), [[1, 1, 1, 3]], "an empty key is no group");
    const source = {
      kind: "TrendsQuery",
      series: [{ kind: "EventsNode", event: "visit", math: "dau" }],
      dateRange,
      ...cumulative,
    };
    const behind = {
      kind: "ActorsQuery",
      select: ["event_count"],
      source: { kind: "InsightActorsQuery", source, day: "2026-09-02" },
    };
    assert.deepEqual(await project.ask(behind), [[2], [1]]);
    const stickiness = {
      kind: "StickinessQuery",
      series: [{ kind: "EventsNode", event: "visit", math: "unique_group" }],
      dateRange,
    };
    const [sticky] = await project.ask<{ readonly data: readonly number[] }[]>(stickiness);
    assert.deepEqual(sticky?.data, [0, 0, 1]);
  });

  test("a session without pages does not bounce, and is not in the rate", async () => {
    const of = (event: string, $session_id: string, time: string): SentEvent => {
      return { event, distinct_id: "ann", timestamp: day(1, time), properties: { $session_id } };
    };
    const project = await AskedProject.create(own(), {}, [
      of("job done", "server", "10:00:00"),
      of("$pageview", "left", "10:00:00"),
      of("$pageview", "stayed", "10:00:00"),
      of("$pageview", "stayed", "10:00:05"),
      of("$screen", "app", "10:00:00"),
      of("$autocapture", "app", "10:00:01"),
    ]);
    assert.deepEqual(await project.select("SELECT session_id, $is_bounce FROM sessions ORDER BY session_id"), [
      ["app", false],
      ["left", true],
      ["server", null],
      ["stayed", false],
    ]);
    assert.deepEqual(await project.select("SELECT round(avg(CAST($is_bounce AS INT)), 3) FROM sessions"), [[0.333]]);
  });
});
