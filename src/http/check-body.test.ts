import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import LZString from "lz-string";
import { MAX_DEPTH } from "../lib/json/json.ts";
import { checkRequest, unpackSmall } from "./check-body.ts";
import type { CheckedRequest, ClientRequest } from "./client-request.ts";
import { loadContract } from "./contract/contract.ts";
import { readEncoding } from "./decode/body-encoding.ts";

const contract = await loadContract();
const MAX_SMALL_BYTES = 64 * 1024;
const HEAD = '{"event":"e","distinct_id":"d","fill":"';
const jsonOf = (bytes: number) => `${HEAD}${"x".repeat(bytes - HEAD.length - 2)}"}`;
const [SMALL, LARGE] = [jsonOf(MAX_SMALL_BYTES), jsonOf(MAX_SMALL_BYTES + 1)];
const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString("base64");

function clientRequest(
  body: string | Uint8Array,
  headers = { "content-type": "application/json" },
  queryString = "",
): ClientRequest {
  const encoding = readEncoding({ headers, queryString });
  const about = { limit: 20 * 1024 * 1024, query: {}, bearer: undefined, metadata: { hasKey: false } };
  return { id: "capture", shapes: "events", bytes: Buffer.from(body), encoding, ...about };
}

test("a personal key is not stored", () => {
  const event = { event: "e", distinct_id: "d", project_id: 7 };
  const stored = (body: object) => {
    const { request } = checkRequest(clientRequest(JSON.stringify({ ...body, ...event })), contract);
    return "json" in request && JSON.parse(Buffer.from(request.json).toString());
  };
  assert.deepEqual(stored({ personal_api_key: "phx_1" }), event);
  assert.deepEqual(stored({ api_key: "phx_1" }), event);
  assert.deepEqual(stored({ api_key: "phc_1" }), { api_key: "phc_1", ...event });
});

test("events that are answered singly are refused as a whole above the limit, as the batch that they become", () => {
  const event = { uuid: "0199d1c2-0000-7000-8000-000000000001", event: "e", distinct_id: "d", session_id: "s" };
  const body = JSON.stringify({ batch: [{ ...event, timestamp: "2026-01-01T00:00:00Z", properties: {} }] });
  const check = (limit: number) =>
    checkRequest({ ...clientRequest(body), id: "analytics_events", shapes: "events-with-results", limit }, contract);
  assert.ok("results" in check(10 * body.length).request);
  assert.throws(() => check(body.length + 1), { code: "request_too_large" });
});

test("a flag query may have 50,000 values", () => {
  const check = (numbers: number) => {
    const body = JSON.stringify({ distinct_id: "d", person_properties: { list: Array(numbers).fill(0) } });
    return checkRequest({ ...clientRequest(body), id: "decide", shapes: "flags" }, contract);
  };
  assert.equal(check(49_000).id, "decide");
  assert.throws(() => check(51_000), { code: "request_too_large" });
});

const TEXT = { "content-type": "text/plain" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const packings: [name: string, pack: (json: string) => ClientRequest, isAlwaysLarge?: boolean][] = [
  ["plain", (json) => clientRequest(json)],
  ["plain as text", (json) => clientRequest(json, TEXT)],
  ["gzip", (json) => clientRequest(gzipSync(json), TEXT)],
  ["gzip in base64", (json) => clientRequest(base64(gzipSync(json)), TEXT)],
  ["base64 in gzip", (json) => clientRequest(gzipSync(base64(json)), TEXT), true],
  ["gzip in a form", (json) => clientRequest(`data=${encodeURIComponent(base64(gzipSync(json)))}`, FORM)],
  ["lz64", (json) => clientRequest(LZString.compressToBase64(json), TEXT, "compression=lz64")],
];
for (const [name, pack, isAlwaysLarge = false] of packings) {
  test(`${name}: at most 64 KB is unpacked here, and the rest elsewhere`, () => {
    assert.equal(unpackSmall(pack(SMALL)) === null, isAlwaysLarge);
    assert.equal(unpackSmall(pack(LARGE)), null);
    const { request } = checkRequest(pack(LARGE), contract);
    assert.ok("json" in request && Buffer.from(request.json).toString() === LARGE);
  });
}

const PLAIN = clientRequest("").encoding;
const about = { limit: 2 ** 30, query: {}, bearer: undefined, metadata: { hasKey: false }, encoding: PLAIN };
const events = (json: string): ClientRequest => ({
  ...about,
  id: "capture",
  shapes: "events",
  bytes: Buffer.from(json),
});
const flags = (json: string): ClientRequest => ({ ...about, id: "decide", shapes: "flags", bytes: Buffer.from(json) });
const event = (items: string) => events(`{"event":"e","distinct_id":"d","properties":{"list":[${items}]}}`);
const query = (items: string) => flags(`{"distinct_id":"d","person_properties":{"list":[${items}]}}`);
const many = (item: string, count: number) => `${`${item},`.repeat(count - 1)}${item}`;

const tooMuch: [name: string, request: ClientRequest, code: string, message: string][] = [
  ["objects", event(many("{}", 800_001)), "request_too_large", "A body may hold up to 800000 objects and arrays."],
  ["numbers", event(many("1", 3_000_001)), "request_too_large", "A body may hold up to 3000000 values."],
  ["values of a flag query", query(many("1", 50_001)), "request_too_large", "A body may hold up to 50000 values."],
  ["long numbers", event(many("1e999", 20_001)), "invalid_input", "A body may have up to 20000 long numbers."],
  [
    "levels",
    event(`${"[".repeat(500)}${"]".repeat(500)}`),
    "invalid_input",
    `Objects and arrays may be nested ${MAX_DEPTH} levels deep.`,
  ],
];
for (const [name, request, code, message] of tooMuch) {
  test(`a body with too many ${name} is refused before it is parsed`, () => {
    assert.throws(() => checkRequest(request, contract), { code, message });
    const { bytes } = request;
    const truncated = { ...request, bytes: bytes.subarray(0, bytes.length - 3) };
    assert.throws(() => checkRequest(truncated, contract), { code, message });
  });
}

test("an honest batch of 10,000 events with 60 properties is accepted", () => {
  const properties = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`property ${index}`, index]));
  const one = { event: "e", distinct_id: "d", timestamp: "2026-03-12T09:43:00.000Z", properties };
  const { id, request } = checkRequest(events(JSON.stringify({ batch: Array(10_000).fill(one) })), contract);
  assert.deepEqual([id, "count" in request && request.count], ["batch", 10_000]);
});

