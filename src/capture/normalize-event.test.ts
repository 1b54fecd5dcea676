import assert from "node:assert/strict";
import { test } from "node:test";
import { type PropertyMap, propertyOf } from "../values/json.ts";
import { derivedUuid, normalizeEvent } from "./normalize-event.ts";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const GENERATED_UUID = "0d8a5f2e-1a55-4d65-9c39-3a4f6e7b8c9d";
const UUID_SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const EVENT_CONTEXT = { projectId: "1", position: { group: 1, index: 0 }, receivedAt: NOW, uuid: () => GENERATED_UUID };

const normalize = (raw: PropertyMap) => normalizeEvent(raw, { ...EVENT_CONTEXT, sentAt: undefined });

/** An event as the wire brings it: `JSON.parse` makes keys such as `__proto__` the object's own. */
const fromJson = (text: string) => normalize(JSON.parse(text) as PropertyMap);

const propertiesOf = (raw: PropertyMap) => normalize({ event: "e", distinct_id: "d", ...raw })?.properties;

const distinctIds: [name: string, raw: PropertyMap, expected: string | null][] = [
  ["at the root", { distinct_id: "ada" }, "ada"],
  ["in the properties", { properties: { distinct_id: "ada" } }, "ada"],
  ["as $distinct_id at the root", { $distinct_id: "ada" }, "ada"],
  ["as $distinct_id in the properties", { properties: { $distinct_id: "ada" } }, "ada"],
  ["the root before the properties", { distinct_id: "root", properties: { distinct_id: "inner" } }, "root"],
  ["distinct_id before $distinct_id", { $distinct_id: "second", distinct_id: "first" }, "first"],
  ["null at the root passes on", { distinct_id: null, properties: { distinct_id: "inner" } }, "inner"],
  ["empty at the root does not", { distinct_id: "", properties: { distinct_id: "inner" } }, null],
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
  ["a pair of surrogates cut in two", { distinct_id: `${"x".repeat(199)}😀` }, `${"x".repeat(199)}\uFFFD`],
  ["NUL", { distinct_id: "a\0b" }, "a\uFFFDb"],
  ["half a pair of surrogates", { distinct_id: "a\uD83Db" }, "a\uFFFDb"],
  ["a whole pair", { distinct_id: "😀" }, "😀"],
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

test("a name that only the prototype has is none", () => {
  assert.equal(normalize(Object.create({ event: "e", distinct_id: "d" })), null);
});

test("a uuid is taken in any case and kept in lower case; without one the arrival makes it", () => {
  const uuid = "01890A5D-AC96-774B-BCCE-B302099A8057";
  assert.equal(normalize({ event: "e", distinct_id: "d", uuid })?.uuid, uuid.toLowerCase());
  assert.equal(normalize({ event: "e", distinct_id: "d" })?.uuid, GENERATED_UUID);
  assert.equal(normalize({ event: "e", distinct_id: "d", uuid: null })?.uuid, GENERATED_UUID);
});

test("what stands at the root and belongs to the properties is put there, and wins", () => {
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

test("$set and $set_once at both places are joined, key by key, and the root wins", () => {
  const properties = propertiesOf({
    $set: { both: "root", outer: 1 },
    $set_once: {},
    properties: { $set: { both: "inner", inner: 2 }, $set_once: { kept: true } },
  });
  assert.deepEqual(properties, { $set: { both: "root", inner: 2, outer: 1 }, $set_once: { kept: true } });
});

test("null at the root leaves the properties as they are", () => {
  const sent = { $set: { a: 1 }, $unset: ["c"] };
  assert.equal(propertiesOf({ $set: null, $unset: null, properties: sent }), sent);
});

test("keys such as __proto__ come through, at both places", () => {
  const accepted = fromJson(`{"event": "e", "distinct_id": "d", "$set": {"__proto__": {"x": 1}},
    "properties": {"__proto__": "p", "": 0, "a.b": 1, "constructor": null, "$set": {"__proto__": 2, "y": 3}}}`);
  const { properties } = accepted ?? assert.fail("was dropped");
  assert.equal(
    JSON.stringify(properties),
    `{"__proto__":"p","":0,"a.b":1,"constructor":null,"$set":{"__proto__":{"x":1},"y":3}}`,
  );
  assert.equal(propertyOf(properties, "__proto__"), "p");
  assert.equal(Object.getPrototypeOf(properties), Object.prototype);
});

test("times come from the event, and sent_at also from the request", () => {
  const sentAt = "2026-05-01T11:00:00Z";
  const arrival = { ...EVENT_CONTEXT, sentAt };
  const raw = { event: "e", distinct_id: "d", timestamp: "2026-05-01T10:59:00Z" };
  assert.equal(normalizeEvent(raw, arrival)?.timestamp, NOW - 60_000);
  assert.equal(normalizeEvent({ ...raw, sent_at: "2026-05-01T10:59:30Z" }, arrival)?.timestamp, NOW - 30_000);
  const properties = { $ignore_sent_at: true };
  assert.equal(normalizeEvent({ ...raw, properties }, arrival)?.timestamp, Date.parse(raw.timestamp));
  assert.equal(normalize({ event: "e", distinct_id: "d", offset: 1500 })?.timestamp, NOW - 1500);
});

test("derived uuids are the same each time, differ by index and by seed, and are uuids", () => {
  const made = Array.from({ length: 1000 }, (_, index) => derivedUuid(GENERATED_UUID, index));
  assert.equal(made[0], GENERATED_UUID);
  assert.equal(new Set(made).size, made.length);
  for (const uuid of made) assert.match(uuid, UUID_SHAPE);
  assert.deepEqual(
    made.slice(0, 5),
    [0, 1, 2, 3, 4].map((index) => derivedUuid(GENERATED_UUID, index)),
  );
  assert.notEqual(derivedUuid("2d8a5f2e-1a55-4d65-9c39-3a4f6e7b8c9d", 1), made[1]);
});
