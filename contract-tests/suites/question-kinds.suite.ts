import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { Client, clientsOfNodes } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { eventually } from "../support/poll.ts";

const client = new Client();
const mark = randomUUID();
const [view, add, buy, left] = [`view ${mark}`, `add ${mark}`, `buy ${mark}`, `left ${mark}`];
const [ada, adaOnTablet, bob, cy] = [`ada ${mark}`, `tablet ${mark}`, `bob ${mark}`, `cy ${mark}`];
const page = (name: string) => `https://fjordbikes.example/${mark}/${name}`;

/** Who did what when, in March 2026. */
const EVENTS: readonly (readonly [string, string, number, string, object?])[] = [
  [adaOnTablet, view, 9, "10:00:00", { $browser: "Chrome" }],
  [ada, add, 9, "10:05:00", { $browser: "Safari" }],
  [ada, buy, 9, "10:20:00"],
  [bob, view, 9, "11:00:00", { $browser: "Firefox" }],
  [bob, add, 9, "11:30:00"],
  [bob, left, 9, "12:00:00"],
  [bob, view, 10, "09:00:00", { $browser: "Firefox" }],
  [bob, buy, 10, "09:10:00"],
  [cy, view, 11, "08:00:00"],
  [adaOnTablet, view, 11, "08:30:00"],
  [cy, "$pageview", 11, "09:00:00", { $current_url: page("") }],
  [cy, "$pageview", 11, "09:00:20", { $current_url: page("bikes/") }],
  [cy, "$pageview", 11, "09:00:40", { $current_url: page("bikes") }],
  [cy, add, 11, "09:01:20"],
  [ada, "$pageview", 11, "09:00:00", { $current_url: page("") }],
  [ada, "$pageview", 11, "09:01:00", { $current_url: page("bikes") }],
  [ada, "$pageview", 11, "09:40:00", { $current_url: page("help") }],
];

const ask = async (query: object) =>
  (await client.expectStatus("query_create", 200, { json: { query } })).results as never;
const refuse = (query: object, attr: string, code: "invalid_input" | "max_length" = "invalid_input") =>
  client.expectError("query_create", [400, code, attr], { json: { query } });
const step = (event: string) => ({ kind: "EventsNode", event });
const dateRange = { date_from: "2026-03-09", date_to: "2026-03-11" };
const funnel = { kind: "FunnelsQuery", series: [step(view), step(add), step(buy)], dateRange };
const counts = (results: readonly { readonly count: number }[]) => results.map(({ count }) => count);
const data = (results: readonly { readonly data: readonly number[] }[]) => results.map((result) => result.data);

type ActorRow = readonly [{ readonly distinct_ids: readonly string[] }, number, unknown];
type EventRow = Readonly<Record<"event", string> & Record<"properties", object>>;

