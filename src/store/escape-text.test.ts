import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { escapeText, unescapeText } from "./escape-text.ts";

/** Any sequence of UTF-16 units, with those that are escaped or look like an escape more often than by chance. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 0xffff, 0xd83d, 0xde00, 0x30, 0x64)))
  .map((units) => String.fromCharCode(...units));

test("any text comes back from a column, which holds neither NUL nor half a surrogate pair", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const column = escapeText(text);
      assert.equal(unescapeText(column), text);
      assert.ok(column.isWellFormed() && !column.includes("\0"));
    }),
    { numRuns: 2000 },
  );
});

test("ordinary text stays as it is", () => {
  for (const text of ["", "a", "\u{1f600}", "\u0001\u{10ffff}", "__proto__"]) assert.equal(escapeText(text), text);
});
