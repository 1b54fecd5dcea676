import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyJsonValue, anyName } from "../../test/support/any-json.ts";
import { applyChanges, stringifyExactly } from "../lib/json/json.ts";
import { changeProperties, MAX_PROPERTIES_BYTES, mergeProperties, readProperties } from "./property-text.ts";

const keys = fc.oneof(fc.constantFrom("a", "b", 'a":', "__proto__", "", "1", "half \ud800", "\n"), anyName);
const maps = fc.dictionary(keys, fc.oneof(anyJsonValue, fc.constantFrom('"a":', { a: 1 })), { maxKeys: 25 });

test("merges as changes of absent properties do", () => {
  fc.assert(
    fc.property(maps, maps, (into, from) => {
      const merged = mergeProperties(stringifyExactly(into), stringifyExactly(from));
      const expected = applyChanges(into, [{ setOnce: from }]);
      const entries = (map: object) => new Map(Object.entries(JSON.parse(JSON.stringify(map))));
      assert.deepEqual(entries(readProperties(merged ?? "null")), entries(expected));
    }),
    { numRuns: 300 },
  );
});

const changeLists = fc.array(
  fc.record({ set: maps, setOnce: maps, unset: fc.array(keys, { maxLength: 3 }) }, { requiredKeys: [] }),
  { maxLength: 3 },
);

test("changes a long text as a short one", () => {
  const long = "x".repeat(5000);
  fc.assert(
    fc.property(maps, changeLists, (before, changes) => {
      const map = { ...before, long };
      const { text, refused } = changeProperties(stringifyExactly(map), changes);
      const entries = (value: object) => new Map(Object.entries(JSON.parse(JSON.stringify(value))));
      assert.deepEqual(entries(readProperties(text)), entries(applyChanges(map, changes)));
      assert.equal(refused, 0);
    }),
    { numRuns: 300 },
  );
});

test("merges nothing above the limit, by bytes", () => {
  const half = (key: string) => stringifyExactly({ [key]: "ø".repeat((MAX_PROPERTIES_BYTES - 20) / 4) });
  assert.ok(mergeProperties(half("a"), half("b")));
  assert.equal(mergeProperties(half("a"), half("longer than twenty bytes")), null);
});
