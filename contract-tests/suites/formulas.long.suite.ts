import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { needs } from "../client/target.ts";
import { AskedProject, type SentEvent } from "../support/asked-project.ts";
import { sharedServer } from "../support/own-server.ts";

const own = sharedServer("formulas");
const sent = (day: number, event: string, properties: object = {}): SentEvent => ({
  ...{ event, distinct_id: `visitor ${properties["price" as never] ?? "x"}`, properties: { ...properties } },
  timestamp: `2026-03-${String(day).padStart(2, "0")}T12:00:00Z`,
});
const EVENTS = [
  ...[1, 2, 3, 4].map((price) => sent(9, "seen", { price, $browser: price === 4 ? "Safari" : "Chrome" })),
  sent(9, "paid", { price: 10, $browser: "Chrome" }),
  ...[5, "6"].map((price) => sent(10, "seen", { price, $browser: "Chrome" })),
  sent(11, "paid", { price: 20, $browser: "Safari" }),
  sent(11, "seen", { price: "none" }),
];
const node = (event: string, more: object = {}) => ({ kind: "EventsNode", event, ...more });
const series = [node("paid"), node("seen")];
const trend = { kind: "TrendsQuery", series, dateRange: { date_from: "2026-03-09", date_to: "2026-03-11" } };

interface Entry {
  readonly action: unknown;
  readonly label: string;
  readonly order: number;
  readonly data: readonly (number | null)[];
  readonly count: number;
  readonly days: readonly string[];
  readonly aggregated_value?: number;
  readonly breakdown_value?: string | readonly string[];
  readonly compare_label?: string;
}

