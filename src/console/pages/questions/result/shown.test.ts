import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatDuration } from "../../../components/format.ts";
import type { OfKind } from "../question.ts";
import { showFunnel } from "./bars.ts";
import { toCsv } from "./csv.ts";
import { type Cell, colorOf, dashOf, isFigure, number, onTheRight, type Shown, text } from "./shown.ts";
import { showRetention, showSql } from "./tables.ts";
import { showTrends } from "./trends.ts";

const plain = ({ rows }: Shown) => rows.map((row) => row.map((cell: Cell) => (isFigure(cell) ? cell.value : cell)));
const trends: OfKind<"TrendsQuery"> = {
  kind: "TrendsQuery",
  series: [{ event: "view" }, { event: "view", math: "dau" }],
};

describe("a table of trends", () => {
  const entry = (order: number, data: readonly (number | null)[], more = {}) => ({
    action: { order, id: null, type: "events", name: null },
    count: 0,
    data: [...data],
    labels: [],
    days: ["2026-03-09", "2026-03-10"],
    ...more,
  });

  test("has a row for each day, and those whose numbers can be added their sum and average", () => {
    const counted = { ...trends, series: trends.series.slice(0, 1) };
    const shown = showTrends(counted, [entry(0, [2, 3])]);
    assert.deepEqual(plain(shown), [
      ["2026-03-09", 2],
      ["2026-03-10", 3],
      ["Together", 5],
      ["Average", 2.5],
    ]);
    const total = showTrends(counted, [{ ...entry(0, []), aggregated_value: 5 }]);
    assert.deepEqual(plain(total), [["All", 5]]);
    const [[, cell]] = shown.rows as [[Cell, Cell]];
    assert.deepEqual(isFigure(cell) && cell.actors, {
      kind: "InsightActorsQuery",
      source: counted,
      series: 0,
      day: "2026-03-09",
    });
    const [, , average] = plain(showTrends(trends, [entry(0, [2, 3]), entry(1, [1, 1])]));
    assert.deepEqual(average, ["Average", 2.5, 1], "persons are not added");
  });

  test("shows formulas by their names, without a sum and without persons", () => {
    const formulas = { ...trends, series: trends.series.slice(0, 1), trendsFilter: { formulas: ["A * 2", "A / 2"] } };
    const more = (order: number) => ({ action: null, order, label: `Formula ${order}` });
    const shown = showTrends(formulas, [entry(0, [4, 6], more(0)), entry(0, [1, 1.5], more(1))]);
    assert.deepEqual(plain(shown), [
      ["2026-03-09", 4, 1],
      ["2026-03-10", 6, 1.5],
    ]);
    assert.deepEqual(
      shown.columns.map(({ label }) => label),
      ["Day", "Formula 0", "Formula 1"],
    );
    assert.ok(shown.rows.flat().every((cell) => !isFigure(cell) || cell.actors === undefined));
    const totals = [0, 1].map((order) => ({ ...entry(0, [], more(order)), aggregated_value: order + 1 }));
    assert.deepEqual(plain(showTrends(formulas, totals)), [["All", 1, 2]]);
  });

  test("has gaps where no event has a number", () => {
    const averages = { ...trends, series: [{ event: "view", math: "avg" as const, math_property: "n" }] };
    const shown = showTrends(averages, [entry(0, [null, 0.5])]);
    assert.deepEqual(plain(shown), [
      ["2026-03-09", null],
      ["2026-03-10", 0.5],
      ["Average", 0.5],
    ]);
    assert.deepEqual(shown.chart?.kind === "lines" && shown.chart.lines[0]?.data, [null, 0.5]);
    const total = showTrends(averages, [{ ...entry(0, []), aggregated_value: null }]);
    assert.deepEqual([plain(total), total.isEmpty], [[["All", null]], true]);
  });

  test("has a row for each value of a breakdown; the others have no list of persons", () => {
    const divided = { ...trends, breakdownFilter: { breakdown: "plan" } };
    const total = (order: number, breakdown_value: string, aggregated_value: number) => {
      return entry(order, [], { breakdown_value, aggregated_value, days: [] });
    };
    const others = "$$_posthog_breakdown_other_$$";
    const results = [
      total(0, "pro", 4),
      total(0, others, 1),
      total(1, "pro", 2),
      total(1, "$$_posthog_breakdown_null_$$", 1),
    ];
    const shown = showTrends(divided, results);
    assert.deepEqual(
      shown.columns.map(({ label }) => label),
      ["plan", "view", "view: unique persons"],
    );
    assert.deepEqual(plain(shown), [
      ["pro", 4, 2],
      ["(all others)", 1, null],
      ["(none)", null, 1],
    ]);
    assert.deepEqual(
      shown.rows.map(([, cell = null]) => isFigure(cell) && cell.actors !== undefined),
      [true, false, false],
    );
  });
});

