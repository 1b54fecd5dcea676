import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Problem } from "../problem.ts";
import { StoreWatch } from "./store-watch.ts";

const isUnavailable = (error: unknown) =>
  error instanceof Problem && error.code === "service_unavailable" && error.retryAfter === 5;

test("a request is told as soon as the store has its group, and no sooner", async () => {
  const watch = new StoreWatch();
  const told: number[] = [];
  const waiting = [1, 2, 3].map((id) => watch.has(id).then(() => told.push(id)));
  watch.stored(2);
  await setImmediate();
  assert.deepEqual(told, [1, 2]);
  watch.stored(3);
  await Promise.all(waiting);
  await watch.has(2);
});

test("who has waited too long is refused", async () => {
  const watch = new StoreWatch(1);
  await assert.rejects(watch.has(1), isUnavailable);
  watch.stored(1);
  await watch.has(1);
});

test("while the store is away nobody need begin, and who waits goes on waiting", async () => {
  const watch = new StoreWatch();
  watch.requireStore();
  const waiting = watch.has(1);
  watch.away();
  assert.throws(() => watch.requireStore(), isUnavailable);
  watch.stored(1);
  watch.requireStore();
  await waiting;
});

test("when nothing more comes into the store, all are refused", async () => {
  const watch = new StoreWatch();
  const waiting = watch.has(1);
  watch.fail();
  await assert.rejects(waiting, isUnavailable);
  assert.throws(() => watch.requireStore(), isUnavailable);
});
