import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { AskedProject, type SentEvent } from "../support/asked-project.ts";
import { sharedServer } from "../support/own-server.ts";

const own = sharedServer("visits");
const visit = (
  distinct_id: string,
  $session_id: string,
  day: number,
  time: string,
  more: object,
  event = "$pageview",
) => ({
  ...{ event, distinct_id, timestamp: `2026-03-${String(day).padStart(2, "0")}T${time}Z` },
  properties: { $session_id, ...more },
});
const search = { $referring_domain: "search.example", utm_source: "news", utm_medium: "mail" };
/** Of sites that senders of visits have, and of those that only look alike. */
const CHANNELS: readonly (readonly [channel: string, domain?: string, source?: string, medium?: string])[] = [
  ["Direct", "$direct"],
  ["Direct"],
  ["Organic Search", "www.google.com"],
  ["Organic Search", "www.google.co.uk"],
  ["Organic Search", "duckduckgo.com"],
  ["AI", "chatgpt.com"],
  ["AI", "gemini.google.com"],
  ["AI", "$direct", "perplexity.ai"],
  ["Email", "mail.google.com"],
  ["Email", "$direct", "winter", "email"],
  ["Organic Social", "t.co"],
  ["Organic Social", "out.reddit.com"],
  ["Organic Video", "youtu.be"],
  ["Paid Search", "www.google.com", "google", "cpc"],
  ["Paid Social", "$direct", "Facebook", "Paid_Social"],
  ["Paid Unknown", "news.example", undefined, "ppc"],
  ["Campaign", "$direct", "winter"],
  ["Referral", "mail.example.com"],
  ["Referral", "notgoogle.com"],
  ["Referral", "google.com.evil.example"],
];
const EVENTS: readonly SentEvent[] = [
  visit("ann", "a", 9, "10:00:00", { $pathname: "/", $browser: "Chrome", $geoip_country_code: "NO", ...search }),
  visit("ann", "a", 9, "10:00:30", { $pathname: "/bikes", $browser: "Chrome", $geoip_country_code: "NO" }),
  visit("ann", "a", 9, "10:01:00", { $pathname: "/bikes" }, "$pageleave"),
  visit("bob", "b", 9, "11:00:00", { $pathname: "/", $browser: "Firefox", $referring_domain: "$direct" }),
  visit("bob", "b2", 10, "11:00:00", { $pathname: "/bikes", $browser: "Firefox" }),
  visit("bob", "b2", 10, "11:00:02", {}, "$autocapture"),
  // It begins on the day before, and counts there.
  visit("eva", "c", 8, "23:59:50", { $pathname: "/help", $browser: "Chrome" }),
  visit("eva", "c", 9, "00:00:10", { $pathname: "/", $browser: "Chrome" }),
  ...CHANNELS.map(([, $referring_domain, utm_source, utm_medium], index) =>
    visit("far", `from ${index}`, 1, "10:00:00", { $pathname: "/", $referring_domain, utm_source, utm_medium }),
  ),
  { event: "$pageview", distinct_id: "server", timestamp: "2026-03-09T12:00:00Z", properties: { $pathname: "/" } },
];
const dateRange = { date_from: "2026-03-09", date_to: "2026-03-10" };
const compareFilter = { compare: true };

interface Figure {
  readonly key: string;
  readonly kind: string;
  readonly value: number | null;
  readonly previous: number | null;
  readonly changeFromPreviousPct: number | null;
  readonly isIncreaseBad: boolean | null;
}

