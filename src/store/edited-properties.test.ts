import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type PropertyChange, stringifyExactly } from "../lib/json/json.ts";
import {
  changeProperties,
  EditedProperties,
  MAX_PROPERTIES_BYTES,
  mergeProperties,
  readProperties,
} from "./property-text.ts";

/** Three are within the limit, four are not. */
const THIRD = "ø".repeat((MAX_PROPERTIES_BYTES - 200) / 6);
const names = fc.constantFrom("a", "b", "c", "d", "1", "__proto__");
const values = fc.oneof(fc.nat(3), fc.constant(THIRD));
const maps = fc.dictionary(names, values, { maxKeys: 3 }).map((map) => ({ ...map }));
const anyChange: fc.Arbitrary<PropertyChange> = fc.record(
  { set: maps, setOnce: maps, unset: fc.array(names, { maxLength: 2 }) },
  { requiredKeys: [] },
);
const steps = fc.array(fc.oneof(fc.array(anyChange, { maxLength: 3 }), maps), { minLength: 1, maxLength: 6 });

test("has the properties, and refuses the changes, as without being edited", () => {
  fc.assert(
    fc.property(maps, steps, (before, steps) => {
      let expected = changeProperties("{}", [{ set: before }]).text;
      const edited = new EditedProperties(expected);
      for (const step of steps) {
        if (Array.isArray(step)) {
          const { text, refused } = changeProperties(expected, step);
          expected = text;
          assert.equal(edited.change(step), refused);
        } else {
          const merged = mergeProperties(expected, stringifyExactly(step));
          expected = merged ?? expected;
          assert.equal(edited.addMissing(stringifyExactly(step)), merged !== null);
        }
        const properties = new Map(Object.entries(readProperties(expected)));
        for (const name of ["a", "__proto__"]) {
          assert.deepEqual([edited.has(name), edited.get(name)], [properties.has(name), properties.get(name)]);
        }
      }
      assert.deepEqual(readProperties(edited.text), readProperties(expected));
    }),
    { numRuns: 50 },
  );
});

test("is unchanged until a change has an effect", () => {
  const edited = new EditedProperties('{"a":1}');
  assert.equal(edited.change([{ setOnce: { a: 2 } }, { unset: ["b"] }]), 0);
  assert.equal(edited.addMissing('{"a":3}'), true);
  assert.deepEqual([edited.isChanged, edited.text], [false, '{"a":1}']);
  edited.change([{ set: { a: 2 } }]);
  assert.deepEqual([edited.isChanged, edited.text], [true, '{"a":2}']);
});
