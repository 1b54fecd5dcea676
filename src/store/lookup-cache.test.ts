import assert from "node:assert/strict";
import { test } from "node:test";
import { lookupCache } from "./lookup-cache.ts";
import { StoreUnavailable } from "./ports/common.ts";

/** A cache over a table, with a lookup counter and a clock that the test sets. */
function newTestCache(table: Map<string, { n: number }>, options: { readonly staleTimeoutMs?: number } = {}) {
  const state = { now: 0, lookups: 0, find: async (name: string) => table.get(name) ?? null };
  const find = (name: string) => {
    state.lookups += 1;
    return state.find(name);
  };
  const cache = lookupCache(find, { now: () => state.now, ttlMs: 2000, max: 3, ...options });
  return { state, cache };
}

const failUnavailable = async () => {
  throw new StoreUnavailable("down");
};

test("a found value is cached for ttlMs", async () => {
  const table = new Map([["a", { n: 1 }]]);
  const { state, cache } = newTestCache(table);
  assert.deepEqual(await cache.get("a"), { n: 1 });
  table.delete("a");
  state.now = 1999;
  assert.deepEqual(await cache.get("a"), { n: 1 });
  assert.equal(state.lookups, 1);
  state.now = 2000;
  assert.equal(await cache.get("a"), null);
});

test("a missing value is cached for ttlMs, then found", async () => {
  const table = new Map<string, { n: number }>();
  const { state, cache } = newTestCache(table);
  assert.equal(await cache.get("a"), null);
  table.set("a", { n: 1 });
  assert.equal(await cache.get("a"), null);
  assert.equal(state.lookups, 1);
  state.now = 2000;
  assert.deepEqual(await cache.get("a"), { n: 1 });
});

test("concurrent callers share one lookup", async () => {
  const { state, cache } = newTestCache(new Map([["a", { n: 1 }]]));
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get("a")));
  assert.equal(state.lookups, 1);
  assert.ok(answers.every((answer) => answer?.n === 1));
});

test("a failed lookup is not cached", async () => {
  const table = new Map([["a", { n: 1 }]]);
  const { state, cache } = newTestCache(table);
  const { find } = state;
  state.find = failUnavailable;
  await assert.rejects(async () => cache.get("a"), StoreUnavailable);
  state.find = find;
  assert.deepEqual(await cache.get("a"), { n: 1 });
});

test("while the store is unavailable, a found value is still returned and a missing one is an error", async () => {
  const { state, cache } = newTestCache(new Map([["a", { n: 1 }]]));
  await cache.get("a");
  await cache.get("b");
  state.find = failUnavailable;
  state.now = 3_600_000;
  assert.deepEqual(await cache.get("a"), { n: 1 });
  await assert.rejects(async () => cache.get("b"), StoreUnavailable);
});

test("a stale value counts as fresh after a failure, to spare an unavailable store", async () => {
  const { state, cache } = newTestCache(new Map([["a", { n: 1 }]]));
  await cache.get("a");
  state.find = failUnavailable;
  state.now = 2000;
  await cache.get("a");
  await cache.get("a");
  assert.equal(state.lookups, 2);
});

test("a stale value is returned if the store does not answer in time", async () => {
  const { state, cache } = newTestCache(new Map([["a", { n: 1 }]]), { staleTimeoutMs: 1 });
  await cache.get("a");
  state.find = () => new Promise(() => {});
  state.now = 2000;
  assert.deepEqual(await cache.get("a"), { n: 1 });
});

test("an error other than StoreUnavailable is thrown", async () => {
  const { state, cache } = newTestCache(new Map([["a", { n: 1 }]]));
  await cache.get("a");
  state.find = async () => {
    throw new TypeError("a mistake");
  };
  state.now = 2000;
  await assert.rejects(async () => cache.get("a"), TypeError);
});

test("a flood of unknown names evicts no found value", async () => {
  const { state, cache } = newTestCache(new Map([["a", { n: 1 }]]));
  await cache.get("a");
  for (let i = 0; i < 20; i += 1) await cache.get(`wrong-${i}`);
  const before = state.lookups;
  await cache.get("a");
  assert.equal(state.lookups, before);
});
