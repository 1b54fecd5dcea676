import assert from "node:assert/strict";
import { test } from "node:test";
import { readExported } from "./import-events.ts";
import { eventToJsonLine } from "./json-lines.ts";

const UUID = "018e2f3c-0000-7000-8000-000000000001";
const line = (fields: object) =>
  JSON.stringify({ uuid: UUID, event: "bought", distinct_id: "ada", timestamp: "2024-03-10T07:30:00Z", ...fields });
const read = (fields: object) => {
  const event = readExported(line(fields));
  assert.ok(typeof event === "object", String(event));
  return { uuid: event.uuid, ...JSON.parse(event.json) };
};

test("a line of a batch export keeps uuid and time, and of the rest what ingestion reads", () => {
  const fields = {
    uuid: UUID.toUpperCase(),
    timestamp: "2024-03-10 09:30:00.123456+02",
    properties: '{"price":7.5}',
    set: { plan: "pro" },
    set_once: '{"first":1}',
    person_id: UUID,
    person_properties: { plan: "old" },
    created_at: "2024-03-10T08:00:00Z",
    elements_chain: "",
  };
  assert.deepEqual(read(fields), {
    uuid: UUID,
    event: "bought",
    distinct_id: "ada",
    timestamp: "2024-03-10T07:30:00.123Z",
    properties: { price: 7.5 },
    $set: { plan: "pro" },
    $set_once: { first: 1 },
  });
});

test("a line of our own export is read back, with all digits", () => {
  const [distinctId, properties] = ["ada", '{"$set":{"a":12345678901234567890}}'];
  const stored = { projectId: "1", uuid: UUID, event: "bought", distinctId, timestamp: 7, receivedAt: 9, properties };
  const event = readExported(eventToJsonLine(stored));
  assert.ok(typeof event === "object");
  assert.match(event.json, /"properties":\{"\$set":\{"a":12345678901234567890\}\}/);
  assert.match(event.json, /"timestamp":"1970-01-01T00:00:00\.007Z"/);
});

test("an event without a uuid gets one that depends on the line only", () => {
  const [first, again, other] = [read({ uuid: null }), read({ uuid: null }), read({ uuid: null, event: "seen" })];
  assert.equal(first.uuid, again.uuid);
  assert.notEqual(first.uuid, other.uuid);
});

test("what is no event is told by its reason", () => {
  const reasons: [string, string][] = [
    ["{", "is no JSON object"],
    ["[]", "is no JSON object"],
    [line({ event: "" }), "has no event name"],
    [line({ distinct_id: null }), "has no distinct id"],
    [line({ timestamp: "soon" }), "has no valid timestamp"],
    [line({ properties: "[1]" }), "has properties that are no JSON object"],
    [line({ properties: 7 }), "has properties that are no JSON object"],
  ];
  for (const [text, reason] of reasons) assert.equal(readExported(text), reason, text);
  assert.equal(read({ distinct_id: null, properties: { distinct_id: "bob" } }).distinct_id, "bob");
});
