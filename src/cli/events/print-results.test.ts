import assert from "node:assert/strict";
import { test } from "node:test";
import { bar, funnelText, retentionText, sparkline, trendsText } from "./print-results.ts";

const answer = (results: unknown[]) => {
  return {
    results: results as never,
    timezone: "UTC",
    is_cached: false,
    last_refresh: "2026-01-01T00:00:00Z",
    cache_key: "key",
  };
};

test("bars and sparklines are in proportion to the largest value", () => {
  const lengths = [30, 15, 0.01, 0].map((value) => bar(value, 30));
  assert.deepEqual(lengths, ["█".repeat(30), "█".repeat(15), "▏", ""]);
  assert.equal(bar(1, 0), "");
  assert.equal(sparkline([0, 1, 4, 7]), "▁▂▅█");
  assert.equal(sparkline([0, 0]), "▁▁");
});

test("one series has a bar for each interval, several have a sparkline each", () => {
  const days = ["2026-03-01", "2026-03-02"];
  const one = { label: "seen", data: [1000, 500], days };
  const table = [
    "             seen",
    `2026-03-01  1,000  ${"█".repeat(30)}`,
    `2026-03-02    500  ${"█".repeat(15)}`,
    "",
  ].join("\n");
  assert.equal(trendsText(answer([one])), table);
  const all = Array.from({ length: 9 }, (_, index) => ({ label: `s${index}`, data: [0, index], days }));
  const text = trendsText(answer(all));
  assert.match(text, /^ {12}s0 {2}s1 .* s7\n2026-03-01 {3}0 {3}0 .*\n2026-03-02 {3}0 {3}1 .* 7\n/);
  assert.match(text, /\ns0 {2}▁▁\ns1 {2}▁█\n/);
  assert.match(text, /\nand 1 more: add --json\n$/);
  assert.equal(trendsText(answer([])), "There are no such events.\n");
});

test("a funnel says how many of all and of the last step go on, for each value of a breakdown", () => {
  const steps = (value?: string) => [
    { name: "seen", count: 200, median_conversion_time: null, ...(value && { breakdown_value: [value] }) },
    { name: "bought", count: 50, median_conversion_time: 61.4, ...(value && { breakdown_value: [value] }) },
  ];
  const table = [
    "   STEP    PERSONS  OF ALL  OF LAST  MEDIAN TIME",
    `1  seen        200   100 %                        ${"█".repeat(30)}`,
    `2  bought       50    25 %     25 %         61 s  ███████▌`,
    "",
  ].join("\n");
  assert.equal(funnelText(answer(steps())), table);
  assert.equal(funnelText(answer([steps("Chrome"), steps("Safari")])), `Chrome\n${table}\nSafari\n${table}`);
});

test("retention is in percent of those who began in an interval", () => {
  const values = (...counts: number[]) => counts.map((count, index) => ({ count, label: `Week ${index}` }));
  const groups = [
    { date: "2026-03-01T00:00:00.000Z", values: values(40, 20, 10) },
    { date: "2026-03-08T00:00:00.000Z", values: values(0, 0) },
  ];
  assert.equal(
    retentionText(answer(groups)),
    [
      "            PERSONS  Week 1  Week 2",
      "2026-03-01       40    50 %    25 %  █▅▃",
      "2026-03-08        0                  ▁▁",
      "",
    ].join("\n"),
  );
});
