import assert from "node:assert/strict";
import { test } from "node:test";
import { exactNumber, numberText } from "./exact-number.ts";

test("decimal text is a number", () => {
  for (const text of ["0", "-7", "+5.0", ".5", "5.", "1e3", "1.5E-3"])
    assert.equal(exactNumber(text), Number(text), text);
  for (const text of ["", ".", "1.2.3", "1e", "e3", " 1", "0x10", "Infinity", "1e999"]) {
    assert.equal(exactNumber(text), undefined, text);
  }
});

test("whole numbers beyond 2^53 are exact, in any notation of a number they are not", () => {
  assert.equal(exactNumber("175928847299117063"), 175928847299117063n);
  assert.equal(exactNumber("-9007199254740993"), -9007199254740993n);
  assert.equal(exactNumber("1.5e17"), 150_000_000_000_000_000);
  assert.equal(exactNumber("9".repeat(400)), undefined);
  assert.equal(numberText(2 ** 60), "1152921504606846976");
  assert.equal(numberText(-0), "0");
});
