import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { consoleLine, incremental, meta, mouseMove } from "../../test/support/test-events.ts";
import { activeMs } from "../store/active-hours.ts";
import { computeStats } from "./recording-view.ts";
import type { RrwebEvent } from "./rrweb.ts";
import { summarize } from "./summary.ts";

function statsOf(events: readonly RrwebEvent[]) {
  const { summary, activity } = summarize(events, "ann");
  return computeStats({ summary, activeMs: activity.map(activeMs).reduce((sum, ms) => sum + ms, 0) });
}

test("computes figures in whole seconds", () => {
  const events = [
    meta(0, "https://shop.example/"),
    mouseMove(1000),
    incremental(4000, 2, { type: 2 }),
    incremental(5000, 5),
    mouseMove(60_000),
    consoleLine(61_000, "warn"),
    consoleLine(90_400, "error"),
  ];
  assert.deepEqual(statsOf(events), {
    recordingDuration: 90,
    activeSeconds: 4,
    inactiveSeconds: 86,
    clickCount: 1,
    keypressCount: 1,
    mouseActivityCount: 3,
    consoleLogCount: 0,
    consoleWarnCount: 1,
    consoleErrorCount: 1,
    startUrl: "https://shop.example/",
  });
});

test("active and inactive time are whole, not negative, and add up to the duration", () => {
  const times = fc.array(fc.nat(40_000), { minLength: 1 });
  fc.assert(
    fc.property(times, (interactions) => {
      const figures = statsOf(interactions.map((at) => mouseMove(at)));
      assert.equal(figures.activeSeconds + figures.inactiveSeconds, figures.recordingDuration);
      for (const figure of [figures.activeSeconds, figures.inactiveSeconds]) {
        assert.ok(Number.isInteger(figure) && figure >= 0, String(figure));
      }
    }),
  );
});

test("activity that is known before its end is no longer than the recording", () => {
  const { summary } = summarize([meta(0, "https://shop.example/"), mouseMove(3000)], "ann");
  const { activeSeconds, inactiveSeconds } = computeStats({ summary, activeMs: 5000 });
  assert.deepEqual([activeSeconds, inactiveSeconds], [3, 0]);
});
