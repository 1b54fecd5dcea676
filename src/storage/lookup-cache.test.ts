import assert from "node:assert/strict";
import { test } from "node:test";
import { LookupCache } from "./lookup-cache.ts";
import { StoreUnavailable } from "./ports/common.ts";

/** A cache over a table whose look-ups the test counts, and a clock that the test moves. */
function newTestCache(table: Map<string, { n: number }>, staleTimeoutMs?: number) {
  const state = { now: 0, asked: 0, find: async (name: string) => table.get(name) ?? null };
  const cache = new LookupCache(
    (name) => {
      state.asked += 1;
      return state.find(name);
    },
    {
      now: () => state.now,
      ttlMs: 2000,
      max: 3,
      ...(staleTimeoutMs === undefined ? {} : { staleTimeoutMs: staleTimeoutMs }),
    },
  );
  return { world: state, cache };
}

const failUnavailable = async () => {
  throw new StoreUnavailable("down");
};

test("an answer holds for the time set, and no longer", async () => {
  const table = new Map([["a", { n: 1 }]]);
  const { world: state, cache } = newTestCache(table);
  assert.deepEqual(await cache.get("a"), { n: 1 });
  table.delete("a");
  state.now = 1999;
  assert.deepEqual(await cache.get("a"), { n: 1 });
  assert.equal(state.asked, 1);
  state.now = 2000;
  assert.equal(await cache.get("a"), null);
});

test("that something is missing is remembered as long, then it is found", async () => {
  const table = new Map<string, { n: number }>();
  const { world: state, cache } = newTestCache(table);
  assert.equal(await cache.get("a"), null);
  table.set("a", { n: 1 });
  assert.equal(await cache.get("a"), null);
  assert.equal(state.asked, 1);
  state.now = 2000;
  assert.deepEqual(await cache.get("a"), { n: 1 });
});

test("many callers at once share one look-up", async () => {
  const { world: state, cache } = newTestCache(new Map([["a", { n: 1 }]]));
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get("a")));
  assert.equal(state.asked, 1);
  assert.ok(answers.every((answer) => answer?.n === 1));
});

test("a failed look-up is not remembered", async () => {
  const table = new Map([["a", { n: 1 }]]);
  const { world: state, cache } = newTestCache(table);
  const { find } = state;
  state.find = failUnavailable;
  await assert.rejects(cache.get("a"), StoreUnavailable);
  state.find = find;
  assert.deepEqual(await cache.get("a"), { n: 1 });
});

test("while the store is unavailable, what was found is still given and what was missing is an error", async () => {
  const { world: state, cache } = newTestCache(new Map([["a", { n: 1 }]]));
  await cache.get("a");
  await cache.get("b");
  state.find = failUnavailable;
  state.now = 3_600_000;
  assert.deepEqual(await cache.get("a"), { n: 1 });
  await assert.rejects(cache.get("b"), StoreUnavailable);
});

test("after a failure the old answer counts as fresh, so that not every request asks a store that is down", async () => {
  const { world: state, cache } = newTestCache(new Map([["a", { n: 1 }]]));
  await cache.get("a");
  state.find = failUnavailable;
  state.now = 2000;
  await cache.get("a");
  await cache.get("a");
  assert.equal(state.asked, 2);
});

test("a store that never answers keeps nobody who can have the old answer", async () => {
  const { world: state, cache } = newTestCache(new Map([["a", { n: 1 }]]), 1);
  await cache.get("a");
  state.find = () => new Promise(() => {});
  state.now = 2000;
  assert.deepEqual(await cache.get("a"), { n: 1 });
});

test("an error that is not the store's absence is shown", async () => {
  const { world: state, cache } = newTestCache(new Map([["a", { n: 1 }]]));
  await cache.get("a");
  state.find = async () => {
    throw new TypeError("a mistake");
  };
  state.now = 2000;
  await assert.rejects(cache.get("a"), TypeError);
});

test("a flood of wrong names drives out no right one", async () => {
  const { world: state, cache } = newTestCache(new Map([["a", { n: 1 }]]));
  await cache.get("a");
  for (let i = 0; i < 20; i += 1) await cache.get(`wrong-${i}`);
  const before = state.asked;
  await cache.get("a");
  assert.equal(state.asked, before);
});
