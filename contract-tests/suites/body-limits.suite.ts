import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { directClient } from "../client/contract-client.ts";
import { needs, target } from "../client/target.ts";
import { assertStillServing } from "../support/assert-still-serving.ts";

const client = directClient();
const { projectApiKey: api_key } = target.tenant;

const bodyOf = (fields: string) => `{"api_key":"${api_key}","event":"e","distinct_id":"d",${fields}}`;
const listOf = (item: (index: number) => string, length: number) => `[${Array.from({ length }, (_, i) => item(i))}]`;
const snapshotOf = (data: string) =>
  bodyOf(`"properties":{"$session_id":"s","$snapshot_data":[{"type":3,"timestamp":1,"data":${data}}]}`);

/** Small when packed, and more than a hundred times as large as their text once V8 has parsed them. */
const bodies: Readonly<Record<string, string>> = {
  "objects with an index for a name": bodyOf(`"$set":{"p":${listOf(() => '{"34":0}', 300_000)}}`),
  "objects with an escaped index": bodyOf(`"$set":{"p":${listOf(() => '{"\\u0033\\u0034":0}', 300_000)}}`),
  "sparse lists of names": bodyOf(`"properties":{"p":${listOf(() => '{"0":0,"1":0,"143":0}', 100_000)}}`),
  "a snapshot of such objects": snapshotOf(listOf(() => '{"9":0}', 300_000)),
  "objects of different shapes": bodyOf(`"$set":{"p":${listOf((index) => `{"a${index}":0}`, 300_000)}}`),
  "one object of many names": bodyOf(`"$set":{${listOf((index) => `"${index}a":0`, 300_000).slice(1, -1)}}`),
};

describe("bodies whose values would take too much memory or time are refused", needs("wire"), () => {
  for (const [name, text] of Object.entries(bodies)) {
    test(name, async () => {
      const headers = { "content-encoding": "gzip" };
      await client.expectError("capture", [413], { text: gzipSync(text, { level: 1 }), headers });
      await assertStillServing(client, api_key);
    });
  }

  for (const place of ["token", "api_key"]) {
    test(`a large body is not parsed before its ${place} is found to be good`, async () => {
      const text = `[{"event":"e","${place}":"phc_unknown","properties":{"p":"${"x".repeat(100_000)}"},"uuid":0},[]]`;
      await client.expectError("capture_e", [401, "invalid_api_key"], { text });
      const own = text.replace("phc_unknown", api_key);
      await client.expectError("capture_e", [400, "invalid_input"], { text: own });
    });
  }

  test("one event holds no more than 3,000,000 values, and 20,000 long numbers; a batch any number", async () => {
    const half = (item: string, length: number) => `{"properties":{"list":${listOf(() => item, length)}}}`;
    const batchOf = (...events: string[]) => `{"api_key":"${api_key}","batch":[${events}]}`;
    for (const [item, length, status] of [
      ["1", 1_600_000, 413],
      ["{}", 500_000, 413],
      ["12345678901234567", 12_000, 400],
    ] as const) {
      const one = half(item, length);
      assert.equal((await client.request("batch", { text: batchOf(one, one) })).status, 200, item);
      await client.expectError("batch", [status], { text: batchOf("{}", half(item, 2 * length)) });
    }
  });
});
