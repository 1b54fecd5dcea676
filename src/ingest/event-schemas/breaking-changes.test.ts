import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { SCHEMAS, VALUES, withOrderedBounds } from "../../../test/support/test-schemas.ts";
import { breakingChanges } from "./breaking-changes.ts";
import { checkSchema } from "./check-schema.ts";
import { compileSchema } from "./compile-schema.ts";
import type { Schema } from "./schema.ts";

const object = (properties: Schema["properties"], more: Schema = {}): Schema => ({
  type: "object",
  properties,
  ...more,
});
const changes = (before: Schema, after: Schema) => breakingChanges(object({ a: before }), object({ a: after }));

test("a change that makes valid events invalid is named", () => {
  const cases: readonly (readonly [before: Schema, after: Schema, named: string])[] = [
    [{}, { type: "string" }, "a must be string"],
    [{ type: ["string", "null"] }, { type: "string" }, "a may no longer be null"],
    [{ type: "number" }, { type: "integer" }, "a may no longer be number"],
    [{ enum: ["x", "y"] }, { enum: ["x"] }, 'a may no longer be "y"'],
    [{ enum: ["x", 1] }, { type: "string" }, "a may no longer be 1"],
    [{ type: "string" }, { type: "string", enum: ["x"] }, 'a may only be "x"'],
    [{ minimum: 1 }, { minimum: 2 }, "minimum of a is now 2"],
    [{ maxLength: 9 }, { maxLength: 8 }, "maxLength of a is now 8"],
    [{}, { maxItems: 1 }, "maxItems of a is now 1"],
    [{ pattern: "a" }, { pattern: "b" }, "a has another pattern"],
    [{ items: { type: "number" } }, { items: { type: "string" } }, "a[] may no longer be number"],
    [object({}), object({ b: { type: "string" } }), "a.b must be string"],
    [object({ b: {} }), object({ b: {} }, { required: ["b"] }), "a.b becomes required"],
    [object({ b: {} }), object({}, { additionalProperties: false }), "a.b is not allowed any more"],
    [{ anyOf: [{ type: "string" }] }, { anyOf: [{ type: "number" }] }, "a has other alternatives"],
  ];
  for (const [before, after, named] of cases) assert.ok(changes(before, after).includes(named), named);
  const closed = object({}, { additionalProperties: false });
  const named = object({ $lib: { type: "string" } }, { additionalProperties: false });
  assert.deepEqual(
    breakingChanges(closed, named),
    ["$lib must be string"],
    "libraries send it to a closed schema, too",
  );
});

test("a change that only allows more is safe", () => {
  const cases: readonly (readonly [before: Schema, after: Schema])[] = [
    [
      { type: "integer", minimum: 1, description: "old" },
      { type: ["number", "null"], description: "new" },
    ],
    [{ enum: ["x"] }, { enum: ["y", "x"] }],
    [{ enum: ["x"] }, { type: "string", maxLength: 1 }],
    [{ anyOf: [{ type: "string" }, { type: "null" }] }, { type: ["string", "null"] }],
    [{ type: "string" }, { anyOf: [{ type: "number" }, { type: "string" }] }],
    [object({ b: { type: "string" } }, { required: ["b"] }), object({})],
    [object({}, { additionalProperties: false }), object({ b: { type: "string" } }, { additionalProperties: false })],
    [
      { type: "array", items: { type: "string" }, minItems: 1 },
      { type: "array", items: {}, minItems: 0 },
    ],
  ];
  for (const [before, after] of cases) assert.deepEqual(changes(before, after), [], JSON.stringify([before, after]));
});

/** Some pairs are nearly the same. */
const pair = fc.tuple(SCHEMAS, SCHEMAS, fc.boolean()).map(([one, other, isMerged]) => {
  return [one, withOrderedBounds(isMerged ? { ...one, ...other } : { ...other })] as const;
});

test("no change is called safe that makes a valid value invalid", () => {
  let safe = 0;
  const property = fc.property(pair, fc.array(VALUES, { minLength: 20, maxLength: 40 }), ([one, other], values) => {
    const [before, after] = [one, other].map((a) => checkSchema({ type: "object", properties: { a } })) as [
      Schema,
      Schema,
    ];
    if (breakingChanges(before, after).length > 0) return;
    safe += 1;
    const [isValidBefore, isValid] = [compileSchema(before), compileSchema(after)];
    for (const a of values) if (isValidBefore({ a }) === null) assert.equal(isValid({ a }), null, JSON.stringify(a));
  });
  fc.assert(property, { numRuns: 500 });
  assert.ok(safe > 30, `${safe} pairs were safe`);
});
