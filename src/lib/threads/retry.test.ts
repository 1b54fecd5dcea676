import assert from "node:assert/strict";
import { test } from "node:test";
import { backoffMs, NOTHING_TO_DO, pollUntil, retry, startPeriodic } from "./retry.ts";

const backoff = { initialMs: 1, maxMs: 4 };

/** Work that fails this many times, and then returns its number of attempts. */
function failing(times: number, error: unknown = new Error("not yet")) {
  return async (attempt: number) => {
    if (attempt < times) throw error;
    return attempt + 1;
  };
}

test("pauses double with each failure up to a maximum, and deviate randomly", () => {
  const middle = [1, 2, 3, 4, 5, 100].map((failures) => backoffMs(failures, { initialMs: 5, maxMs: 60 }, 0.5));
  assert.deepEqual(middle, [5, 10, 20, 40, 60, 60]);
  assert.deepEqual(
    [0, 1].map((random) => backoffMs(1, { initialMs: 1000, maxMs: 5000 }, random)),
    [750, 1250],
  );
  assert.deepEqual(
    [0, 1].map((random) => backoffMs(9, { initialMs: 10, jitter: 1 }, random)),
    [0, 20],
  );
});

test("work is repeated until it succeeds, with growing pauses", async () => {
  const pauses: number[] = [];
  const onRetry = (_error: unknown, _attempt: number, pauseMs: number) => void pauses.push(pauseMs);
  assert.equal(await retry(failing(3), { backoff: { ...backoff, jitter: 0 }, onRetry }), 4);
  assert.deepEqual(pauses, [1, 2, 4]);
});

test("an error is thrown if it is not retryable, or after the last attempt", async () => {
  const fatal = new TypeError("never");
  const isRetryable = (error: unknown) => !(error instanceof TypeError);
  await assert.rejects(retry(failing(1, fatal), { backoff, isRetryable }), fatal);
  assert.equal(await retry(failing(2), { backoff, isRetryable, maxAttempts: 3 }), 3);
  await assert.rejects(retry(failing(3), { backoff, maxAttempts: 3 }), { message: "not yet" });
  await assert.rejects(retry(failing(Number.POSITIVE_INFINITY), { backoff, timeoutMs: 10 }), { message: "not yet" });
});

test("a signal ends the pause", async () => {
  const stopping = new AbortController();
  const waiting = retry(failing(1), { backoff: { initialMs: 60_000 }, signal: stopping.signal });
  stopping.abort();
  await assert.rejects(waiting, { name: "AbortError" });
});

test("polling ends when it is done, or after the timeout", async () => {
  let checks = 0;
  const isDone = () => ++checks === 3;
  assert.equal(await pollUntil(isDone, { intervalMs: 1, timeoutMs: 180_000 }), true);
  assert.equal(checks, 3);
  assert.equal(await pollUntil(() => false, { intervalMs: 1, timeoutMs: 5 }), false);
});

test("a periodic task runs on after errors, which are reported, until it is stopped", async () => {
  let runs = 0;
  const errors: unknown[] = [];
  const task = startPeriodic(
    async () => {
      runs += 1;
      if (runs === 2) throw new Error("this once");
    },
    1,
    (error) => errors.push(error),
  );
  assert.equal(await pollUntil(() => runs > 3, { intervalMs: 1, timeoutMs: 180_000 }), true);
  await task.stop();
  const runsAtStop = runs;
  assert.equal(await pollUntil(() => runs > runsAtStop, { intervalMs: 1, timeoutMs: 20 }), false);
  assert.deepEqual(errors, [new Error("this once")]);
});

test("stopping a periodic task aborts the run under way, and waits for its end", async () => {
  let hasEnded = false;
  const task = startPeriodic(
    async (signal) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      hasEnded = true;
    },
    1,
    (error) => assert.fail(String(error)),
  );
  await task.stop();
  assert.equal(hasEnded, true);
});

test("a pause grows if there was nothing to do twice, and ends when the task is woken", async (t) => {
  const anHour = 8_000_000;
  let pauses = 0;
  t.mock.method(Math, "random", () => {
    pauses += 1;
    return pauses === 3 ? anHour : 0.5; // the second part of the second pause
  });
  let [runs, result]: [number, unknown] = [0, NOTHING_TO_DO];
  const task = startPeriodic(
    async () => {
      runs += 1;
      return result;
    },
    1,
    (error) => assert.fail(String(error)),
    10,
  );
  const waitFor = (isSo: () => boolean) => pollUntil(isSo, { intervalMs: 1, timeoutMs: 180_000 });
  assert.equal(await waitFor(() => pauses === 3), true);
  assert.equal(runs, 2);
  result = "found";
  task.wake();
  assert.equal(await waitFor(() => runs === 6), true);
  await task.stop();
  assert.ok(pauses <= runs + 1, "pauses that do not grow have one part");
});
