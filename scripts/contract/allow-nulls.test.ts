import assert from "node:assert/strict";
import { test } from "node:test";
import { allowNulls } from "./allow-nulls.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const orNull = (schema: object) => ({ anyOf: [schema, { type: "null" }] });

test("optional members of questions may be null, and no others", () => {
  const text = { type: "string" };
  const schemas = {
    Query: { oneOf: [ref("Trends")], discriminator: { mapping: { TrendsQuery: "#/components/schemas/Trends" } } },
    Trends: {
      type: "object",
      required: ["kind", "series"],
      properties: {
        kind: text,
        series: { type: "array", items: { properties: { name: { description: "A name.", ...text } } } },
        dateRange: ref("Range"),
        event: { type: ["string", "null"] },
        tags: ref("Anything"),
      },
      "x-client": { properties: { tags: null } },
    },
    Range: { type: "object", properties: { from: { enum: ["a", "b"] }, to: { oneOf: [text, { type: "null" }] } } },
    Anything: { description: "Ignored." },
    Person: { properties: { name: text } },
  };
  const { Trends, Range, ...others } = JSON.parse(allowNulls(JSON.stringify({ components: { schemas } }))).components
    .schemas;
  const { Query, Anything, Person } = schemas;
  assert.deepEqual(others, { Query, Anything, Person });
  assert.deepEqual(Trends, {
    ...schemas.Trends,
    properties: {
      ...schemas.Trends.properties,
      series: { type: "array", items: { properties: { name: { description: "A name.", ...orNull(text) } } } },
      dateRange: orNull(ref("Range")),
    },
  });
  assert.deepEqual(Range.properties.from, orNull({ enum: ["a", "b"] }));
  assert.deepEqual(Range.properties.to, schemas.Range.properties.to);
});