describe("visits of a site", needs("settings"), () => {
  let project: AskedProject;
  before(async () => {
    project = await AskedProject.create(own(), {}, EVENTS);
  });
  const overview = async (more: object = {}) =>
    (await project.ask<Figure[]>({ kind: "WebOverviewQuery", dateRange, ...more })).map((figure) => [
      ...[figure.key, figure.kind, figure.value, figure.previous, figure.changeFromPreviousPct, figure.isIncreaseBad],
    ]);
  const table = async (breakdownBy: string, more: object = {}) =>
    await project.ask<unknown[][]>({ kind: "WebStatsTableQuery", breakdownBy, dateRange, ...more });
  const firsts = async (breakdownBy: string, more: object = {}) =>
    (await table(breakdownBy, more)).map(([value, visitors, views]) => [value, ...first(visitors), ...first(views)]);
  const first = (pair: unknown) => (pair as unknown[]).slice(0, 1);
  const refuse = (attr: string, more: object) =>
    own().client.expectError("query_create", [400, "invalid_input", attr], {
      path: project.path,
      json: { query: { kind: "WebStatsTableQuery", breakdownBy: "Page", ...more } } as never,
    });

  test("WebOverviewQuery: visitors, views, sessions, their duration and bounces", async () => {
    assert.deepEqual(await overview(), [
      ["visitors", "unit", 2, null, null, null],
      ["views", "unit", 4, null, null, null],
      ["sessions", "unit", 3, null, null, null],
      ["session duration", "duration_s", (60 + 0 + 2) / 3, null, null, null],
      ["bounce rate", "percentage", (1 / 3) * 100, null, null, true],
    ]);
    const chrome = { properties: [{ key: "$browser", value: "Chrome" }] };
    assert.deepEqual(
      (await overview(chrome)).map(([key, , value]) => [key, value]),
      [
        ["visitors", 1],
        ["views", 2],
        ["sessions", 1],
        ["session duration", 60],
        ["bounce rate", 0],
      ],
    );
  });

  test("WebOverviewQuery: beside the period before, and without any visit", async () => {
    assert.deepEqual(
      (await overview({ compareFilter })).map(([key, , ...rest]) => [key, ...rest.slice(1, 3)]),
      [
        ["visitors", 1, 100],
        ["views", 1, 300],
        ["sessions", 1, 200],
        ["session duration", 20, 3],
        ["bounce rate", 0, null],
      ],
    );
    const none = await overview({ dateRange: { date_from: "2026-02-01", date_to: "2026-02-02" }, compareFilter });
    assert.deepEqual(
      none.map(([key, , ...rest]) => [key, ...rest.slice(0, 3)]),
      [
        ["visitors", 0, 0, null],
        ["views", 0, 0, null],
        ["sessions", 0, 0, null],
        ["session duration", null, null, null],
        ["bounce rate", null, null, null],
      ],
    );
  });

  test("WebStatsTableQuery: pages, with the bounce rate of sessions that begin there", async () => {
    const query = {
      kind: "WebStatsTableQuery",
      breakdownBy: "Page",
      dateRange,
      includeBounceRate: true,
      compareFilter,
    };
    const { results, columns, hasMore, limit, offset } = await project.response(query);
    assert.deepEqual(results, [
      ["/", [2, 0], [2, 0], [0.5, null]],
      ["/bikes", [2, 0], [2, 0], [0, null]],
      ["/help", [0, 1], [0, 1], [null, 0]],
    ]);
    const names = ["breakdown_value", "visitors", "views", "bounce_rate"].map((name) => `context.columns.${name}`);
    assert.deepEqual([columns, hasMore, limit, offset], [names, false, 100, 0]);
    const page = await project.response({ ...query, limit: 1, offset: 1, orderBy: ["BounceRate", "ASC"] });
    assert.deepEqual([page.results, page.hasMore], [[["/", [2, 0], [2, 0], [0.5, null]]], true]);
  });

  test("WebStatsTableQuery: by what a session begins or ends with, and by what is known of its views", async () => {
    assert.deepEqual(await firsts("InitialPage"), [
      ["/", 2, 3],
      ["/bikes", 1, 1],
    ]);
    assert.deepEqual(await firsts("ExitPage"), [
      ["/bikes", 2, 3],
      ["/", 1, 1],
    ]);
    assert.deepEqual(await firsts("InitialReferringDomain"), [
      ["search.example", 1, 2],
      ["$direct", 1, 1],
      [null, 1, 1],
    ]);
    for (const [breakdownBy, value] of [
      ["InitialUTMSource", "news"],
      ["InitialUTMMedium", "mail"],
    ] as const) {
      assert.deepEqual(await firsts(breakdownBy), [
        [value, 1, 2],
        [null, 1, 2],
      ]);
    }
    assert.deepEqual(await firsts("InitialUTMTerm"), [[null, 2, 4]]);
    assert.deepEqual(await firsts("Browser"), [
      ["Chrome", 1, 2],
      ["Firefox", 1, 2],
    ]);
    assert.deepEqual(await firsts("Country"), [["NO", 1, 2]]);
    for (const breakdownBy of ["OS", "DeviceType", "ScreenName"]) assert.deepEqual(await firsts(breakdownBy), []);
    assert.deepEqual(await firsts("Browser", { orderBy: ["Views", "DESC"], limit: 1 }), [["Chrome", 1, 2]]);
  });

  test("WebStatsTableQuery: channels", async () => {
    const of = { date_from: "2026-03-01", date_to: "2026-03-01" };
    const counts: Record<string, number> = {};
    for (const [channel] of CHANNELS) counts[channel] = (counts[channel] ?? 0) + 1;
    assert.deepEqual(
      Object.fromEntries(
        (await table("InitialChannelType", { dateRange: of })).map(([channel, , views]) => [channel, first(views)[0]]),
      ),
      counts,
    );
    const query = "SELECT session_id, $channel_type FROM sessions WHERE distinct_id = 'far'";
    const rows = await project.ask<[string, string][]>({ kind: "HogQLQuery", query });
    const found = CHANNELS.map((_, index) => rows.find(([id]) => id === `from ${index}`)?.[1]);
    assert.deepEqual(
      found,
      CHANNELS.map(([channel]) => channel),
    );
  });

  test("conditions on the session", async () => {
    const of = (key: string, value: unknown, operator = "exact") => ({
      properties: [{ type: "session", key, value, operator }],
    });
    assert.deepEqual(await firsts("Page", of("$entry_pathname", "/bikes")), [["/bikes", 1, 1]]);
    assert.deepEqual(await firsts("Page", of("$session_duration", 10, "gt")), [
      ["/", 1, 1],
      ["/bikes", 1, 1],
    ]);
    const series = [{ kind: "EventsNode", event: "$pageview", ...of("$channel_type", "Direct") }];
    const [trend] = await project.ask<{ count: number }[]>({ kind: "TrendsQuery", series, dateRange });
    assert.equal(trend?.count, 3);
    const select = ["distinct_id"];
    const listed = { kind: "EventsQuery", select, after: "2026-03-09", ...of("$entry_utm_source", "news") };
    assert.deepEqual([...new Set((await project.ask<string[][]>(listed)).flat())], ["ann"]);
  });

  test("test accounts are left out, and a frame is taken off", async () => {
    const path = {
      path: project.path,
      json: { test_account_filters: [{ key: "$browser", operator: "is_not", value: "Chrome" }] },
    };
    await own().client.expectStatus("projects_partial_update", 200, path as never);
    assert.deepEqual(await firsts("Browser", { filterTestAccounts: true }), [["Firefox", 1, 2]]);
    const source = { kind: "WebStatsTableQuery", breakdownBy: "Browser", dateRange, filterTestAccounts: true };
    const framed = await project.ask<unknown[][]>({ kind: "DataTableNode", source, full: true });
    assert.deepEqual(
      framed.map(([value]) => value),
      ["Firefox"],
    );
    assert.equal((await overview({ filterTestAccounts: true }))[1]?.[2], 2);
  });

  test("what is not supported is refused with its field", async () => {
    await refuse("query__breakdownBy", { breakdownBy: "City" });
    await refuse("query__conversionGoal", { conversionGoal: { actionId: 1 } });
    await refuse("query__includeScrollDepth", { includeScrollDepth: true });
    await refuse("query__sampling", { sampling: { enabled: true } });
    await refuse("query__orderBy", { orderBy: ["DESC", "Views"] });
    await refuse("query__orderBy", { orderBy: ["BounceRate", "DESC"] });
    await refuse("query__properties__0__type", { properties: [{ type: "cookie", key: "$is_bounce", value: true }] });
    await refuse("query", { properties: [{ type: "session", key: "$browser", value: "Chrome" }] });
    await refuse("query__dateRange__date_to", { dateRange: { date_from: "2026-03-02", date_to: "2026-03-01" } });
  });
});
