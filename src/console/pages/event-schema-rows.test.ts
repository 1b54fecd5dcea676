import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsOf, typeOf, valuesOf, withRows, withType, withValues } from "./event-schema-rows.ts";

const SCHEMA = {
  type: "object",
  additionalProperties: false,
  properties: {
    plan: { type: "string", enum: ["free", "pro"], description: "What they pay for" },
    seats: { type: ["integer", "null"], minimum: 1 },
    address: { type: "object", properties: { city: { type: "string" } } },
  },
  required: ["plan", "elsewhere"],
};
const TEXT = JSON.stringify(SCHEMA, null, 2);

test("rows that nobody changes are the same schema", () => {
  const rows = rowsOf(TEXT) ?? assert.fail();
  assert.deepEqual(
    rows.map(({ name, isRequired, property }) => [name, isRequired, typeOf(property), valuesOf(property)]),
    [
      ["plan", true, "string", "free, pro"],
      ["seats", false, "integer or null", null],
      ["address", false, "object", null],
    ],
  );
  assert.deepEqual(JSON.parse(withRows(TEXT, rows)), JSON.parse(TEXT));
});

test("a row is added, changed and removed; the rest of the schema stays", () => {
  const [plan, seats] = rowsOf(TEXT) ?? assert.fail();
  if (!plan || !seats) return assert.fail();
  const optional = { ...plan, isRequired: false, property: withValues(plan.property, "free, team ,,free") };
  const added = { name: "__proto__", isRequired: true, property: withType({}, "boolean") };
  const changed = JSON.parse(withRows(TEXT, [optional, added]));
  assert.deepEqual(changed.properties.plan, { ...SCHEMA.properties.plan, enum: ["free", "team"] });
  assert.deepEqual(Object.keys(changed.properties), ["plan", "__proto__"]);
  assert.deepEqual(changed.required, ["__proto__", "elsewhere"]);
  assert.equal(changed.additionalProperties, false);
});

test("values stay with texts only, and those with commas in the JSON", () => {
  assert.deepEqual(withType({ enum: ["a"], title: "A" }, "number"), { type: "number", title: "A" });
  assert.deepEqual(withType({ type: "string", enum: ["a"] }, ""), { enum: ["a"] });
  assert.deepEqual(withValues({ type: "string", enum: ["a"] }, " "), { type: "string" });
  assert.equal(valuesOf({ enum: ["a, b"] }), null);
  assert.equal(valuesOf({ enum: [1] }), null);
});

test("what is no schema of an object has no rows", () => {
  for (const text of ["{", "[]", "null", '{"properties": []}', '{"properties": {"a": 1}}', '{"required": "a"}']) {
    assert.equal(rowsOf(text), null, text);
  }
  assert.deepEqual(rowsOf("{}"), []);
});
