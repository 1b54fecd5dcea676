import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ShapeCounter } from "./count-shapes.ts";

function countShapes(json: string, max = 1000): number {
  const counter = new ShapeCounter(max);
  counter.add(Buffer.from(json));
  return counter.count;
}

test("objects with the same names in the same order have one shape for each name", () => {
  assert.equal(countShapes('[{"a":1,"b":{"a":2}},{"a":"a","b":{}}, {"a" : [{"a":"\\"b\\":"}],"b":0}]'), 2);
  assert.equal(countShapes('[{"a":1,"b":2},{"b":1,"a":2}]'), 4);
  assert.equal(countShapes('["a","b",1]'), 0);
});

test("names that may be indexes count each time", () => {
  assert.equal(countShapes('[{"34":0},{"34":0},{"\\u0033":0},{"3\\u0033":0},{"3\\u0033":0}]'), 5);
  assert.equal(countShapes('[{"2fa":0},{"2fa":0},{"":0},{"":0}]'), 2);
});

test("counts as many shapes as there are sequences of names", () => {
  const names = fc.uniqueArray(fc.constantFrom("a", "b", "ab", "é", "c:", ""), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(names), (objects) => {
      const json = JSON.stringify(objects.map((all) => Object.fromEntries(all.map((name) => [name, "a:{[,"]))));
      const sequences = objects.flatMap((all) => all.map((_, index) => all.slice(0, index + 1).join("|")));
      assert.equal(countShapes(json), new Set(sequences).size);
    }),
  );
});

test("stops above the maximum, and adds up what it is given", () => {
  const counter = new ShapeCounter(2);
  assert.equal(counter.add(Buffer.from('{"a":1}')), true);
  assert.equal(counter.add(Buffer.from('{"a":1,"b":1}')), true);
  assert.equal(counter.add(Buffer.from(`{${'"c":1,'.repeat(9)}"d":1}`)), false);
  assert.equal(counter.count, 3);
});
