import assert from "node:assert/strict";
import { test } from "node:test";
import { applyChanges, type PropertyMap } from "../lib/json/json.ts";
import { readPersonChange } from "./record-persons.ts";

const after = (before: PropertyMap, properties: PropertyMap) => {
  const change = readPersonChange(properties);
  return change && applyChanges(before, [change]);
};

test("properties without changes lead to null", () => {
  for (const properties of [
    {},
    { plan: "pro" },
    { $set: {}, $set_once: {}, $unset: [] },
    { $set: null, $set_once: "a", $unset: 5 },
    { $set: ["a"], $unset: [1, null] },
  ]) {
    assert.equal(readPersonChange(properties), null);
  }
});

test("applies $set_once first, then $set, then $unset", () => {
  assert.deepEqual(
    after({ old: 1, gone: 1 }, { $set: { a: 2, gone: 2 }, $set_once: { a: 1, b: 1, old: 2 }, $unset: ["gone"] }),
    {
      old: 1,
      a: 2,
      b: 1,
    },
  );
});

test("$unset is a list of names, or a map with these keys", () => {
  assert.deepEqual(after({ a: 1, b: 1, c: 1 }, { $unset: ["a", 5, "x"] }), { b: 1, c: 1 });
  assert.deepEqual(after({ a: 1, b: 1, c: 1 }, { $unset: { a: "", c: null } }), { b: 1 });
});

test("sets and unsets __proto__ like any other property", () => {
  const properties = JSON.parse('{"$set": {"__proto__": 1}}') as PropertyMap;
  assert.equal(JSON.stringify(after({}, properties)), '{"__proto__":1}');
  assert.equal(JSON.stringify(after(JSON.parse('{"__proto__": 1}'), { $unset: ["__proto__"] })), "{}");
});
