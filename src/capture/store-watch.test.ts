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
  const waiting = [1, 2, 3].map((id) => watch.waitUntilStored(id).then(() => told.push(id)));
  watch.markStored(2);
  await setImmediate();
  assert.deepEqual(told, [1, 2]);
  watch.markStored(3);
  await Promise.all(waiting);
  await watch.waitUntilStored(2);
});

test("who has waited too long is refused", async () => {
  const watch = new StoreWatch(1);
  await assert.rejects(watch.waitUntilStored(1), isUnavailable);
  watch.markStored(1);
  await watch.waitUntilStored(1);
});

test("while the store is away nobody need begin, and who waits goes on waiting", async () => {
  const watch = new StoreWatch();
  watch.requireAvailable();
  const waiting = watch.waitUntilStored(1);
  watch.markUnavailable();
  assert.throws(() => watch.requireAvailable(), isUnavailable);
  watch.markStored(1);
  watch.requireAvailable();
  await waiting;
});

test("when nothing more comes into the store, all are refused", async () => {
  const watch = new StoreWatch();
  const waiting = watch.waitUntilStored(1);
  watch.fail();
  await assert.rejects(waiting, isUnavailable);
  assert.throws(() => watch.requireAvailable(), isUnavailable);
});
