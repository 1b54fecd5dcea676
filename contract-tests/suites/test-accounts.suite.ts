import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { AskedProject, type SentEvent } from "../support/asked-project.ts";
import { sharedServer } from "../support/own-server.ts";

const own = sharedServer("accounts");
const STAFF = { key: "email", type: "person", operator: "not_icontains", value: "@fjordbikes.example" };
const LOCAL = { key: "$host", operator: "is_not", value: ["localhost:3000"] };
const seen = { kind: "EventsNode", event: "seen" };
const dateRange = { date_from: "2026-03-09", date_to: "2026-03-11" };
const breakdownFilter = { breakdown: "$browser" };
/** Either browser: an OR, which must not let test accounts in. */
const OR = {
  type: "OR",
  values: ["Chrome", "Firefox"].map((value) => ({ type: "AND", values: [{ key: "$browser", value }] })),
};

function event(distinct_id: string, day: number, properties: object = {}, event = "seen"): SentEvent {
  return {
    event,
    distinct_id,
    timestamp: `2026-03-${String(day).padStart(2, "0")}T12:00:00Z`,
    properties: { ...properties },
  };
}
const EVENTS = [
  event("ann", 9, { $browser: "Chrome", $set: { email: "ann@post.example" } }),
  event("ann", 10, { $browser: "Safari" }, "bought"),
  event("ann", 10, { $browser: "Chrome", $host: "localhost:3000" }),
  event("bob", 9, { $browser: "Firefox" }),
  event("eva", 9, { $browser: "Chrome", $set: { email: "eva@fjordbikes.example" } }),
  event("eva", 10, { $browser: "Chrome" }, "bought"),
  event("eva", 11, { $browser: "Chrome" }),
];

const series = [seen];
const retentionFilter = { targetEntity: { id: "seen" }, returningEntity: { id: null }, totalIntervals: 3 };
const funnel = { kind: "FunnelsQuery", series: [seen, { kind: "EventsNode", event: "bought" }], dateRange };
const trend = { kind: "TrendsQuery", series, dateRange };
/** A question of every kind that has the field. */
const QUESTIONS: Readonly<Record<string, object>> = {
  "a trend": trend,
  "persons of a trend": { ...trend, series: [{ ...seen, math: "dau" }], interval: "week", breakdownFilter },
  "a trend with an OR": { ...trend, properties: OR },
  "a trend of all time": { ...trend, dateRange: { date_from: "all", date_to: "2026-03-11" } },
  "a funnel": funnel,
  retention: { kind: "RetentionQuery", retentionFilter, dateRange: { date_to: "2026-03-11" } },
  lifecycle: { kind: "LifecycleQuery", series, dateRange },
  stickiness: { kind: "StickinessQuery", series, dateRange },
  paths: { kind: "PathsQuery", dateRange, pathsFilter: { includeEventTypes: ["custom_event"] } },
  events: {
    kind: "EventsQuery",
    select: ["distinct_id", "event"],
    after: "all",
    orderBy: ["timestamp", "distinct_id"],
  },
};

interface Settings {
  readonly test_account_filters: readonly object[];
  readonly test_account_filters_default_checked: boolean;
}

describe("test accounts", needs("settings"), () => {
  let project: AskedProject;
  const change = (json: Partial<Settings>) =>
    own().client.expectStatus("projects_partial_update", 200, { path: project.path, json: json as never });

  before(async () => {
    project = await AskedProject.create(own(), {}, EVENTS);
  });

  test("are taken out of answers where a question asks for it", async () => {
    const counts = async (filterTestAccounts: boolean | null) => {
      const [result] = await project.ask<{ readonly data: unknown }[]>({ ...trend, filterTestAccounts });
      return result?.data;
    };
    assert.deepEqual(await counts(true), [3, 1, 1], "a project has no conditions at first");
    const {
      test_account_filters,
      test_account_filters_default_checked: isChecked,
      timezone,
    } = await change({
      test_account_filters: [STAFF, LOCAL],
    });
    assert.deepEqual([test_account_filters, isChecked, timezone], [[STAFF, LOCAL], false, "UTC"]);
    assert.deepEqual(await counts(true), [2, 0, 0], "from the next question on");
    assert.deepEqual(
      [await counts(false), await counts(null)],
      [
        [3, 1, 1],
        [3, 1, 1],
      ],
    );
  });

  for (const [name, question] of Object.entries(QUESTIONS)) {
    test(`${name}: answered as with the conditions of the project`, async () => {
      await change({ test_account_filters: [STAFF, LOCAL] });
      const { properties } = question as { properties?: unknown };
      const all = [STAFF, LOCAL];
      const sent = properties === undefined ? all : and(all);
      const expected = await project.ask({ ...question, properties: sent });
      const answer = await project.ask({ ...question, filterTestAccounts: true });
      assert.deepEqual(answer, expected);
      assert.notDeepEqual(answer, await project.ask(question));
      const framed = { kind: "InsightVizNode", source: { ...question, filterTestAccounts: true } };
      if (name !== "events") assert.deepEqual(await project.ask(framed), expected);
    });
  }

  test("are not among the persons behind a number", async () => {
    await change({ test_account_filters: [STAFF, LOCAL] });
    const ask = async (source: object) => {
      const query = { kind: "ActorsQuery", select: ["event_distinct_ids"], source };
      return (await project.ask<readonly (readonly (readonly string[])[])[]>(query)).flat(2).toSorted();
    };
    const filterTestAccounts = true;
    const ofTrend = { kind: "InsightActorsQuery", source: { ...trend, filterTestAccounts }, day: "2026-03-09" };
    assert.deepEqual(await ask(ofTrend), ["ann", "bob"]);
    const ofFunnel = { kind: "FunnelsActorsQuery", source: { ...funnel, filterTestAccounts }, funnelStep: 2 };
    assert.deepEqual(await ask(ofFunnel), ["ann"]);
  });

  test("have conditions that can be changed and taken away, and which must be valid", async () => {
    const { client, tenant } = own();
    const refuse = (attr: string, filter: object, code = "invalid_input") =>
      client.expectError("projects_partial_update", [400, code, attr], {
        path: project.path,
        json: { test_account_filters: [STAFF, filter] } as never,
      });
    await change({ test_account_filters: [LOCAL], test_account_filters_default_checked: true });
    await refuse("test_account_filters__1__value", { key: "email", operator: "regex", value: "(" });
    await refuse("test_account_filters__1__value", { key: "id", type: "cohort", value: 999_999 });
    await refuse("test_account_filters__1__key", { operator: "is_set" }, "required");
    const long = Array.from({ length: 500 }, (_, index) => `${index} ${"x".repeat(200)}`);
    await refuse("test_account_filters", { key: "email", value: long }, "max_length");
    const kept = await client.expectStatus("projects_retrieve", 200, { path: project.path });
    assert.deepEqual(
      [kept.test_account_filters, kept.test_account_filters_default_checked],
      [[LOCAL], true],
      "what is refused changes nothing",
    );
    const { test_account_filters } = await change({ test_account_filters: [] });
    assert.deepEqual(test_account_filters, []);
    const other = await client.expectStatus("projects_retrieve", 200, { path: { project_id: tenant.projectId } });
    assert.deepEqual([other.test_account_filters, other.test_account_filters_default_checked], [[], false]);
  });
});

/** The OR of two browsers, and all of the conditions, as groups that a client may send. */
function and(filters: readonly object[]): object {
  const values = OR.values.map((group) => ({ type: "AND", values: [...group.values, ...filters] }));
  return { type: "OR", values };
}
