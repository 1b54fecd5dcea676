import assert from "node:assert/strict";
import { test } from "node:test";
import { eventData, isRrwebEvent } from "./rrweb.ts";

test("an rrweb event has a type, and a time between 1970 and 9999", () => {
  for (const timestamp of [0, 1_700_000_000_000, 1_700_000_000_000.25, Date.UTC(9999, 11, 31)]) {
    assert.ok(isRrwebEvent({ type: 3, data: {}, timestamp }), String(timestamp));
  }
  for (const timestamp of [undefined, null, "1700000000000", -1, 1e300, Date.UTC(10_000, 0, 1), Number.NaN, {}]) {
    assert.ok(!isRrwebEvent({ type: 3, data: {}, timestamp }), String(timestamp));
  }
});

test("rejects all other values", () => {
  for (const value of [null, undefined, 1, "event", true, [], {}, { timestamp: 1 }, { type: "3", timestamp: 1 }]) {
    assert.ok(!isRrwebEvent(value), JSON.stringify(value));
  }
});

test("treats data that is no object as an empty object", () => {
  for (const data of [undefined, null, "packed", 3, [1]]) {
    assert.deepEqual(eventData({ type: 3, timestamp: 1, data }), {});
  }
  assert.deepEqual(eventData({ type: 3, timestamp: 1, data: { source: 1 } }), { source: 1 });
});
