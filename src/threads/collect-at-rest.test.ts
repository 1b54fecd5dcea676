import assert from "node:assert/strict";
import { test } from "node:test";
import { watchRest } from "./collect-at-rest.ts";

const MiB = 1024 * 1024;

interface Look {
  /** The share of the time since the last look that the thread worked, without collections. */
  readonly utilization: number;
  readonly heapMb?: number;
}

/** Returns whether each look collected garbage. Each collection takes `collectionUtilization` of the time. */
async function collections(looks: readonly Look[], collectionUtilization = 0): Promise<boolean[]> {
  let now: Look = { utilization: 0 };
  let [ofCollections, collected] = [0, false];
  const look = watchRest({
    utilization() {
      const utilization = now.utilization + ofCollections;
      ofCollections = 0;
      return utilization;
    },
    heapBytes: () => (now.heapMb ?? 20) * MiB,
    async collect() {
      collected = true;
      ofCollections = collectionUtilization;
    },
  });
  const results: boolean[] = [];
  for (now of looks) {
    collected = false;
    await look();
    results.push(collected);
  }
  return results;
}

const [busy, trickle, idle] = [{ utilization: 0.5 }, { utilization: 0.01 }, { utilization: 0 }];

test("a thread collects once after its start, and once after each time of work", async () => {
  assert.deepEqual(await collections([idle, idle, idle]), [true, false, false]);
  assert.deepEqual(await collections([busy, busy, idle, idle]), [false, false, true, false]);
  assert.deepEqual(await collections([idle, busy, idle, busy, idle]), [true, false, true, false, true]);
});

test("a trickle of requests is no work, and the collection itself is none", async () => {
  assert.deepEqual(await collections([trickle, trickle, trickle, idle, trickle]), [true, false, false, false, false]);
  assert.deepEqual(await collections([idle, idle, idle], 0.1), [true, false, false]);
});

test("a heap of which the collection takes long is left to V8", async () => {
  assert.deepEqual(await collections([busy, { utilization: 0, heapMb: 200 }, idle]), [false, false, false]);
});
