import assert from "node:assert/strict";
import { test } from "node:test";
import { pythonTypes } from "./python-types.ts";

test("values are literals in Python, unless one has a fraction", () => {
  const properties = { properties: { plan: { enum: ["free", 1, true, null] }, size: { enum: [1, 2.5] } } } as const;
  const text = pythonTypes([{ event: "signed up", typeName: "SignedUp", description: "", properties }]);
  assert.match(text, /"plan": NotRequired\[Literal\["free", 1, True, None\]\]/);
  assert.match(text, /"size": NotRequired\[Any\]/);
});
