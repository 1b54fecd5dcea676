import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { compressibleText, incremental, meta, mouseMove, packed } from "../../test/support/test-events.ts";
import { NOON, SNAPSHOT_LIMITS, sessionEvent } from "../../test/support/test-recording-environment.ts";
import type { PropertyMap } from "../lib/json/json.ts";
import { readSnapshot } from "./read-snapshot.ts";
import { summarize } from "./summary.ts";

const events = [mouseMove(NOON + 500), mouseMove(NOON)];
const whole = { $session_id: "s1", $window_id: "w1", $snapshot_data: events };
const read = (properties: PropertyMap) => readSnapshot(sessionEvent("$snapshot", properties), SNAPSHOT_LIMITS);
const dataOf = ($snapshot_data: unknown) => read({ ...whole, $snapshot_data }).piece?.data;

test("a snapshot event becomes a piece", () => {
  const event = sessionEvent("$snapshot", whole);
  const piece = {
    uuid: event.uuid,
    sessionId: "s1",
    windowId: "w1",
    receivedAt: NOON,
    ...summarize(events, "ann"),
    data: JSON.stringify(events),
  };
  assert.deepEqual(readSnapshot(event, SNAPSHOT_LIMITS), { piece, refused: [] });
});

test("accepts a single rrweb event in place of an array", () => {
  assert.equal(dataOf(events[0]), JSON.stringify([events[0]]));
});

test("the window id defaults to the session id, and numbers become text", () => {
  for (const $window_id of [undefined, null, "", {}]) {
    const { piece } = read({ ...whole, $session_id: 17, $window_id });
    assert.deepEqual([piece?.sessionId, piece?.windowId], ["17", "17"]);
  }
});

test("keeps every key and value of an rrweb event", () => {
  const text = '{"type":2,"timestamp":5,"data":{"__proto__":{"a":1},"constructor":null,"":[{"a.b":"\\u2028\\ud800"}]}}';
  const data = dataOf(JSON.parse(text)) ?? "";
  assert.deepEqual(JSON.parse(data), [JSON.parse(text)]);
  assert.ok(data.includes('"__proto__":{"a":1}'));
});

test("unpacks partly packed events", () => {
  const full = { type: 2, timestamp: NOON, data: { node: { id: 1, text: "ä🚲\0" }, __proto__: 1 } };
  const parts = { texts: [{ id: 2, value: "é" }], attributes: [], removes: [], adds: [{ parentId: 1 }] };
  const mutation = incremental(NOON + 1, 0, parts);
  const style = incremental(NOON + 2, 8, { id: 5, adds: [{ rule: "a{}" }] });
  const cv = "2024-10";
  const sent = [
    { ...full, data: packed(full.data), cv },
    incremental(NOON + 1, 0, { ...parts, texts: packed(parts.texts), adds: packed(parts.adds) }),
    incremental(NOON + 2, 8, { id: 5, adds: packed([{ rule: "a{}" }]) }),
    meta(NOON + 3, "https://a.example"),
  ].map((event) => (event.type === 4 ? event : { ...event, cv }));
  const { piece, refused } = read({ ...whole, $snapshot_data: sent });
  assert.deepEqual(refused, []);
  assert.deepEqual(JSON.parse(piece?.data ?? ""), [full, mutation, style, sent[3]]);
  assert.equal(piece?.summary.startUrl?.url, "https://a.example");
});

test("refuses events that would unpack to too many bytes, without unpacking them", () => {
  const bomb = (bytes: number) => ({ type: 2, timestamp: NOON, cv: "2024-10", data: packed(compressibleText(bytes)) });
  const of = (...items: object[]) => read({ ...whole, $snapshot_data: items });
  assert.equal(of(bomb(SNAPSHOT_LIMITS.bytes / 2)).refused.length, 0);
  for (const { piece, refused } of [of(bomb(SNAPSHOT_LIMITS.bytes)), of(bomb(SNAPSHOT_LIMITS.bytes * 3))]) {
    assert.equal(piece, null);
    assert.match(refused[0]?.reason ?? "", /^\$snapshot_data unpacks to more than 1000000 bytes\.$/);
  }
  const both = of(bomb(SNAPSHOT_LIMITS.bytes * 0.6), bomb(SNAPSHOT_LIMITS.bytes * 0.5));
  assert.deepEqual(both.refused[0]?.event.properties.$snapshot_data, [bomb(SNAPSHOT_LIMITS.bytes * 0.5)]);
  const large = of({ type: 2, timestamp: NOON, data: "x".repeat(SNAPSHOT_LIMITS.bytes) });
  assert.match(large.refused[0]?.reason ?? "", /more than 1000000 bytes/);
});

