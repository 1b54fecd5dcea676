import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlagFilters } from "../define/flag-definition.ts";
import { payloadOf } from "./outcome.ts";

test("the payload is the variant's, else that of true; a flag that is off has none", () => {
  const payloads = JSON.parse('{"true":"{}","a":{"x":1},"b":null,"__proto__":"own"}');
  const filters: FlagFilters = { groups: [], payloads };
  assert.equal(payloadOf(filters, true), "{}");
  assert.deepEqual(payloadOf(filters, "a"), { x: 1 });
  assert.equal(payloadOf(filters, "b"), null);
  assert.equal(payloadOf(filters, "c"), "{}");
  assert.equal(payloadOf(filters, "__proto__"), "own");
  assert.equal(payloadOf(filters, false), undefined);
  assert.equal(payloadOf({ groups: [], payloads: { a: 1 } }, "toString"), undefined);
  assert.equal(payloadOf({ groups: [], payloads: null }, true), undefined);
});
