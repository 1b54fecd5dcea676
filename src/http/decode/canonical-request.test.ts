import assert from "node:assert/strict";
import { test } from "node:test";
import { type RequestMetadata, toCanonicalEvents, toCanonicalFlagQuery } from "./canonical-request.ts";

const EVENT = { event: "bought", properties: { distinct_id: "ann" } };
const SENT = "2026-03-12T09:43:00.000Z";

function events(text: string, beside: Partial<RequestMetadata> = {}, operation: "capture" | "batch" = "capture") {
  const asked = { id: operation, body: JSON.parse(text), json: Buffer.from(text) };
  return { asked, canonical: toCanonicalEvents(asked, { hasKey: false, ...beside }) };
}

/** The operation and the body; the JSON must say the same. */
function outcome(body: unknown, beside?: Partial<RequestMetadata>, operation?: "capture" | "batch") {
  const { canonical } = events(JSON.stringify(body), beside, operation);
  assert.deepEqual(JSON.parse(Buffer.from(canonical.json).toString()), canonical.body);
  return [canonical.id, canonical.body];
}

test("what is as the contract describes is left as it is", () => {
  for (const body of [{ api_key: "phc_1", ...EVENT }, { personal_api_key: "phx_1", project_id: 1, ...EVENT }, {}]) {
    const { asked, canonical } = events(JSON.stringify(body));
    assert.equal(canonical.body, asked.body);
    assert.equal(canonical.json, asked.json);
  }
  for (const text of ["null", "true", '"text"', "3"]) {
    const { asked, canonical } = events(text);
    assert.equal(canonical, asked);
  }
});

test("a key where the contract has it counts, and no other one", () => {
  for (const key of [{ api_key: "phc_1" }, { personal_api_key: "phx_1" }]) {
    const body = { ...key, token: "phc_2", ...EVENT };
    assert.deepEqual(outcome(body), ["capture", body]);
  }
});

test("a list is a batch, and so is what has a batch and no name", () => {
  assert.deepEqual(outcome([EVENT, EVENT]), ["batch", { batch: [EVENT, EVENT] }]);
  assert.deepEqual(outcome([]), ["batch", { batch: [] }]);
  assert.deepEqual(outcome({ api_key: "phc_1", batch: [EVENT] }), ["batch", { api_key: "phc_1", batch: [EVENT] }]);
  assert.deepEqual(outcome({ ...EVENT, batch: [] }), ["capture", { ...EVENT, batch: [] }]);
  assert.deepEqual(outcome({ batch: "x" }), ["capture", { batch: "x" }]);
  assert.deepEqual(outcome(EVENT, {}, "batch"), ["batch", EVENT]);
});

test("a list after a byte order mark and spaces", () => {
  const json = Buffer.from(`\ufeff \n${JSON.stringify([EVENT])}\n`);
  const canonical = toCanonicalEvents({ id: "capture", body: [EVENT], json }, { hasKey: true });
  assert.deepEqual(JSON.parse(Buffer.from(canonical.json).toString()), { batch: [EVENT] });
});

test("where events need no name, those that have none get it: one alone, in a list, or in a batch", () => {
  const set = { $distinct_id: "ann", $set: { plan: "pro" } };
  const named = { event: "$set", ...set };
  const nameless = { defaultEventName: "$set" };
  assert.deepEqual(outcome(set, nameless), ["capture", named]);
  const stored = (body: unknown) => JSON.parse(String(events(JSON.stringify(body), nameless).canonical.json));
  assert.deepEqual(stored([set, EVENT, 5]), { batch: [named, EVENT, 5] });
  const batch = { token: "phc_1", batch: [set] };
  assert.deepEqual(stored(batch), { api_key: "phc_1", token: "phc_1", batch: [named] });
  assert.deepEqual(outcome([EVENT], nameless), ["batch", { batch: [EVENT] }]);
  assert.deepEqual(outcome([set]), ["batch", { batch: [set] }]);
  const { canonical } = events('[{"$distinct_id":12345678901234567890,"$set":{"__proto__":1}}]', nameless);
  assert.equal(
    String(canonical.json),
    '{"batch":[{"event":"$set","$distinct_id":12345678901234567890,"$set":{"__proto__":1}}]}',
  );
});