test("a table of a funnel has who reached each step, and who left before it", () => {
  const query: OfKind<"FunnelsQuery"> = { kind: "FunnelsQuery", series: [{ event: "view" }, { event: "buy" }] };
  const step = { action_id: null, name: null, custom_name: null, type: "events", average_conversion_time: null };
  const steps = [
    { ...step, order: 0, count: 4, median_conversion_time: null },
    { ...step, order: 1, count: 1, median_conversion_time: 90 },
  ];
  const shown = showFunnel(query, steps);
  assert.deepEqual(plain(shown), [
    ["1. view", 4, 1, null, null, null],
    ["2. buy", 1, 0.25, 0.25, 3, 90],
  ]);
  const left = shown.rows[1]?.[4] ?? null;
  assert.deepEqual(isFigure(left) && left.actors, { kind: "FunnelsActorsQuery", source: query, funnelStep: -2 });
  assert.equal(showFunnel(query, [steps]).columns[0]?.label, "", "with a breakdown, its value comes first");
});

test("a table of retention begins days where the project's do", () => {
  const query: OfKind<"RetentionQuery"> = { kind: "RetentionQuery", retentionFilter: { period: "Day" } };
  const values = [
    { count: 2, label: "Day 0" },
    { count: 1, label: "Day 1" },
  ];
  const groups = [
    { label: "Day 0", date: "2026-03-08T23:00:00.000Z", values },
    { label: "Day 1", date: "2026-03-09T23:00:00.000Z", values: [{ count: 0, label: "Day 0" }] },
  ];
  assert.deepEqual(plain(showRetention(query, groups, "Europe/Oslo")), [
    ["2026-03-09", 2, 1],
    ["2026-03-10", 0, null],
  ]);
});

test("a table of retention begins with the first who did something, whose persons are those of their row", () => {
  const query: OfKind<"RetentionQuery"> = { kind: "RetentionQuery", retentionFilter: { period: "Day" } };
  const group = (day: number, ...counts: number[]) => ({
    label: `Day ${day}`,
    date: `2026-03-0${day}T00:00:00.000Z`,
    values: counts.map((count, later) => ({ count, label: `Day ${later}` })),
  });
  const shown = showRetention(query, [group(1, 0, 0, 0, 0), group(2, 0, 0, 0), group(3, 2, 1), group(4, 0)], "UTC");
  assert.deepEqual(plain(shown), [
    ["2026-03-03", 2, 1, null, null],
    ["2026-03-04", 0, null, null, null],
  ]);
  const [, cell = null] = shown.rows[0] ?? [];
  assert.equal(isFigure(cell) && cell.actors && "interval" in cell.actors && cell.actors.interval, 2);
  assert.equal(shown.note, "2 earlier rows have nobody and are left out.");
  assert.ok(showRetention(query, [group(1, 0, 0), group(2, 0)], "UTC").isEmpty);
});

test("rows of SQL are lines if they begin with times and have numbers", () => {
  const answer = { timezone: "UTC", is_cached: false, last_refresh: "", cache_key: "" };
  const columns = ["week", "persons"];
  const types = [
    ["week", "TIMESTAMP WITH TIME ZONE"],
    ["persons", "BIGINT"],
  ];
  const results = [
    ["2026-03-01T00:00:00Z", 43],
    ["2026-03-08T00:00:00Z", 54],
  ];
  assert.equal(showSql(results, { ...answer, columns, types }).chart?.kind, "lines");
  const words = { ...answer, columns: ["a"], types: [["a", "JSON"]] };
  assert.deepEqual(plain(showSql([[{ b: 1 }], [null]], words)), [['{"b":1}'], [null]]);
});

test("a CSV file has no formula of a client, and its numbers stay numbers", () => {
  const columns = [text("page"), number("views")];
  const rows: Cell[][] = [
    ['=HYPERLINK("x")', { value: -5 }],
    [" +1", { value: 0.5, unit: "share" }],
    ["a,b\n", null],
  ];
  assert.equal(toCsv({ columns, rows }), '\uFEFFpage,views\r\n"\'=HYPERLINK(""x"")",-5\r\n"\' +1",0.5\r\n"a,b\n",\r\n');
});

test("a CSV file has no errors of rounding, and keeps whole numbers", () => {
  const values = [2563.9599999999996, 0.1 + 0.2, 1 / 3, 9007199254740991, 1e-7, 12345678.9];
  const [, ...lines] = toCsv({ columns: [number("n")], rows: values.map((value) => [{ value }]) })
    .trim()
    .split("\r\n");
  assert.deepEqual(lines, ["2563.96", "0.3", "0.333333333333", "9007199254740991", "1e-7", "12345678.9"]);
});

test("ten lines of a chart have ten looks", () => {
  const looks = Array.from({ length: 10 }, (_, index) => `${colorOf(index)} ${dashOf({}, index)}`);
  assert.equal(new Set(looks).size, 10);
});

test("durations have up to two units", () => {
  assert.deepEqual([0.25, 48.4, 125, 3600, 273_600].map(formatDuration), [
    "0.3 s",
    "48 s",
    "2 min 5 s",
    "1 h",
    "3 d 4 h",
  ]);
});

test("lines that would look flat have the axis on the right", () => {
  const sides = (...lines: (number | null)[][]) => onTheRight(lines.map((data) => ({ data })));
  assert.deepEqual(sides([4000, 3900], [0.2, null], [300, 1], [0, 0], [-100, 5]), [false, true, false, false, true]);
  assert.deepEqual(sides([], [null, 0]), [false, false]);
});
