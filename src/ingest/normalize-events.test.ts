import assert from "node:assert/strict";
import { test } from "node:test";
import { type PropertyMap, propertyOf } from "../lib/json/json.ts";
import { allPropertiesOf } from "../recordings/session-properties.ts";
import type { JournalEntry } from "./journal/journal-entry.ts";
import { normalizeEvents } from "./normalize-events.ts";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const GENERATED_UUID = "0d8a5f2e-1a55-4d65-9c39-3a4f6e7b8c9d";

const entry = (operation: JournalEntry["operation"], body: unknown): JournalEntry => ({
  projectId: "7",
  receivedAt: NOW,
  seed: GENERATED_UUID,
  operation,
  body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
});

const read = (request: JournalEntry) => normalizeEvents(request, { group: 5, index: 10 });

const normalize = (raw: PropertyMap | string) => read(entry("capture", raw)).events[0];

const propertiesOf = (raw: PropertyMap) =>
  allPropertiesOf(normalize({ event: "e", distinct_id: "d", ...raw }) ?? assert.fail("was dropped"));

const distinctIds: [name: string, raw: PropertyMap, expected: string | null][] = [
  ["at the root", { distinct_id: "ada" }, "ada"],
  ["in the properties", { properties: { distinct_id: "ada" } }, "ada"],
  ["as $distinct_id at the root", { $distinct_id: "ada" }, "ada"],
  ["as $distinct_id in the properties", { properties: { $distinct_id: "ada" } }, "ada"],
  ["the root before the properties", { distinct_id: "root", properties: { distinct_id: "inner" } }, "root"],
  ["distinct_id before $distinct_id", { $distinct_id: "second", distinct_id: "first" }, "first"],
  ["null at the root is ignored", { distinct_id: null, properties: { distinct_id: "inner" } }, "inner"],
  ["empty at the root is not ignored", { distinct_id: "", properties: { distinct_id: "inner" } }, null],
  ["a number", { distinct_id: 42 }, "42"],
  ["zero", { distinct_id: 0 }, "0"],
  ["a boolean", { distinct_id: false }, "false"],
  ["spaces", { distinct_id: " " }, " "],
  ["none", {}, null],
  ["null", { distinct_id: null }, null],
  ["empty", { distinct_id: "" }, null],
  ["an object in the properties", { properties: { distinct_id: { id: 1 } } }, null],
  ["a list in the properties", { properties: { distinct_id: ["ada"] } }, null],
  ["properties that are null", { distinct_id: "ada", properties: null }, "ada"],
  ["200 characters", { distinct_id: "x".repeat(200) }, "x".repeat(200)],
  ["201 characters", { distinct_id: `${"x".repeat(200)}y` }, "x".repeat(200)],
  ["a surrogate pair at the end", { distinct_id: `${"x".repeat(199)}😀y` }, `${"x".repeat(199)}😀`],
  ["NUL", { distinct_id: "a\0b" }, "a\uFFFDb"],
  ["a lone surrogate", { distinct_id: "a\uD83Db" }, "a\uFFFDb"],
  ["a surrogate pair", { distinct_id: "😀" }, "😀"],
];

for (const [name, raw, expected] of distinctIds) {
  test(`distinct id: ${name}`, () => assert.equal(normalize({ event: "e", ...raw })?.distinctId ?? null, expected));
}

const names: [name: string, raw: PropertyMap, expected: string | null][] = [
  ["any text", { event: "user signed up" }, "user signed up"],
  ["none", {}, null],
  ["null", { event: null }, null],
  ["empty", { event: "" }, null],
  ["201 characters", { event: "e".repeat(201) }, "e".repeat(200)],
  ["NUL", { event: "a\0" }, "a\uFFFD"],
];

for (const [name, raw, expected] of names) {
  test(`event name: ${name}`, () => assert.equal(normalize({ distinct_id: "d", ...raw })?.event ?? null, expected));
}