describe("kinds of questions", needs("state"), () => {
  before(async () => {
    if (target.kind === "prism") return;
    for (const [distinct_id, event, day, time, properties = {}] of EVENTS) {
      const timestamp = `2026-03-${String(day).padStart(2, "0")}T${time}Z`;
      const json = { api_key: target.tenant.projectApiKey, event, distinct_id, timestamp, properties };
      await client.expectStatus("capture", 200, { json });
    }
    await client.expectStatus("capture", 200, {
      json: {
        api_key: target.tenant.projectApiKey,
        event: "$identify",
        distinct_id: ada,
        properties: { $anon_distinct_id: adaOnTablet },
      },
    });
    for (const node of clientsOfNodes(target, target.tenant)) {
      await eventually("all events are in answers, and the persons are merged", async () => {
        const query = `SELECT count(), uniq(person_id) FROM events WHERE distinct_id LIKE '%${mark}'`;
        const { body } = await node.request("query_create", { json: { query: { kind: "HogQLQuery", query } } });
        return JSON.stringify((body as { readonly results?: unknown }).results) === `[[${EVENTS.length + 1},3]]`;
      });
    }
  });

  test("FunnelsQuery: the longest path of each person counts", async () => {
    const steps = (await ask(funnel)) as readonly Record<string, unknown>[];
    assert.deepEqual(
      steps.map(({ name, order, count, average_conversion_time, median_conversion_time }) => {
        return [name, order, count, average_conversion_time, median_conversion_time];
      }),
      [
        [view, 0, 3, null, null],
        [add, 1, 3, (300 + 1800 + 3680) / 3, 1800],
        [buy, 2, 2, (900 + 78_000) / 2, 39_450],
      ],
    );
    const filtered = (funnelsFilter: object) => ask({ ...funnel, funnelsFilter });
    const hour = { funnelWindowInterval: 1, funnelWindowIntervalUnit: "hour" };
    assert.deepEqual(counts(await filtered(hour)), [3, 2, 1]);
    assert.deepEqual(counts(await filtered({ funnelOrderType: "strict" })), [3, 2, 1]);
    assert.deepEqual(counts(await filtered({ funnelOrderType: "unordered", ...hour })), [3, 2, 1]);
    const exclusions = [{ ...step(left), funnelFromStep: 1, funnelToStep: 2 }];
    assert.deepEqual(counts(await filtered({ exclusions })), [3, 2, 1]);
  });

  test("FunnelsQuery: by browser, by time, and over time", async () => {
    const divided = await ask({ ...funnel, breakdownFilter: { breakdown: "$browser", breakdown_limit: 1 } });
    assert.deepEqual(
      (divided as readonly { readonly count: number; readonly breakdown_value: unknown }[][]).map((steps) => [
        steps[0]?.breakdown_value,
        ...counts(steps),
      ]),
      [
        [["$$_posthog_breakdown_null_$$"], 1, 1, 0],
        [["$$_posthog_breakdown_other_$$"], 2, 2, 2],
      ],
    );
    const shown = (funnelsFilter: object) => ask({ ...funnel, funnelsFilter });
    assert.deepEqual(await shown({ funnelVizType: "time_to_convert", binCount: 2 }), {
      bins: [
        [1200, 1],
        [40_500, 1],
      ],
      average_conversion_time: 40_500,
    });
    assert.deepEqual(data(await shown({ funnelVizType: "trends", funnelToStep: 1 })), [[100, 0, 50]]);
  });

  test("RetentionQuery: who comes back", async () => {
    const retentionFilter = {
      period: "Day",
      totalIntervals: 3,
      targetEntity: { id: view },
      returningEntity: { id: view },
    };
    const values = async (retentionType: string) => {
      const query = { kind: "RetentionQuery", dateRange, retentionFilter: { ...retentionFilter, retentionType } };
      const results = (await ask(query)) as readonly { readonly values: readonly { readonly count: number }[] }[];
      return results.map((result) => counts(result.values));
    };
    assert.deepEqual(await values("retention_first_time"), [[2, 1, 1], [0, 0], [1]]);
    assert.deepEqual(await values("retention_recurring"), [[2, 1, 1], [1, 0], [2]]);
  });

  test("LifecycleQuery: who is new, comes back, or stays away", async () => {
    const results = await ask({ kind: "LifecycleQuery", series: [step(view)], dateRange });
    assert.deepEqual(data(results), [
      [2, 0, 1],
      [0, 1, 0],
      [0, 0, 1],
      [0, -1, -1],
    ]);
    assert.deepEqual(
      (results as readonly { readonly status: string }[]).map(({ status }) => status),
      ["new", "returning", "resurrecting", "dormant"],
    );
  });

  test("StickinessQuery: on how many days", async () => {
    const query = { kind: "StickinessQuery", series: [step(view), step(buy)], dateRange };
    assert.deepEqual(data(await ask(query)), [
      [1, 2, 0],
      [2, 0, 0],
    ]);
  });

  test("PathsQuery: where persons go", async () => {
    const filters = { startPoint: page("").slice(0, -1), stepLimit: 3 };
    const query = { kind: "PathsQuery", dateRange, pathsFilter: filters };
    assert.deepEqual(await ask(query), [
      { source: `1_${filters.startPoint}`, target: `2_${page("bikes")}`, value: 2, average_conversion_time: 40_000 },
      { source: `2_${page("bikes")}`, target: `3_${add}`, value: 1, average_conversion_time: 60_000 },
    ]);
  });

  test("EventsQuery: events with what is selected", async () => {
    const query = { kind: "EventsQuery", after: "2026-03-01", event: view };
    const select = ["properties.$browser -- Browser", "timestamp", "person.properties.email"];
    assert.deepEqual(await ask({ ...query, select, orderBy: ["timestamp"], limit: 2, offset: 1 }), [
      ["Firefox", "2026-03-09T11:00:00Z", null],
      ["Firefox", "2026-03-10T09:00:00Z", null],
    ]);
    const properties = [{ key: "$browser", operator: "is_set" }];
    assert.deepEqual(await ask({ ...query, select: ["properties.$browser", "count()"], properties }), [
      ["Firefox", 2],
      ["Chrome", 1],
    ]);
    const where = ["properties.$browser = 'Chrome' -- only"];
    const rows: readonly [EventRow, { readonly uuid: string }][] = await ask({
      ...query,
      select: ["*", "person"],
      where,
    });
    const [[found, person] = []] = rows;
    assert.deepEqual([found?.event, found?.properties], [view, { $browser: "Chrome" }]);
    const personId = person?.uuid;
    assert.deepEqual(await ask({ ...query, select: ["count()"], personId }), [[2]]);
  });

  test("ActorsQuery: the persons behind a number", async () => {
    const actors = async (source: object) => {
      const select = ["actor", "event_count", "matched_recordings"];
      const rows: readonly ActorRow[] = await ask({ kind: "ActorsQuery", select, source });
      return rows.map(([{ distinct_ids }, count, recordings]) => [distinct_ids, count, recordings]);
    };
    const of = (source: object, point: object) => actors({ kind: "InsightActorsQuery", source, ...point });
    const [adas, bobs, cys] = [[ada, adaOnTablet], [bob], [cy]];
    const day = "2026-03-11";
    const trends = { kind: "TrendsQuery", series: [step(view)], dateRange };
    assert.deepEqual(
      new Set(await of(trends, { day })),
      new Set([
        [adas, 1, []],
        [cys, 1, []],
      ]),
    );
    const byBrowser = { ...trends, breakdownFilter: { breakdown: "$browser" } };
    assert.deepEqual(await of(byBrowser, { breakdown: "Firefox" }), [[bobs, 2, []]]);
    const lifecycle = { kind: "LifecycleQuery", series: [step(view)], dateRange };
    assert.deepEqual(await of(lifecycle, { day, status: "resurrecting" }), [[adas, 1, []]]);
    assert.deepEqual(await of(lifecycle, { day, status: "dormant" }), [[bobs, 1, []]]);
    const retentionFilter = { totalIntervals: 3, targetEntity: { id: view }, returningEntity: { id: view } };
    const retention = { kind: "RetentionQuery", dateRange, retentionFilter };
    assert.deepEqual(await of(retention, { interval: 0, day: 2 }), [[adas, 1, []]]);
    const stickiness = { kind: "StickinessQuery", series: [step(view)], dateRange };
    assert.deepEqual(await of(stickiness, { day: 1 }), [[cys, 1, []]]);
    const pathsFilter = { pathStartKey: `2_${page("bikes")}`, pathEndKey: `3_${add}` };
    assert.deepEqual(await of({ kind: "PathsQuery", dateRange, pathsFilter }, {}), [[cys, 3, []]]);
    const ofFunnel = (funnelStep: number) => actors({ kind: "FunnelsActorsQuery", source: funnel, funnelStep });
    assert.deepEqual(await ofFunnel(-3), [[cys, 2, []]]);
    assert.deepEqual(await ofFunnel(3), [
      [bobs, 4, []],
      [adas, 3, []],
    ]);
  });

  test("what a kind does not support is refused with the field", async () => {
    const funnels = (funnelsFilter: object) => ({ ...funnel, funnelsFilter });
    await refuse(funnels({ funnelAggregateByHogQL: "x" }), "query__funnelsFilter__funnelAggregateByHogQL");
    await refuse(funnels({ funnelWindowInterval: 0 }), "query__funnelsFilter__funnelWindowInterval");
    await refuse(funnels({ funnelVizType: "trends", funnelToStep: 3 }), "query__funnelsFilter__funnelToStep");
    const exclusions = [{ ...step(left), funnelFromStep: 1, funnelToStep: 1 }];
    await refuse(funnels({ exclusions }), "query__funnelsFilter__exclusions__0__funnelToStep");
    await refuse({ ...funnel, series: Array(21).fill(step(view)) }, "query__series", "max_length");
    await refuse({ ...funnel, series: [{ ...step(view), math: "sum" }, step(buy)] }, "query__series__0__math");
    const retentionFilter = { targetEntity: { id: "1", type: "actions" } };
    await refuse({ kind: "RetentionQuery", retentionFilter }, "query__retentionFilter__targetEntity__type");
    await refuse({ kind: "LifecycleQuery", series: [step(view), step(buy)] }, "query__series", "max_length");
    await refuse({ kind: "StickinessQuery", series: [step(view)], interval: "second" }, "query__interval");
    await refuse({ kind: "EventsQuery", select: ["nothing(1)"] }, "query__select");
    await refuse({ kind: "EventsQuery", select: ["*"], after: "soon" }, "query__after");
    await refuse({ kind: "EventsQuery", select: ["*"], personId: "ada" }, "query__personId");
    const actors = (source: object) => ({ kind: "ActorsQuery", source });
    await refuse(actors({ kind: "FunnelsActorsQuery", source: funnel, funnelStep: 4 }), "query__source__funnelStep");
    const trends = { kind: "TrendsQuery", series: [step(view)], dateRange: { date_from: "soon" } };
    const inSource = "query__source__source__dateRange__date_from";
    await refuse(actors({ kind: "InsightActorsQuery", source: trends }), inSource);
    await refuse({ kind: "PathsQuery", pathsFilter: { edgeLimit: 5000 } }, "query__pathsFilter__edgeLimit");
  });
});
