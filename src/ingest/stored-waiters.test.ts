import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Problem } from "../lib/problem.ts";
import { trackStored } from "./stored-waiters.ts";

const isUnavailable = (error: unknown) =>
  error instanceof Problem && error.code === "service_unavailable" && error.retryAfter === 5;

const storedUpTo = (upTo: number) => ({ upTo, readUpTo: upTo, lanes: new Set<string>() });

test("a wait ends when its group is stored, and not before", async () => {
  const watch = trackStored();
  const stored: number[] = [];
  const waiting = [1, 2, 3].map((id) => watch.waitUntilStored(id, "1").then(() => stored.push(id)));
  watch.markStored(storedUpTo(2));
  await setImmediate();
  assert.deepEqual(stored, [1, 2]);
  watch.markStored(storedUpTo(3));
  await Promise.all(waiting);
  await watch.waitUntilStored(2, "1");
});

test("a wait is refused after the timeout", async () => {
  const watch = trackStored(1);
  await assert.rejects(watch.waitUntilStored(1, "1"), isUnavailable);
  watch.markStored(storedUpTo(1));
  await watch.waitUntilStored(1, "1");
});

test("while the store is unavailable new requests are refused, and waits go on", async () => {
  const watch = trackStored();
  watch.requireAvailable();
  const waiting = watch.waitUntilStored(1, "1");
  watch.markUnavailable();
  assert.throws(() => watch.requireAvailable(), isUnavailable);
  watch.markStored(storedUpTo(1));
  watch.requireAvailable();
  await waiting;
});

test("after a failure all are refused", async () => {
  const watch = trackStored();
  const waiting = watch.waitUntilStored(1, "1");
  watch.fail();
  await assert.rejects(waiting, isUnavailable);
  assert.throws(() => watch.requireAvailable(), isUnavailable);
});

test("a wait does not depend on the events of a project that has a lane", async () => {
  const watch = trackStored();
  const stored: string[] = [];
  const waiting = ["slow", "other"].map((projectId) => {
    return watch.waitUntilStored(2, projectId).then(() => stored.push(projectId));
  });
  watch.markStored({ upTo: 1, readUpTo: 2, lanes: new Set(["slow"]) });
  await setImmediate();
  assert.deepEqual(stored, ["other"]);
  watch.markStored(storedUpTo(2));
  await Promise.all(waiting);
});
