import assert from "node:assert/strict";
import { test } from "node:test";
import { parseProjectId, parseUuid } from "./stored-ids.ts";

test("a project id is a whole number from 1, as number or text", () => {
  assert.equal(parseProjectId(12), "12");
  assert.equal(parseProjectId("12"), "12");
  assert.equal(parseProjectId(Number.MAX_SAFE_INTEGER), "9007199254740991");
});

test("other values are not project ids", () => {
  const texts = [
    "",
    "0",
    "-1",
    "01",
    "1.0",
    "1e3",
    " 1",
    "1\u0000",
    "9007199254740993",
    "1".repeat(1_000_000),
    "@current",
  ];
  for (const text of texts) assert.equal(parseProjectId(text), null, text.slice(0, 20));
  for (const number of [0, -1, 1.5, Number.NaN, Infinity, 1e21]) assert.equal(parseProjectId(number), null);
});

test("a UUID is accepted in any case", () => {
  assert.equal(parseUuid("019B9CE1-2B28-7B0E-9D3A-5F1C2B7E4A60"), "019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60");
});

test("other texts are not UUIDs", () => {
  const uuid = "019b9ce1-2b28-7b0e-9d3a-5f1c2b7e4a60";
  const texts = [
    "",
    "1",
    uuid.replaceAll("-", ""),
    `${uuid}\u0000`,
    `{${uuid}}`,
    uuid.replace("0", "g"),
    "a".repeat(36),
  ];
  for (const text of texts) assert.equal(parseUuid(text), null, text);
});
