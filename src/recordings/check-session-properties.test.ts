import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSessionProperties } from "./recording-maintenance.ts";
import type { SessionEvent } from "./session-properties.ts";
import { sessionPropertiesCache, UNRECORDED_SESSION_MS } from "./session-properties.ts";

const DAY_MS = 24 * 3_600_000;

test("due sessions are checked in batches until none is left, or the task is stopped", async () => {
  const calls: number[][] = [];
  const remaining = [500, 500, 20, 500];
  const pieces = {
    async checkProperties(...call: number[]) {
      calls.push(call);
      return remaining[calls.length - 1] ?? 0;
    },
  };
  await checkSessionProperties({ pieces, now: () => 1000 }, new AbortController().signal);
  const call = [1000, 1000 + UNRECORDED_SESSION_MS, 500];
  assert.deepEqual(calls, [call, call, call]);
  await checkSessionProperties({ pieces, now: () => 1000 }, AbortSignal.abort());
  assert.equal(calls.length, 4);
});

test("properties are due a week after they were saved, and a long session saves them daily", () => {
  const clock = { now: 1_700_000_000_000 };
  const cache = sessionPropertiesCache(10, () => clock.now);
  const event = (timestamp: number): SessionEvent => {
    const properties = { $session_id: "s", $browser: "Firefox" };
    return { uuid: "", event: "$pageview", distinctId: "ann", timestamp, receivedAt: timestamp, properties };
  };
  const save = (timestamp: number) => {
    const unsaved = cache.findUnsaved("1", [event(timestamp)]);
    cache.markSaved("1", unsaved);
    return unsaved.map(({ checkAt }) => checkAt);
  };
  assert.deepEqual(save(1), [clock.now + UNRECORDED_SESSION_MS]);
  clock.now += DAY_MS - 1;
  assert.deepEqual(save(2), []);
  clock.now += 1;
  assert.deepEqual(save(3), [clock.now + UNRECORDED_SESSION_MS]);
  assert.deepEqual(save(4), []);
  assert.ok(UNRECORDED_SESSION_MS > 2 * DAY_MS);
});