test("each event of a batch may hold as much as one alone", () => {
  const batch = (...lists: string[]) => events(`{"batch":[${lists.map((list) => `{"$set":{"list":[${list}]}}`)}]}`);
  for (const [item, count] of [
    ["{}", 500_000],
    ["1", 1_800_000],
    ["1e999", 15_000],
  ] as const) {
    const half = many(item, count);
    const { request } = checkRequest(batch(half, half, half), contract);
    assert.equal("count" in request && request.count, 3);
    assert.throws(() => checkRequest(batch("", many(item, 2 * count)), contract));
  }
});

test("of a long batch the first wrong event is named, wherever it is", () => {
  const batchOf = (wrong: number, more = "") =>
    events(`{"batch":[${Array.from({ length: 2500 }, (_, at) => (at < wrong ? "{}" : '{"event":5}'))}]${more}}`);
  for (const wrong of [0, 1, 999, 1000, 1001, 2499]) {
    assert.throws(() => checkRequest(batchOf(wrong), contract), { attr: `batch__${wrong}__event` });
  }
  assert.throws(() => checkRequest(batchOf(3, ',"api_key":5'), contract), { attr: "api_key" });
  assert.throws(() => checkRequest(batchOf(3, "]"), contract), { code: "parse_error" });
  const { id } = checkRequest(batchOf(3, ',"event":"e","distinct_id":"d"'), contract);
  assert.equal(id, "capture"); // what has a name is an event, whatever else it has
});

test("a large batch is stored in parts, and without its keys", () => {
  const list = Array.from({ length: 30_000 }, (_, index) => ({ event: "e", distinct_id: `user ${index}`, uuid: null }));
  const sent_at = "2026-03-12T09:43:00.000Z";
  for (const body of [
    { api_key: "phx_1", sent_at, batch: list },
    { batch: list, sent_at },
  ]) {
    const { request } = checkRequest(events(JSON.stringify(body)), contract);
    assert.ok("partBytes" in request && request.partBytes);
    assert.equal(request.partBytes.length, 2);
    let end = 0;
    const parts = request.partBytes.map((bytes) => {
      end += bytes;
      return JSON.parse(String(Buffer.from(request.json.subarray(end - bytes, end))));
    });
    assert.equal(end, request.json.byteLength);
    const stored = parts.flatMap(({ batch }) => batch);
    assert.deepEqual(stored, list);
    for (const part of parts) assert.deepEqual(Object.keys(part), ["sent_at", "batch"]);
  }
});

test("a checked flag query can cross to another thread, with all digits of its ids", () => {
  const ids = '"distinct_id":12345678901234567890,"groups":{"company":98765432109876543210}';
  const checked = checkRequest(flags(`{${ids},"person_properties":{"__proto__":{"a":1},"":2}}`), contract);
  const { id, request }: CheckedRequest = structuredClone(checked);
  assert.ok(id === "decide");
  const { distinct_id, groups, person_properties } = request.body;
  assert.deepEqual([distinct_id, groups?.company], ["12345678901234567890", "98765432109876543210"]);
  assert.equal(JSON.stringify(person_properties), '{"__proto__":{"a":1},"":2}');
});
