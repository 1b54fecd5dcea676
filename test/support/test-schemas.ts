import fc from "fast-check";

type Json = Record<string, unknown>;

const NAMES = fc.constantFrom("a", "b");
const SCALARS = fc.constantFrom("", "a", "😀", "bbb", 0, 1, 1.5, -2, true, false, null);
const TYPES = fc.constantFrom("string", "number", "integer", "boolean", "object", "array", "null");
const BOUNDS = fc.integer({ min: 0, max: 2 });

const PARTS: Record<string, fc.Arbitrary<unknown>> = {
  type: fc.uniqueArray(TYPES, { minLength: 1, maxLength: 3 }),
  enum: fc.uniqueArray(SCALARS, { minLength: 1, maxLength: 6 }),
  const: SCALARS,
  ...{ minimum: BOUNDS, maximum: BOUNDS, minLength: BOUNDS, maxLength: BOUNDS, minItems: BOUNDS, maxItems: BOUNDS },
  pattern: fc.constantFrom("a", "^b"),
  required: fc.uniqueArray(NAMES, { maxLength: 2 }),
  additionalProperties: fc.boolean(),
};

/** Of all keywords a few, or nothing would be valid. */
function schemasOf(parts: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Json> {
  const names = fc.subarray(Object.keys(parts), { maxLength: 3 });
  return fc.tuple(fc.record(parts), names).map(([all, few]) => {
    return withOrderedBounds(Object.fromEntries(few.map((name) => [name, all[name]])));
  });
}

const nested = (inner: fc.Arbitrary<Json>) => ({
  properties: fc.dictionary(NAMES, inner, { maxKeys: 2, noNullPrototype: true }),
  items: inner,
});
const LEAVES = schemasOf(PARTS);
const INNER = schemasOf({ ...PARTS, ...nested(LEAVES) });

/** Schemas of a property. */
export const SCHEMAS = schemasOf({
  ...PARTS,
  ...nested(INNER),
  anyOf: fc.array(LEAVES, { minLength: 1, maxLength: 2 }),
});

/** Values that such schemas are about. */
export const VALUES: fc.Arbitrary<unknown> = fc.oneof(
  SCALARS,
  fc.array(fc.oneof(SCALARS, fc.array(SCALARS, { maxLength: 1 })), { maxLength: 3 }),
  fc.dictionary(NAMES, fc.oneof(SCALARS, fc.dictionary(NAMES, SCALARS)), { maxKeys: 2, noNullPrototype: true }),
);

/** Leaves out a lower bound that is above the upper one. */
export function withOrderedBounds(schema: Json): Json {
  for (const what of ["imum", "Length", "Items"]) {
    if (Number(schema[`min${what}`]) > Number(schema[`max${what}`])) delete schema[`min${what}`];
  }
  return schema;
}
