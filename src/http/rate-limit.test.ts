import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../problem.ts";
import { RateLimit } from "./rate-limit.ts";

function open(perMinute: number) {
  const clock = { now: 1_000_000 };
  const limit = new RateLimit(perMinute, () => clock.now);
  /** Returns the seconds after which to retry, or null if the request is allowed. */
  const use = (keyId: string): number | null => {
    try {
      limit.consume(keyId);
      return null;
    } catch (error) {
      assert.ok(error instanceof Problem && error.code === "throttled" && error.retryAfter !== undefined);
      return error.retryAfter;
    }
  };
  return { clock, use };
}

test("allows the number of requests, then none until the minute is over", () => {
  const { clock, use } = open(3);
  assert.deepEqual([use("a"), use("a")], [null, null]);
  clock.now += 20_000;
  assert.deepEqual([use("a"), use("a"), use("a")], [null, 40, 40]);
  clock.now += 39_500;
  assert.equal(use("a"), 0.5);
  clock.now += 500;
  assert.deepEqual([use("a"), use("a"), use("a"), use("a")], [null, null, null, 60]);
});

test("counts each key separately", () => {
  const { use } = open(1);
  assert.deepEqual([use("a"), use("b"), use("a"), use("b")], [null, null, 60, 60]);
});

test("0 means no limit", () => {
  const { use } = open(0);
  for (let time = 0; time < 10_000; time++) assert.equal(use("a"), null);
});
