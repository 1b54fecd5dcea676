import assert from "node:assert/strict";
import { test } from "node:test";
import { csvLine } from "./output.ts";

test("a text that a spreadsheet would run gets an apostrophe, a number stays one", () => {
  const run = ["=1+1", "+cmd", "-cmd", "@SUM(A1)", "\tx", "\r=1", " =1", '=HYPERLINK("x")', "-5+cmd"];
  for (const text of run) assert.ok(csvLine([text]).startsWith("\"'") || csvLine([text]).startsWith("'"), text);
  assert.equal(
    csvLine(["-5", "+1.5e3", -5, 1e21, "a=b", null, "", { a: "=1" }]),
    `-5,+1.5e3,-5,1e+21,a=b,,"","{""a"":""=1""}"\n`,
  );
});
