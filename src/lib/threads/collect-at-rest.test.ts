import assert from "node:assert/strict";
import { test } from "node:test";
import { watchRest } from "./collect-at-rest.ts";

const MiB = 1024 * 1024;

interface Look {
  /** The share of the time since the last look that the thread worked, without collections. */
  readonly utilization: number;
  readonly heapMb?: number;
}

/** Returns the positions of the looks that collected. Each collection takes `collectionUtilization` of the time. */
async function collecting(looks: readonly Look[], collectionUtilization = 0): Promise<number[]> {
  let now: Look = { utilization: 0 };
  const positions: number[] = [];
  let [position, ofCollections] = [0, 0];
  const look = watchRest({
    utilization() {
      const utilization = now.utilization + ofCollections;
      ofCollections = 0;
      return utilization;
    },
    heapBytes: () => (now.heapMb ?? 20) * MiB,
    async collect() {
      positions.push(position);
      ofCollections = collectionUtilization;
    },
  });
  for ([position, now] of looks.entries()) await look();
  return positions;
}

const [busy, trickle, idle] = [{ utilization: 0.5 }, { utilization: 0.01 }, { utilization: 0 }];
const minute = Array<Look>(6).fill(idle);

test("a thread collects once after its start, and once after a minute without work", async () => {
  assert.deepEqual(await collecting([...minute, ...minute]), [0]);
  assert.deepEqual(await collecting([busy, busy, ...minute, ...minute]), [2]);
  assert.deepEqual(await collecting([idle, busy, ...minute, busy, ...minute]), [0, 7, 14]);
});

test("a thread that works once in a minute does not collect", async () => {
  const [, ...less] = minute;
  assert.deepEqual(await collecting([idle, busy, ...less, busy, ...less, busy, ...less]), [0]);
});

test("a trickle of requests is no work, and the collection itself is none", async () => {
  assert.deepEqual(await collecting([trickle, trickle, trickle, idle, trickle]), [0]);
  assert.deepEqual(await collecting([idle, ...minute, ...minute], 0.1), [0]);
});

test("a heap of which the collection takes long is left to V8", async () => {
  assert.deepEqual(await collecting([busy, { utilization: 0, heapMb: 200 }, ...minute]), []);
});
