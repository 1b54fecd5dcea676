import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../lib/problem.ts";
import { newRateLimit } from "./rate-limits.ts";

function open(perSecond: number, burst: number) {
  const clock = { now: 1_000_000 };
  let refused = 0;
  const limit = newRateLimit(
    { perSecond, burst },
    () => clock.now,
    () => void refused++,
  );
  /** Returns the seconds after which to retry, or null if the request is allowed. */
  const use = (id: string, count?: number): number | null => {
    try {
      limit.consume(id, count);
      return null;
    } catch (error) {
      assert.ok(error instanceof Problem && error.code === "throttled" && error.retryAfter !== undefined);
      return error.retryAfter;
    }
  };
  return { clock, use, refused: () => refused };
}

test("allows a burst, then what is earned", () => {
  const { clock, use, refused } = open(2, 3);
  assert.deepEqual([use("a"), use("a"), use("a"), use("a"), use("a")], [null, null, null, 0.5, 0.5]);
  clock.now += 250;
  assert.equal(use("a"), 0.25);
  clock.now += 250;
  assert.deepEqual([use("a"), use("a")], [null, 0.5]);
  clock.now += 3_600_000;
  assert.deepEqual([use("a"), use("a"), use("a"), use("a")], [null, null, null, 0.5]);
  assert.equal(refused(), 5);
});

test("counts each key separately", () => {
  const { use } = open(1, 1);
  assert.deepEqual([use("a"), use("b"), use("a"), use("b")], [null, null, 1, 1]);
});

test("a batch above the burst is admitted once, and paid for afterwards", () => {
  const { clock, use } = open(10, 100);
  assert.deepEqual([use("a", 1000), use("a", 1)], [null, 90.1]);
  clock.now += 90_100;
  assert.deepEqual([use("a", 0), use("a", 500), use("a", 1)], [null, null, 50]);
});

test("a clock that is set back earns nothing", () => {
  const { clock, use } = open(1, 1);
  assert.equal(use("a"), null);
  clock.now -= 10_000;
  assert.equal(use("a"), 1);
  clock.now += 1000;
  assert.equal(use("a"), null);
});
