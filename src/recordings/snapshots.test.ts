import assert from "node:assert/strict";
import { test } from "node:test";
import type { PropertyMap } from "../properties.ts";
import { readSnapshot } from "./snapshots.ts";
import { summarize } from "./summary.ts";
import { mouseMove } from "./test-events.ts";
import { NOON, sessionEvent } from "./test-world.ts";

const events = [mouseMove(NOON + 500), mouseMove(NOON)];
const whole = { $session_id: "s1", $window_id: "w1", $snapshot_data: events };
const read = (properties: PropertyMap) => readSnapshot(sessionEvent("$snapshot", properties));

test("a snapshot event becomes a piece", () => {
  const event = sessionEvent("$snapshot", whole);
  assert.deepEqual(readSnapshot(event), {
    uuid: event.uuid,
    sessionId: "s1",
    windowId: "w1",
    distinctId: "ann",
    receivedAt: NOON,
    summary: summarize(events),
    data: JSON.stringify(events),
  });
});

test("one rrweb event stands for an array of one", () => {
  const piece = read({ ...whole, $snapshot_data: events[0] });
  assert.equal("data" in piece && piece.data, JSON.stringify([events[0]]));
});

test("the window is the session's where none is named, and numbers become text", () => {
  for (const $window_id of [undefined, null, "", {}]) {
    const piece = read({ ...whole, $session_id: 17, $window_id });
    assert.deepEqual("data" in piece && [piece.sessionId, piece.windowId], ["17", "17"]);
  }
});

test("every key and value of an rrweb event is kept", () => {
  const text = '{"type":2,"timestamp":5,"data":{"__proto__":{"a":1},"constructor":null,"":[{"a.b":"\\u2028\\ud800"}]}}';
  const piece = read({ ...whole, $snapshot_data: JSON.parse(text) });
  assert.deepEqual("data" in piece && JSON.parse(piece.data), [JSON.parse(text)]);
  assert.ok("data" in piece && piece.data.includes('"__proto__":{"a":1}'));
});

test("what cannot be part of a recording is refused with a reason", () => {
  const ids = [undefined, null, "", {}, [], "x".repeat(201)];
  const data = [undefined, null, "", "text", 5, true, [], {}, [[]], [null], [1], { type: 3 }, { timestamp: 5 }];
  const times = ["1700000000000", -1, 1e18, null].map((timestamp) => [{ type: 3, timestamp }]);
  const chunk = { chunk_id: "c", chunk_index: 0, chunk_count: 2, data: "H4sI", compression: "gzip-base64" };
  const cases = [
    ...ids.map(($session_id) => ({ ...whole, $session_id })),
    ...[...data, ...times, chunk, [events[0], {}]].map(($snapshot_data) => ({ ...whole, $snapshot_data })),
    {},
  ];
  for (const properties of cases) {
    const refusal = read(properties);
    assert.match(
      "reason" in refusal ? refusal.reason : "",
      /^\$(session_id|snapshot_data) is /,
      JSON.stringify(properties),
    );
  }
});
