import assert from "node:assert/strict";
import { test } from "node:test";
import { joinLines } from "./unpack-body.ts";

const join = (lines: string) => Buffer.from(joinLines(Buffer.from(lines))).toString();

test("lines become a list, whatever is between them", () => {
  for (const lines of [
    '{"a": 1}\n{"b":"x y"}',
    '{"a": 1}\n{"b":"x y"}\n',
    ' \n\n{"a": 1}\r\n \r\n\t{"b":"x y"}\r\n\r\n',
  ]) {
    assert.deepEqual(JSON.parse(join(lines)), [{ a: 1 }, { b: "x y" }]);
  }
  assert.equal(join("{}"), "[{}]");
  assert.equal(join(" \n\r\n"), "[]");
});

test("every byte has room, and a value that is in two lines is no JSON", () => {
  assert.equal(join("1\n".repeat(1000)), `[${Array(1000).fill("1")}]`);
  assert.throws(() => JSON.parse(join('{\n"a":1}')), SyntaxError);
  assert.throws(() => JSON.parse(join("1]\n[1")), SyntaxError);
});