test("a uuid is stored in lower case; the context generates a missing one", () => {
  const uuid = "01890A5D-AC96-774B-BCCE-B302099A8057";
  assert.equal(normalize({ event: "e", distinct_id: "d", uuid })?.uuid, uuid.toLowerCase());
  assert.equal(normalize({ event: "e", distinct_id: "d" })?.uuid, GENERATED_UUID);
  for (const unusable of [null, "", "x", `${uuid} `, uuid.replaceAll("-", ""), 5, [uuid]]) {
    assert.equal(normalize({ event: "e", distinct_id: "d", uuid: unusable })?.uuid, GENERATED_UUID);
  }
});

test("root-level keys that belong to the properties are moved there, and win", () => {
  const properties = propertiesOf({
    $set: { a: 1 },
    $set_once: { b: 1 },
    $unset: ["c"],
    context: { page: "/" },
    sent_at: "2026-05-01T12:00:00Z",
    other: "not kept",
    properties: { plan: "pro", $unset: ["inner"], context: { page: "/inner" } },
  });
  assert.deepEqual(properties, {
    plan: "pro",
    $set: { a: 1 },
    $set_once: { b: 1 },
    $unset: ["c"],
    context: { page: "/" },
  });
});

test("$set and $set_once in both places are merged, key by key, and the root wins", () => {
  const properties = propertiesOf({
    $set: { both: "root", outer: 1 },
    $set_once: {},
    properties: { $set: { both: "inner", inner: 2 }, $set_once: { kept: true } },
  });
  assert.deepEqual(properties, { $set: { both: "root", inner: 2, outer: 1 }, $set_once: { kept: true } });
});

test("null at the root changes nothing", () => {
  const sent = { $set: { a: 1 }, $unset: ["c"] };
  assert.deepEqual(propertiesOf({ $set: null, $unset: null, properties: sent }), sent);
});

test("keeps keys such as __proto__, in both places", () => {
  const event = normalize(`{"event": "e", "distinct_id": "d", "$set": {"__proto__": {"x": 1}},
    "properties": {"__proto__": "p", "": 0, "a.b": 1, "constructor": null, "$set": {"__proto__": 2, "y": 3}}}`);
  assert.ok(event);
  const properties = allPropertiesOf(event);
  assert.equal(event.json, `{"__proto__":"p","":0,"a.b":1,"constructor":null,"$set":{"__proto__":{"x":1},"y":3}}`);
  assert.equal(propertyOf(properties, "__proto__"), "p");
  assert.equal(Object.getPrototypeOf(properties), Object.prototype);
});

test("reads times from the event", () => {
  const raw = { event: "e", distinct_id: "d", timestamp: "2026-05-01T10:59:00Z", sent_at: "2026-05-01T11:00:00Z" };
  assert.equal(normalize(raw)?.timestamp, NOW - 60_000);
  const properties = { $ignore_sent_at: true };
  assert.equal(normalize({ ...raw, properties })?.timestamp, Date.parse(raw.timestamp));
  assert.equal(normalize({ event: "e", distinct_id: "d", offset: 1500 })?.timestamp, NOW - 1500);
});

test("a captured request is one event, whose uuid is the entry's seed", () => {
  const { events, dropped } = read(
    entry("capture", { api_key: "phc_1", event: "e", distinct_id: "d", properties: { a: 1 } }),
  );
  assert.deepEqual(events, [
    {
      ...{ projectId: "7", position: { group: 5, index: 10 }, uuid: GENERATED_UUID, event: "e", distinctId: "d" },
      ...{ timestamp: NOW, receivedAt: NOW, properties: {}, json: '{"a":1}', request: GENERATED_UUID },
    },
  ]);
  assert.equal(dropped, 0);
});

test("a captured request with a field named batch is still one event", () => {
  const { events } = read(entry("capture", { event: "e", distinct_id: "d", batch: [{ event: "x" }] }));
  assert.deepEqual(
    events.map(({ event }) => event),
    ["e"],
  );
});

