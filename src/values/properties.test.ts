import assert from "node:assert/strict";
import { test } from "node:test";
import {
  applyChanges,
  isPropertyMap,
  type PropertyChange,
  type PropertyMap,
  propertyMap,
  propertyOf,
} from "./properties.ts";

const json = (text: string) => JSON.parse(text) as PropertyMap;

const changes: [name: string, before: PropertyMap, changes: PropertyChange[], after: PropertyMap][] = [
  ["nothing", { a: 1 }, [], { a: 1 }],
  ["set replaces and adds", { a: 1 }, [{ set: { a: 2, b: 3 } }], { a: 2, b: 3 }],
  ["setOnce only adds", { a: 1 }, [{ setOnce: { a: 2, b: 3 } }], { a: 1, b: 3 }],
  ["null is a value that setOnce leaves", { a: null }, [{ setOnce: { a: 2 } }], { a: null }],
  ["unset removes, also what is not there", { a: 1 }, [{ unset: ["a", "b"] }], {}],
  [
    "in one change: setOnce, set, unset",
    {},
    [{ unset: ["c"], set: { a: 2, c: 2 }, setOnce: { a: 1, b: 1 } }],
    { a: 2, b: 1 },
  ],
  ["one change after the other", { a: 1 }, [{ unset: ["a"] }, { setOnce: { a: 2 } }, { set: { a: 3 } }], { a: 3 }],
];

for (const [name, before, given, after] of changes) {
  test(`changes: ${name}`, () => {
    const copy = structuredClone(before);
    assert.deepEqual(applyChanges(before, given), after);
    assert.deepEqual(before, copy);
    assert.deepEqual(applyChanges(applyChanges(before, given), given), after);
  });
}

test("keys that objects are born with can be set, found and unset", () => {
  const strange = json('{"__proto__": {"x": 1}, "constructor": 2, "": 3}');
  const set = applyChanges({}, [{ set: strange }]);
  assert.equal(JSON.stringify(set), JSON.stringify(strange));
  assert.equal(JSON.stringify(applyChanges({}, [{ setOnce: strange }])), JSON.stringify(strange));
  assert.deepEqual(propertyOf(set, "__proto__"), { x: 1 });
  assert.deepEqual(Object.keys(applyChanges(set, [{ unset: ["__proto__", ""] }])), ["constructor"]);
});

test("a property is an own one", () => {
  assert.equal(propertyOf({}, "__proto__"), undefined);
  assert.equal(propertyOf({}, "toString"), undefined);
  assert.equal(propertyOf({ a: null }, "a"), null);
  assert.equal(JSON.stringify(propertyMap([["__proto__", 1]])), '{"__proto__":1}');
});

test("a property map is what JSON calls an object", () => {
  assert.deepEqual([{}, json('{"__proto__": 1}'), [], null, undefined, "a", 1, true].map(isPropertyMap), [
    true,
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});
