import assert from "node:assert/strict";
import { test } from "node:test";
import { findKey } from "./canonical-request.ts";
import { findKeyFields } from "./parse-body.ts";

const keyIn = (json: string) => findKey(findKeyFields(Buffer.from(json)));

for (const [json, key] of [
  ['{"batch":[{"properties":{"token":"phc_b"}}],"a":[{}],"api_key":"phc_a"}', "phc_a"],
  ['{"\\u0061pi_key":"phc_a"}', "phc_a"],
  ['{"event":"e","token":"phc_a"}', "phc_a"],
  ['{"properties":{"a":{"token":"phc_b"},"token":"phc_a"}}', "phc_a"],
  ['[{"event":"e","properties":{"token":"phc_a"}},{"api_key":"phc_b"}]', "phc_a"],
  ['{"api_key":["phc_b"],"batch":[{"$token":"phc_a"},{"token":"phc_b"}]}', "phc_a"],
  ['{"batch":[null,{"token":"phc_b"}]}', undefined],
  ['{"token":"phx_personal"}', undefined],
  ["[]", undefined],
] as const) {
  test(`the key of ${json}`, () => {
    assert.deepEqual(keyIn(json), { apiKey: key });
  });
}

test("a personal key is found, and nothing behind a key is read", () => {
  assert.deepEqual(keyIn('{"personal_api_key":"phx_a","api_key":"phc_a"'), { personalApiKey: "phx_a" });
});

test("what is no JSON before a key is refused", () => {
  assert.throws(() => keyIn('{"batch":[}'), { code: "parse_error" });
});