test("refuses events that would unpack to too many values, without parsing them", () => {
  const bomb = (values: number) => ({
    ...{ type: 2, timestamp: NOON, cv: "2024-10" },
    data: packed(Array.from({ length: values / 2 }, () => ({}))),
  });
  const of = (...items: object[]) => read({ ...whole, $snapshot_data: items }).refused;
  assert.equal(of(bomb(SNAPSHOT_LIMITS.values - 2)).length, 0);
  for (const refused of [of(bomb(SNAPSHOT_LIMITS.values)), of(bomb(6000), bomb(6000))]) {
    assert.match(refused[0]?.reason ?? "", /^\$snapshot_data unpacks to more than 10000 values\.$/);
  }
});

test("refuses what unpacks to more than a hundred times its size", () => {
  const repeated = { type: 2, timestamp: NOON, cv: "2024-10", data: packed("x".repeat(SNAPSHOT_LIMITS.bytes / 2)) };
  const { refused } = read({ ...whole, $snapshot_data: repeated });
  assert.match(refused[0]?.reason ?? "", /^\$snapshot_data unpacks to more than 100 times its size\.$/);
  const small = { ...repeated, data: packed("x".repeat(50_000)) };
  assert.equal(read({ ...whole, $snapshot_data: small }).refused.length, 0);
});

test("records the readable events of a list and refuses the rest as an event of its own", () => {
  const cut = { type: 2, timestamp: NOON, cv: "2024-10", data: packed({ a: 1 }).slice(0, -9) };
  const unreadable = [cut, {}, { ...cut, cv: "2030-01" }];
  const event = sessionEvent("$snapshot", { ...whole, $snapshot_data: [events[0], ...unreadable, events[1]] });
  const { piece, refused } = readSnapshot(event, SNAPSHOT_LIMITS);
  assert.equal(piece?.data, JSON.stringify(events));
  assert.equal(piece?.uuid, event.uuid);
  const [rest, ...others] = refused;
  assert.deepEqual(others, []);
  assert.equal(rest?.reason, "$snapshot_data has broken gzip.");
  assert.deepEqual(rest?.event.properties, { ...whole, $snapshot_data: unreadable });
  assert.notEqual(rest?.event.uuid, event.uuid);
  assert.equal(readSnapshot(event, SNAPSHOT_LIMITS).refused[0]?.event.uuid, rest?.event.uuid, "the same each time");
});

test("refuses events without a readable snapshot, with a reason", () => {
  const ids = [undefined, null, "", {}, [], "x".repeat(201)];
  const data = [undefined, null, "", "text", 5, true, [], {}, [[]], [null], [1], { type: 3 }, { timestamp: 5 }];
  const times = ["1700000000000", -1, 1e18, null].map((timestamp) => [{ type: 3, timestamp }]);
  const deep = `${"[".repeat(600)}${"]".repeat(600)}`;
  const packings = [
    { cv: "2030-01", data: {} },
    { cv: 7, data: {} },
    { cv: "2024-10", data: "not gzip" },
    { cv: "2024-10", data: "" },
    { cv: "2024-10", data: gzipSync("{").toString("latin1") },
    { cv: "2024-10", data: gzipSync(deep.padEnd(1200)).toString("latin1") },
    { cv: "2024-10", data: { adds: "not gzip" } },
  ].map((packing) => ({ type: 2, timestamp: NOON, ...packing }));
  const cases = [
    ...ids.map(($session_id) => ({ ...whole, $session_id })),
    ...[...data, ...times, ...packings].map(($snapshot_data) => ({ ...whole, $snapshot_data })),
    {},
  ];
  for (const properties of cases) {
    const { piece, refused } = read(properties);
    assert.equal(piece, null, JSON.stringify(properties));
    assert.equal(refused.length, 1);
    assert.match(refused[0]?.reason ?? "", /^\$(session_id|snapshot_data) (is|has) /);
    assert.equal(refused[0]?.event.properties, properties);
  }
});
