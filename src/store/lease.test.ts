import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestStore } from "../../test/support/engines/test-store.ts";
import { leaseOf } from "./lease.ts";

test("one node has a lease: also after a restart, until it releases it or dies", async (t) => {
  const { store } = await openTestStore(t);
  let [commands, now] = [0, 1_000_000];
  const change: typeof store.records.change = (...args) => {
    commands += 1;
    return store.records.change(...args);
  };
  const newLease = (owner: string) =>
    leaseOf({ records: async () => ({ change }), name: "work", owner, now: () => now });
  const [a, b] = [newLease("a"), newLease("b")];
  const holders = async () => [await a.isHeld(), await b.isHeld()];
  assert.deepEqual(await holders(), [true, false]);
  for (let times = 0; times < 10; times++) assert.deepEqual(await holders(), [true, false]);
  assert.equal(commands, 2);
  for (let minute = 0; minute < 5; minute++) {
    now += 60_000;
    assert.deepEqual(await holders(), [true, false], "it is renewed");
  }
  assert.equal(await newLease("a").isHeld(), true, "after a restart");
  await a.release();
  now += 60_000;
  assert.equal(await b.isHeld(), true);
  assert.equal(await a.isHeld(), false);
  now += 180_000; // b is dead
  assert.equal(await a.isHeld(), true);
});
