import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { condenseRecording, type RawExchange } from "./condense-recording.ts";

const JSON_TYPE = { "content-type": "application/json" };
const ID = "019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60";

function rawExchange(path: string, body: object, packed = false): RawExchange {
  const json = JSON.stringify(body);
  const bytes = packed ? gzipSync(json) : Buffer.from(json);
  const headers = packed ? { "content-type": "text/plain", origin: "http://localhost:8800" } : JSON_TYPE;
  const reply = Buffer.from('{"status":1}').toString("base64");
  return {
    library: "some 1.0.0",
    request: { method: "POST", path, headers, body: bytes.toString("base64") },
    response: { status: 200, headers: JSON_TYPE, body: reply },
  };
}

const event = (name: string, properties: object = {}) => ({ event: name, distinct_id: ID, properties });

test("a recording has each event and shape once, without keys, random ids and times", () => {
  const first = [event("seen", { $os: "Linux", note: "x".repeat(500) }), event("seen")];
  const second = [event("seen"), event("left", { $os: "Linux", at: "2025-11-22T13:01:42.123Z" })];
  const exchanges = condenseRecording([
    rawExchange("/batch/", { api_key: "phc_secret", batch: first }),
    rawExchange("/e/?compression=gzip-js&_=1763816502123", second, true),
    rawExchange("/e/?compression=gzip-js&_=1763816502999", second, true),
    rawExchange("/api/surveys/", {}),
  ]);
  const distinct_id = "00000000-0000-7000-8000-000000000001";
  const answered = { status: 200, type: "application/json", reply: { status: 1 } };
  assert.deepEqual(exchanges, [
    {
      method: "POST",
      path: "/batch/",
      isCrossOrigin: false,
      hasBearer: false,
      ...answered,
      body: {
        api_key: "phc_recorded",
        batch: [{ event: "seen", distinct_id, properties: { $os: "Linux", note: "x".repeat(100) } }],
      },
    },
    {
      method: "POST",
      path: "/e/?compression=gzip-js&_=1767322000000",
      isCrossOrigin: true,
      hasBearer: false,
      ...answered,
      body: [
        { event: "seen", distinct_id, properties: {} },
        { event: "left", distinct_id, properties: { at: "2026-01-02T03:04:05.000Z" } },
      ],
    },
  ]);
});