describe("formulas and ranges of trends", needs("settings"), () => {
  let project: AskedProject;
  before(async () => {
    project = await AskedProject.create(own(), {}, EVENTS);
  });
  const ask = (trendsFilter: object, more: object = {}) => project.ask<Entry[]>({ ...trend, trendsFilter, ...more });
  const refuse = (attr: string, more: object) =>
    own().client.expectError("query_create", [400, "invalid_input", attr], {
      path: project.path,
      json: { query: { ...trend, ...more } } as never,
    });

  test("a formula has the results in the place of its series; a division by zero is 0", async () => {
    const [result, ...others] = await ask({ formula: "A / B * 100" });
    assert.deepEqual(others, []);
    const { action, label, order, data, count, days } = result as Entry;
    assert.deepEqual([action, label, order], [null, "Formula (A / B * 100)", 0]);
    assert.deepEqual([data, count, days], [[25, 0, 100], 125, ["2026-03-09", "2026-03-10", "2026-03-11"]]);
  });

  test("several have names, in the order in which they are sent", async () => {
    const shown = (entries: readonly Entry[]) => entries.map(({ label, order, data }) => [label, order, data]);
    assert.deepEqual(shown(await ask({ formulas: ["a + b", "-A"] })), [
      ["Formula (a + b)", 0, [5, 2, 2]],
      ["Formula (-A)", 1, [-1, -0, -1].map((value) => value + 0)],
    ]);
    const nodes = [{ formula: "B", custom_name: "Views" }, { formula: "2" }];
    assert.deepEqual(shown(await ask({ formulaNodes: nodes, formula: null, formulas: [] })), [
      ["Views", 0, [4, 2, 1]],
      ["Formula (2)", 1, [2, 2, 2]],
    ]);
    assert.deepEqual(
      (await ask({ formula: "" })).map(({ data }) => data),
      [
        [1, 0, 1],
        [4, 2, 1],
      ],
    );
  });

  test("a number, a sum of intervals, an average of nothing, and an earlier period", async () => {
    const [number] = await ask({ formula: "A / B", display: "BoldNumber" });
    assert.deepEqual([number?.aggregated_value, number?.data, number?.count], [2 / 7, [], 0]);
    const [sums] = await ask({ formula: "A / B", display: "ActionsLineGraphCumulative" });
    assert.deepEqual([sums?.data, sums?.count], [[1 / 4, 1 / 6, 2 / 7], 2 / 7]);
    const figures = [node("paid", { math: "avg", math_property: "price" }), node("seen")];
    const [average] = await ask({ formula: "A + B" }, { series: figures });
    assert.deepEqual(average?.data, [14, 2, 21]);
    const [tooLarge] = await ask({ formula: "(B + 9) ** (B + 9) ** (B + 9) * A" });
    assert.deepEqual([tooLarge?.data, tooLarge?.count], [[null, null, null], 0], "no number, and not 0");
    const dateRange = { date_from: "2026-03-10", date_to: "2026-03-10" };
    const compared = await ask({ formula: "A + B" }, { dateRange, compareFilter: { compare: true } });
    assert.deepEqual(
      compared.map(({ compare_label, data }) => [compare_label, data]),
      [
        ["current", [2]],
        ["previous", [5]],
      ],
    );
  });

  test("of a breakdown, a formula has a result for each value, the largest first", async () => {
    const breakdownFilter = { breakdown: "$browser" };
    const results = await ask({ formula: "A * 10 + B" }, { breakdownFilter });
    assert.deepEqual(
      results.map(({ breakdown_value, label, data }) => [breakdown_value, label, data]),
      [
        ["Chrome", "Formula (A * 10 + B)", [13, 2, 0]],
        ["Safari", "Formula (A * 10 + B)", [1, 0, 10]],
        ["$$_posthog_breakdown_null_$$", "Formula (A * 10 + B)", [0, 0, 1]],
      ],
    );
  });

  test("what is no formula is refused with its field", async () => {
    await refuse("query__trendsFilter__formula", { trendsFilter: { formula: "A / C" } });
    await refuse("query__trendsFilter__formula", { trendsFilter: { formula: "A; B" } });
    await refuse("query__trendsFilter__formulas__1", { trendsFilter: { formulas: ["A", "A +"] } });
    const formulaNodes = [{ formula: "A" }, { formula: "sum(A)" }];
    await refuse("query__trendsFilter__formulaNodes__1__formula", { trendsFilter: { formulaNodes } });
    await refuse("query__trendsFilter__formula", { trendsFilter: { formula: "A", formulas: ["B"] } });
    const framed = { kind: "InsightVizNode", source: { ...trend, trendsFilter: { formula: "Z" } } };
    await own().client.expectError("query_create", [400, "invalid_input", "query__source__trendsFilter__formula"], {
      path: project.path,
      json: { query: framed } as never,
    });
  });

  test("a breakdown of numbers has ranges with about as many events, in their order", async () => {
    const byPrice = (breakdown_histogram_bin_count: number | null, more: object = {}) =>
      ask(
        {},
        { series: [node("seen")], breakdownFilter: { breakdown: "price", breakdown_histogram_bin_count, ...more } },
      );
    const shown = (entries: readonly Entry[]) => entries.map(({ breakdown_value, data }) => [breakdown_value, data]);
    const none = ["$$_posthog_breakdown_null_$$", [0, 0, 1]];
    assert.deepEqual(shown(await byPrice(2)), [["[1.0,3.5]", [3, 0, 0]], ["[3.5,6.01]", [1, 2, 0]], none]);
    assert.deepEqual(shown(await byPrice(1)), [["[1.0,6.01]", [4, 2, 0]], none]);
    const many = await byPrice(100);
    assert.equal(many.length, 7);
    assert.equal((await byPrice(null)).length, 7, "without ranges, each value is one");
    const other = (await byPrice(3, { breakdown_limit: 1 })).map(({ breakdown_value }) => breakdown_value);
    assert.deepEqual(other, ["[1.0,2.66]", "$$_posthog_breakdown_other_$$"]);
    const breakdownFilter = { breakdown: "price", breakdown_histogram_bin_count: 2 };
    const source = { ...trend, series: [node("seen", { math: "dau" })], breakdownFilter };
    const behind = async (breakdown: string) => {
      const actors = { kind: "InsightActorsQuery", source, breakdown };
      const rows = await project.ask<[[string]][]>({
        kind: "ActorsQuery",
        select: ["event_distinct_ids"],
        source: actors,
      });
      return rows.flat(2).toSorted();
    };
    assert.deepEqual(await behind("[1.0,3.5]"), ["visitor 1", "visitor 2", "visitor 3"]);
    assert.deepEqual(await behind("[3.5,6.01]"), ["visitor 4", "visitor 5", "visitor 6"]);
    assert.deepEqual(await behind("$$_posthog_breakdown_null_$$"), ["visitor none"]);
  });

  test("ranges are refused where they have no meaning", async () => {
    const attr = "query__breakdownFilter__breakdown_histogram_bin_count";
    const breakdownFilter = { breakdown: "price", breakdown_histogram_bin_count: 2 };
    await refuse(attr, { breakdownFilter, trendsFilter: { formula: "A" } });
    await refuse(attr, { breakdownFilter: { breakdowns: [{ property: "price" }], breakdown_histogram_bin_count: 2 } });
    await refuse(attr, { kind: "FunnelsQuery", breakdownFilter });
    await refuse(attr, { breakdownFilter: { ...breakdownFilter, breakdown_histogram_bin_count: 0 } });
  });
});
