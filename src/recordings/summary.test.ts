import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyJsonValue } from "../../test/support/any-json.ts";
import { consoleLine, incremental, meta, mouseMove } from "../../test/support/test-events.ts";
import { addSummaries } from "../store/snapshot-summary.ts";
import type { RrwebEvent } from "./rrweb.ts";
import { summarize } from "./summary.ts";

const summaryOf = (events: readonly RrwebEvent[]) => summarize(events, "ann").summary;
const activityOf = (events: readonly RrwebEvent[]) => summarize(events, "ann").activity;

test("clicks are clicks, context menus, double clicks and the ends of touches", () => {
  const counted = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter(
    (type) => summaryOf([incremental(1, 2, { type })]).clicks === 1,
  );
  assert.deepEqual(counted, [2, 3, 4, 9]);
  assert.equal(
    summaryOf([incremental(1, 5, { type: 2 }), { type: 2, timestamp: 1, data: { source: 2, type: 2 } }]).clicks,
    0,
  );
});

test("counts each source by its kind", () => {
  const sources = Array.from({ length: 17 }, (_, source) => source);
  const counting = (name: "keypresses" | "mouseActivity") =>
    sources.filter((source) => summaryOf([incremental(1, source)])[name] === 1);
  assert.deepEqual(counting("keypresses"), [5]);
  assert.deepEqual(counting("mouseActivity"), [1, 2, 6]);
  const active = sources.filter((source) => activityOf([incremental(6000, source)]).length === 1);
  assert.deepEqual(active, [1, 2, 3, 4, 5, 6, 7, 12]);
});

test("console lines count by level: an unknown one as log, a failed assertion as error", () => {
  const levels = ["log", "info", "debug", "trace", "warn", "error", "assert", undefined, 7];
  const { consoleLog, consoleWarn, consoleError } = summaryOf(levels.map((level) => consoleLine(1, level)));
  assert.deepEqual({ consoleLog, consoleWarn, consoleError }, { consoleLog: 6, consoleWarn: 1, consoleError: 2 });
  assert.equal(summaryOf([consoleLine(1, "log", "rrweb/network@1")]).consoleLog, 0);
});

test("the start URL is the earliest that is not empty, in any order of events", () => {
  const events = [
    meta(30, "https://c.example"),
    meta(10, ""),
    meta(20, "https://b.example"),
    { type: 4, timestamp: 5 },
  ];
  assert.deepEqual(summaryOf(events).startUrl, { at: 20, url: "https://b.example" });
  assert.equal(summaryOf([meta(1, `https://a.example/${"x".repeat(1_000_000)}`)]).startUrl?.url.length, 4096);
  assert.equal(summaryOf([mouseMove(1)]).startUrl, null);
});

test("times are whole milliseconds", () => {
  const events = [mouseMove(6007.75), mouseMove(6009.25)];
  const { firstMs, lastMs } = summaryOf(events);
  assert.deepEqual([firstMs, lastMs], [6007, 6009]);
  assert.deepEqual(activityOf(events), [{ hour: 0, stretches: [[6007, 6009]], next: null }]);
});

const time = fc.double({ min: 0, max: 60_000, noNaN: true });
const anyEvent: fc.Arbitrary<RrwebEvent> = fc.oneof(
  fc.tuple(time, fc.nat(16), fc.nat(10)).map(([at, source, type]) => incremental(at, source, { type })),
  fc.tuple(time, fc.constantFrom("", "https://a.example", "https://b.example")).map(([at, href]) => meta(at, href)),
  fc.tuple(time, fc.constantFrom("log", "warn", "error", "assert", "?")).map(([at, level]) => consoleLine(at, level)),
  fc.tuple(time, fc.nat(8), anyJsonValue).map(([timestamp, type, data]) => ({ timestamp, type, data })),
);

test("the summaries of pieces, in any grouping and order, add up to the summary of all events", () => {
  const pieces = fc.array(fc.tuple(fc.array(anyEvent, { minLength: 1, maxLength: 12 }), fc.nat()), {
    minLength: 1,
    maxLength: 8,
  });
  const property = fc.property(pieces, (sampled) => {
    const whole = summaryOf(sampled.flatMap(([events]) => events));
    const arrived = sampled.toSorted((a, b) => a[1] - b[1]).map(([events]) => summaryOf(events));
    assert.deepEqual(arrived.reduce(addSummaries), whole);
    assert.deepEqual(arrived.reduceRight(addSummaries), whole);
  });
  fc.assert(property, { numRuns: 200 });
});
