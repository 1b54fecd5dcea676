import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { needs } from "../client/target.ts";
import {
  add,
  ask,
  buy,
  company,
  counts,
  data,
  dateRange,
  funnel,
  left,
  refuse,
  sendVisits,
  step,
  view,
} from "../support/visits.ts";

describe("kinds of questions", needs("state"), () => {
  before(sendVisits);

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

  test("FunnelsQuery: divided by the event of a step, or of each value", async () => {
    const by = async (funnelsFilter: object) => {
      const series = [step(view), step(add)];
      const results = await ask({ ...funnel, series, breakdownFilter: { breakdown: "$browser" }, funnelsFilter });
      const lists = results as readonly { readonly count: number; readonly breakdown_value: readonly string[] }[][];
      return Object.fromEntries(lists.map((steps) => [steps[0]?.breakdown_value[0], counts(steps)]));
    };
    const none = "$$_posthog_breakdown_null_$$";
    const type = (breakdownAttributionType: string) => ({ breakdownAttributionType });
    assert.deepEqual(await by(type("first_touch")), { Chrome: [1, 1], Firefox: [1, 1], [none]: [1, 1] });
    assert.deepEqual(await by(type("last_touch")), { Safari: [1, 1], Firefox: [1, 1], [none]: [1, 1] });
    const second = { ...type("step"), breakdownAttributionValue: 1 };
    assert.deepEqual(await by(second), { Safari: [1, 1], [none]: [2, 2] });
    assert.deepEqual(await by(type("all_events")), { Chrome: [1, 0], Firefox: [1, 0], [none]: [2, 1] });
  });

  test("TrendsQuery: figures of numbers are null where there are none, sums are 0", async () => {
    const figures = async (math: string, more = {}) =>
      (await ask({
        kind: "TrendsQuery",
        series: [{ ...step(add), math, math_property: "price" }],
        dateRange,
        ...more,
      })) as readonly { readonly data: readonly unknown[]; readonly aggregated_value?: unknown }[];
    const trendsFilter = { display: "BoldNumber" };
    for (const math of ["avg", "min", "max", "median", "p75", "p90", "p95", "p99"]) {
      assert.deepEqual((await figures(math))[0]?.data, [null, null, null], math);
      assert.equal((await figures(math, { trendsFilter }))[0]?.aggregated_value, null, math);
    }
    assert.deepEqual((await figures("sum"))[0]?.data, [0, 0, 0]);
  });

  test("by several properties at once", async () => {
    const breakdowns = [{ property: "$browser" }, { property: "$groups", type: "event" }];
    const none = "$$_posthog_breakdown_null_$$";
    const trends = { kind: "TrendsQuery", series: [step(view)], dateRange, breakdownFilter: { breakdowns } };
    const results: readonly Readonly<Record<"count" | "label" | "breakdown_value", unknown>>[] = await ask(trends);
    const chrome = ["Chrome", JSON.stringify({ company })];
    assert.deepEqual(
      results.map(({ count, label, breakdown_value }) => [count, label, breakdown_value]),
      [
        [2, `${none}::${none}`, [none, none]],
        [2, `Firefox::${none}`, ["Firefox", none]],
        [1, chrome.join("::"), chrome],
      ],
    );
    const source = { kind: "InsightActorsQuery", source: trends, breakdown: chrome };
    assert.deepEqual(await ask({ kind: "ActorsQuery", select: ["event_count"], source }), [[1]]);
    const divided: readonly (readonly { readonly count: number; readonly breakdown_value: unknown }[])[] = await ask({
      ...funnel,
      breakdownFilter: { breakdowns },
      funnelsFilter: { breakdownAttributionType: "all_events" },
    });
    const ofChrome = divided.find(([first]) => JSON.stringify(first?.breakdown_value) === JSON.stringify(chrome)) ?? [];
    assert.deepEqual(counts(ofChrome), [1, 0, 0]);
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
    const timeWindowMode = "24_hour_windows";
    const inWindows = { ...retentionFilter, timeWindowMode, returningEntity: { id: buy } };
    const results = await ask({ kind: "RetentionQuery", dateRange, retentionFilter: inWindows });
    assert.deepEqual(
      (results as readonly { readonly values: readonly { readonly count: number }[] }[]).map((row) =>
        counts(row.values),
      ),
      [[2, 0, 0], [0, 0], [1]],
      "Bob bought on the next day, within 24 hours",
    );
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
    assert.deepEqual(data(await ask({ ...query, stickinessFilter: { computedAs: "cumulative" } })), [
      [3, 2, 0],
      [2, 0, 0],
    ]);
    const compared = { ...query, series: [step(view)], compareFilter: { compare: true, compare_to: "-1d" } };
    const results: readonly { readonly compare_label: string; readonly data: readonly number[] }[] =
      await ask(compared);
    assert.deepEqual(
      results.map((series) => [series.compare_label, series.data]),
      [
        ["current", [1, 2, 0]],
        ["previous", [1, 1, 0]],
      ],
    );
  });

  test("what a kind does not support is refused with the field", async () => {
    const funnels = (funnelsFilter: object) => ({ ...funnel, funnelsFilter });
    const inFilter = "query__funnelsFilter__breakdownAttribution";
    await refuse(funnels({ funnelAggregateByHogQL: "x" }), "query__funnelsFilter__funnelAggregateByHogQL");
    await refuse(funnels({ funnelWindowInterval: 0 }), "query__funnelsFilter__funnelWindowInterval");
    await refuse(funnels({ funnelVizType: "trends", funnelToStep: 3 }), "query__funnelsFilter__funnelToStep");
    const exclusions = [{ ...step(left), funnelFromStep: 1, funnelToStep: 1 }];
    await refuse(funnels({ exclusions }), "query__funnelsFilter__exclusions__0__funnelToStep");
    await refuse({ ...funnel, series: Array(21).fill(step(view)) }, "query__series", "max_length");
    await refuse({ ...funnel, series: [{ ...step(view), math: "sum" }, step(buy)] }, "query__series__0__math");
    const step2 = { breakdownAttributionType: "step", breakdownAttributionValue: 3 };
    await refuse({ ...funnels(step2), breakdownFilter: { breakdown: "$browser" } }, `${inFilter}Value`);
    const unordered = { ...step2, funnelOrderType: "unordered" };
    await refuse({ ...funnels(unordered), breakdownFilter: { breakdown: "$browser" } }, `${inFilter}Type`);
    const retentionFilter = { targetEntity: { id: "999999", type: "actions" } };
    await refuse({ kind: "RetentionQuery", retentionFilter }, "query__retentionFilter__targetEntity__id");
    await refuse({ kind: "LifecycleQuery", series: [step(view), step(buy)] }, "query__series", "max_length");
    const properties = [{ key: "$browser", operator: "regex", value: "(" }];
    await refuse({ kind: "LifecycleQuery", series: [step(view)], properties }, "query__properties__0__value");
    await refuse(
      { kind: "RecordingsQuery", session_ids: [view], properties: [{ ...properties[0], operator: "gt" }] },
      "query__properties__0__value",
    );
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