const keyed: [name: string, body: object, key: string | undefined][] = [
  ["token", { token: "phc_1", ...EVENT }, "phc_1"],
  ["$token", { $token: "phc_1", ...EVENT }, "phc_1"],
  ["properties.token", { event: "e", properties: { token: "phc_1" } }, "phc_1"],
  ["an empty api_key is one", { api_key: "", token: "phc_1", ...EVENT }, ""],
  ["api_key before token", { api_key: "phc_1", token: "phc_2", ...EVENT }, "phc_1"],
  ["token before properties.token", { token: "phc_1", properties: { token: "phc_2" } }, "phc_1"],
  ["the first event's api_key", { batch: [{ api_key: "phc_1" }, { api_key: "phc_2" }] }, "phc_1"],
  ["the first event's properties", { batch: [{ event: "e", properties: { token: "phc_1" } }] }, "phc_1"],
  ["the batch before its events", { token: "phc_1", batch: [{ token: "phc_2" }] }, "phc_1"],
  ["only the first event counts", { batch: [{}, { token: "phc_1" }] }, undefined],
  ["no text", { token: 5, $token: null, properties: { token: {} } }, undefined],
  ["what the prototype has", JSON.parse('{"__proto__": {"token": "phc_1"}}'), undefined],
  ["a personal key is a secret", { token: "phx_1", properties: { token: "phx_1" } }, undefined],
];
for (const [name, body, key] of keyed) {
  test(`the key: ${name}`, () => {
    assert.equal((outcome(body)[1] as { api_key?: string }).api_key, key);
  });
}

test("a key in the header is enough", () => {
  assert.deepEqual(outcome({ token: "phc_1", ...EVENT }, { hasKey: true }), ["capture", { token: "phc_1", ...EVENT }]);
});

test("the time of sending, unless the body has one", () => {
  assert.deepEqual(outcome({ ...EVENT }, { sentAt: SENT, hasKey: true }), ["capture", { ...EVENT, sent_at: SENT }]);
  assert.deepEqual(outcome([EVENT], { sentAt: SENT }), ["batch", { batch: [EVENT], sent_at: SENT }]);
  for (const sent_at of ["2020-01-01", null]) {
    assert.deepEqual(outcome({ ...EVENT, sent_at }, { sentAt: SENT }), ["capture", { ...EVENT, sent_at }]);
  }
});

test("an event without a name is given one only where it is to have one", () => {
  const change = { $set: { plan: "pro" }, $token: "phc_1" };
  assert.deepEqual(outcome(change, { defaultEventName: "$set" }), [
    "capture",
    { ...change, api_key: "phc_1", event: "$set" },
  ]);
  assert.deepEqual(outcome(change), ["capture", { ...change, api_key: "phc_1" }]);
  assert.deepEqual(outcome(EVENT, { defaultEventName: "$set" }), ["capture", EVENT]);
});

test("strange names survive", () => {
  const text = '{"token":"phc_1","__proto__":{"a":1},"":2,"event":"e","event":"f"}';
  const { canonical } = events(text, { sentAt: SENT });
  assert.equal(Buffer.from(canonical.json).toString(), `{"api_key":"phc_1","sent_at":"${SENT}",${text.slice(1)}`);
  assert.deepEqual(Object.keys(canonical.body as object).toSorted(), [
    "",
    "__proto__",
    "api_key",
    "event",
    "sent_at",
    "token",
  ]);
});

function canonicalFlagRequest(body: unknown, hasKey = false): unknown {
  return toCanonicalFlagQuery({ id: "decide", body, json: new Uint8Array() }, { hasKey }).body;
}

test("a question about flags: its key, its user, and nothing that is empty", () => {
  assert.deepEqual(canonicalFlagRequest({ token: "phc_1", distinct_id: "d" }), {
    token: "phc_1",
    api_key: "phc_1",
    distinct_id: "d",
  });
  assert.deepEqual(canonicalFlagRequest({ api_key: "phc_1", $distinct_id: "d" }), {
    api_key: "phc_1",
    $distinct_id: "d",
    distinct_id: "d",
  });
  assert.deepEqual(
    canonicalFlagRequest(
      { distinct_id: "d", groups: null, person_properties: null, group_properties: null, $anon_distinct_id: null },
      true,
    ),
    { distinct_id: "d" },
  );
  assert.deepEqual(canonicalFlagRequest({ distinct_id: "d", groups: [], person_properties: { a: null } }, true), {
    distinct_id: "d",
    groups: [],
    person_properties: { a: null },
  });
  for (const body of [null, "text", [], 3]) assert.equal(canonicalFlagRequest(body), body);
});
