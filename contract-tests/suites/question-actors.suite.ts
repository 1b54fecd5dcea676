import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { needs } from "../client/target.ts";
import {
  ada,
  adaOnTablet,
  add,
  ask,
  bob,
  companies,
  company,
  counts,
  cy,
  data,
  dateRange,
  funnel,
  page,
  sendVisits,
  step,
  view,
} from "../support/visits.ts";

type ActorRow = readonly [{ readonly distinct_ids: readonly string[] }, number, unknown];
type EventRow = Readonly<Record<"event", string> & Record<"properties", object>>;

describe("lists of events and of actors, and paths", needs("state"), () => {
  before(sendVisits);

  test("groups count instead of persons", async () => {
    const group = { aggregation_group_type_index: await companies() };
    assert.deepEqual(counts(await ask({ ...funnel, ...group })), [1, 1, 0]);
    assert.deepEqual(
      data(await ask({ kind: "LifecycleQuery", series: [step(view)], dateRange, ...group }))[0],
      [1, 0, 0],
    );
    const retentionFilter = { totalIntervals: 3, targetEntity: { id: view }, returningEntity: { id: add } };
    const retention = { kind: "RetentionQuery", dateRange, retentionFilter, ...group };
    const rows = (await ask(retention)) as readonly { readonly values: readonly { readonly count: number }[] }[];
    assert.deepEqual(
      rows.map(({ values }) => counts(values)),
      [[1, 0, 1], [0, 0], [0]],
    );
    const math = { math: "unique_group", math_group_type_index: group.aggregation_group_type_index };
    const stickiness = { kind: "StickinessQuery", series: [{ ...step(view), ...math }], dateRange };
    assert.deepEqual(data(await ask(stickiness)), [[1, 0, 0]]);
    const trends = { kind: "TrendsQuery", series: [{ ...step(view), ...math }], dateRange };
    for (const source of [
      { kind: "FunnelsActorsQuery", source: { ...funnel, ...group }, funnelStep: 2 },
      { kind: "InsightActorsQuery", source: retention, interval: 0, day: 2 },
      { kind: "InsightActorsQuery", source: stickiness, day: 1 },
      { kind: "InsightActorsQuery", source: trends, day: "2026-03-09" },
    ]) {
      const rows: readonly [{ readonly id: string; readonly type: string; readonly properties: object }][] = await ask({
        kind: "ActorsQuery",
        source,
      });
      assert.deepEqual(
        rows.map(([{ id, type, properties }]) => [id, type, properties]),
        [[company, "group", { size: 5 }]],
        source.kind,
      );
    }
  });

  test("PathsQuery: where persons go", async () => {
    const filters = { startPoint: page("").slice(0, -1), stepLimit: 3 };
    // An address with a slash at its end, as browsers show it, is the same page.
    // So is its path, as charts write it.
    const { pathname } = new URL(page(""));
    const starts = [filters.startPoint, page(""), pathname, pathname.replace(/(?<=.)\/$/, "")];
    for (const [index, startPoint] of starts.entries()) {
      const excluded = index % 2 === 0 ? page("help/") : new URL(page("help")).pathname;
      const pathsFilter = { ...filters, startPoint, excludeEvents: [excluded] };
      assert.deepEqual(await ask({ kind: "PathsQuery", dateRange, pathsFilter }), [
        { source: `1_${filters.startPoint}`, target: `2_${page("bikes")}`, value: 2, average_conversion_time: 40_000 },
        { source: `2_${page("bikes")}`, target: `3_${add}`, value: 1, average_conversion_time: 60_000 },
      ]);
    }
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
    assert.deepEqual([found?.event, found?.properties], [view, { $browser: "Chrome", $groups: { company } }]);
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
});
