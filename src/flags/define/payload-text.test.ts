import assert from "node:assert/strict";
import { test } from "node:test";
import { payloadText } from "./flag-definition.ts";

const payloads: [payload: unknown, text: string][] = [
  [{ a: [1] }, '{"a":[1]}'],
  ['{ "a": [1] }', '{ "a": [1] }'],
  ["plain", '"plain"'],
  ['"quoted"', '"quoted"'],
  ["", '""'],
  ["{", '"{"'],
  ["5", "5"],
  [5, "5"],
  [false, "false"],
  [null, "null"],
];
for (const [payload, text] of payloads) {
  test(`${JSON.stringify(payload)} becomes ${text}`, () => assert.equal(payloadText(payload), text));
}
