import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { SCHEMAS, VALUES } from "../../../test/support/test-schemas.ts";
import { checkSchema } from "./check-schema.ts";
import { compileSchema } from "./compile-schema.ts";

const check = (schema: object, properties: unknown) =>
  compileSchema(checkSchema({ type: "object", ...schema }))(properties);

test("the first violation is described by its place, its rule and a sentence", () => {
  const item = { type: "object", properties: { sku: { type: "string", pattern: "^A" } }, required: ["sku"] };
  const schema = { properties: { items: { type: "array", items: item }, "a.b": { minimum: 1 } }, required: ["items"] };
  assert.equal(check(schema, { items: [{ sku: "A1" }], "a.b": 1 }), null);
  const cases: readonly (readonly [object, object])[] = [
    [{}, { path: "items", rule: "required", detail: "is missing" }],
    [{ items: "A1" }, { path: "items", rule: "type", detail: "must be array" }],
    [{ items: [{ sku: "A1" }, {}] }, { path: "items[].sku", rule: "required", detail: "is missing" }],
    [{ items: [{ sku: "B1" }] }, { path: "items[].sku", rule: "pattern", detail: "must match ^A" }],
    [
      { items: [], "a.b": 0 },
      { path: "a.b", rule: "minimum", detail: "must be at least 1" },
    ],
  ];
  for (const [properties, violation] of cases) assert.deepEqual(check(schema, properties), violation);
});

test("names that objects inherit are properties as any other", () => {
  const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}');
  assert.equal(check({ ...schema, required: ["toString"] }, {})?.path, "toString");
  assert.equal(check(schema, {}), null);
  assert.equal(check(schema, JSON.parse('{"__proto__":1}'))?.path, "__proto__");
});

test("what libraries add is allowed at the root of a closed schema only", () => {
  const closed = { properties: { a: { type: "object", additionalProperties: false } }, additionalProperties: false };
  assert.equal(check(closed, { $lib: "web", token: "phc", distinct_id: "ada", a: {} }), null);
  assert.deepEqual(check(closed, { b: 1 })?.path, "b");
  assert.deepEqual(check(closed, { a: { $lib: 1 } })?.path, "a.$lib");
});

test("a large event is not checked any further after a bounded number of values", () => {
  const schema = { properties: { a: { items: { type: "number" } } } };
  const numbers = Array.from({ length: 30_000 }, () => 1);
  assert.equal(check(schema, { a: [...numbers.slice(0, 10_000), "x"] })?.rule, "type");
  assert.equal(check(schema, { a: [...numbers, "x"] }), null);
  const start = performance.now();
  const patterns = { properties: { a: { items: { pattern: "^(a?){60}a{60}$" } } } };
  assert.equal(check(patterns, { a: Array.from({ length: 1000 }, () => "a".repeat(1000)) })?.rule, "pattern");
  assert.ok(performance.now() - start < 2000);
});

test("a text beyond the length that is matched violates a pattern", () => {
  const schema = { properties: { a: { pattern: "^x*$" } } };
  assert.equal(check(schema, { a: "x".repeat(1000) }), null);
  assert.equal(check(schema, { a: "x".repeat(1001) })?.rule, "pattern");
});

test("a value is valid exactly if it is for an independent validator", () => {
  const ajv = new Ajv2020({ strict: false });
  let valid = 0;
  const property = fc.property(SCHEMAS, fc.array(VALUES, { minLength: 10 }), (schema, values) => {
    const ours = compileSchema(checkSchema({ type: "object", properties: { a: schema } }));
    const theirs = ajv.compile(schema);
    for (const a of values) {
      assert.equal(ours({ a }) === null, theirs(a), JSON.stringify(a));
      if (theirs(a)) valid += 1;
    }
  });
  fc.assert(property, { numRuns: 200 });
  assert.ok(valid > 200, `${valid} values were valid`);
});
