import assert from "node:assert/strict";
import { test } from "node:test";
import { turns } from "./turns.ts";

test("few tasks run at a time, in their order, and one that is given up never begins", async () => {
  const run = turns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const start = (number: number, signal = new AbortController().signal) =>
    run(() => {
      begun.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    }, signal);
  const abort = new AbortController();
  const tasks = [start(1), start(2), start(3, abort.signal), start(4)];
  assert.deepEqual(begun, [1, 2]);
  abort.abort();
  ends[0]?.();
  await assert.rejects(tasks[2] as Promise<void>, { name: "AbortError" });
  assert.deepEqual(begun, [1, 2, 4]);
  ends[1]?.();
  ends[2]?.();
  await Promise.all([tasks[0], tasks[1], tasks[3]]);
  const last = start(5);
  assert.deepEqual(begun, [1, 2, 4, 5], "turns come back");
  ends[3]?.();
  await last;
});
