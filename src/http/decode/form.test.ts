import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "../../lib/problem.ts";
import { readFormField } from "./unpack-body.ts";

const cases: [form: string, name: string, value: string | undefined][] = [
  ["data=abc", "data", "abc"],
  ["data=abc&compression=lz64", "data", "abc"],
  ["data=abc&compression=lz64", "compression", "lz64"],
  ["compression=lz64&data=a%2Bb%3D%3D", "data", "a+b=="],
  ["data=a+b", "data", "a b"],
  ["data=%F0%9F%9A%B2", "data", "🚲"],
  ['data={"a":"blå=1"}', "data", '{"a":"blå=1"}'],
  ["data=", "data", ""],
  ["data=1&data=2", "data", "1"],
  ["metadata=1", "data", undefined],
  ["data", "data", undefined],
  ["", "data", undefined],
];
for (const [form, name, value] of cases) {
  test(`${name} in ${form || "nothing"}`, () => {
    const found = readFormField(Buffer.from(form), name);
    assert.equal(found && Buffer.from(found).toString(), value);
  });
}

test("a malformed value is a parse_error", () => {
  for (const form of ["data=%zz", "data=%F0%9F", "data=%"]) {
    assert.throws(
      () => readFormField(Buffer.from(form), "data"),
      (error) => error instanceof Problem && error.code === "parse_error",
    );
  }
});
