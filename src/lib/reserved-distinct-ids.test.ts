import assert from "node:assert/strict";
import { test } from "node:test";
import { isReservedDistinctId } from "./identifier.ts";

const anyCase = "anonymous guest distinctid distinct_id id not_authenticated email undefined true false".split(" ");
const exact = ["[object Object]", "NaN", "None", "none", "null", "0"];

for (const name of [...anyCase, ...exact, "", " ", "\t\n"]) {
  test(`${JSON.stringify(name)} is reserved, quoted too`, () => {
    for (const form of [name, `"${name}"`, `'${name}'`, ` ${name} `, `" ${name} "`])
      assert.ok(isReservedDistinctId(form), form);
  });
}

test("some names are reserved in any case", () => {
  for (const name of anyCase) {
    assert.ok(isReservedDistinctId(name.toUpperCase()));
    assert.ok(isReservedDistinctId(`'${name.charAt(0).toUpperCase()}${name.slice(1)}'`));
  }
});

for (const name of [
  "ada",
  "00",
  "1",
  "nan",
  "NONE",
  "anonymous2",
  "guest@example.com",
  "e-mail",
  '"ada"',
  "'anonymous\"",
  '"id',
  "\0",
]) {
  test(`${JSON.stringify(name)} is not reserved`, () => assert.ok(!isReservedDistinctId(name)));
}