test("a batch keeps its order; events without a name or distinct id are dropped and counted", () => {
  const batch = [
    { event: "a", properties: { distinct_id: "d" } },
    { event: "", distinct_id: "d" },
    { event: "b", distinct_id: 5 },
    { event: "no id" },
    { event: "c", distinct_id: "" },
    { event: "d", distinct_id: "d", uuid: GENERATED_UUID.toUpperCase() },
  ];
  const { events, dropped } = read(entry("batch", { batch }));
  assert.deepEqual(
    events.map(({ event, distinctId, position }) => [event, distinctId, position.index]),
    [
      ["a", "d", 10],
      ["b", "5", 12],
      ["d", "d", 15],
    ],
  );
  assert.equal(dropped, 3);
  assert.equal(events[2]?.uuid, GENERATED_UUID);
});

test("an event without a uuid always gets the same one, by its index in the batch", () => {
  const event = { event: "e", distinct_id: "d" };
  const uuids = (batch: object[]) => read(entry("batch", { batch })).events.map(({ uuid }) => uuid);
  const first = uuids([event, event, event]);
  assert.equal(new Set(first).size, 3);
  assert.deepEqual(uuids([event, event, event]), first);
  assert.deepEqual(uuids([{ event: "dropped" }, event, event]), first.slice(1));
});

test("a batch's sent_at corrects the times of its events, unless they have their own", () => {
  const event = { event: "e", distinct_id: "d", timestamp: "2026-05-01T10:59:00Z" };
  const batch = [event, { ...event, sent_at: "2026-05-01T10:59:30Z" }];
  const { events } = read(entry("batch", { batch, sent_at: "2026-05-01T11:00:00Z" }));
  assert.deepEqual(
    events.map(({ timestamp }) => NOW - timestamp),
    [60_000, 30_000],
  );
});

test("keeps properties verbatim, but in one line", () => {
  const verbatim = String.raw`{"__proto__":{"a":[null,{"":1}]},"$set":{"a.b":"\u0000"}, "l":"\ud83d","":1.10,"b":1e9}`;
  const keptOf = (properties: string) =>
    normalize(`{"event": "e", "properties": ${properties}, "distinct_id": "d"}`)?.json;
  assert.equal(keptOf(verbatim), verbatim);
  assert.equal(keptOf('{\n\t"a": "x y",\r\n"b": 12345678901234567890\n}'), '{"a": "x y","b": 12345678901234567890}');
});

test("keys and values may have escape sequences, and the last of equal keys counts", () => {
  const event = normalize(String.raw`{"\u0065vent":"first","event":"\u00e9","properties":{"distinct_id":"x"},
    "properties":{"\u0024set":{"a\"]":[{"b":"}"}]},"\"$set":1,"$set\"":2,"distinct_id":"b","distinct_id":"a\\"}}`);
  assert.deepEqual([event?.event, event?.distinctId], ["é", "a\\"]);
  assert.deepEqual(event?.properties, { $set: { 'a"]': [{ b: "}" }] }, distinct_id: "a\\" });
});

test("a snapshot has all its properties", () => {
  const properties = { $session_id: "s", $snapshot_data: [{ type: 3 }], $window_id: "w", other: 1 };
  const event = normalize({ event: "$snapshot", distinct_id: "d", properties, $set: { a: 1 } });
  assert.deepEqual(event?.properties, { ...properties, $set: { a: 1 } });
  assert.equal(event?.json, undefined);
});

test("events of a large batch are the same as those of a small one, whatever is sent before and behind them", () => {
  const event = { event: "e", distinct_id: "d", timestamp: "2026-05-01T10:59:00Z", properties: { note: "ü\n" } };
  const batch = [event, { ...event, event: "" }, { ...event, properties: { $set: { a: 1 } } }];
  const small = read(entry("batch", { batch, sent_at: "2026-05-01T11:00:00Z" }));
  const ignored = { note: "x".repeat(2_000_000) };
  for (const body of [
    { sent_at: "2026-05-01T11:00:00Z", batch, ignored },
    { ignored, batch, sent_at: "2026-05-01T11:00:00Z" },
  ])
    assert.deepEqual(read(entry("batch", body)), small);
  assert.deepEqual([small.events.length, small.dropped], [2, 1]);
});
