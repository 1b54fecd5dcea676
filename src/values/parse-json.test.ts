import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_DEPTH, parseJson } from "./parse-json.ts";

const parse = (text: string) => parseJson(Buffer.from(text));
const nested = (depth: number, [open, close]: [string, string], core = "") =>
  open.repeat(depth) + core + close.repeat(depth);

test("JSON in UTF-8 is read", () => {
  assert.deepEqual(parse('{"a": ["é", "😀", null, 1.5]}'), { a: ["é", "😀", null, 1.5] });
  assert.equal(parse('"\\ud83d"'), "\uD83D");
});

test("__proto__ is a key like any other", () => {
  const value = parse('{"__proto__": {"x": 1}}');
  assert.deepEqual(Object.keys(value as object), ["__proto__"]);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
});

for (const text of ["", " ", "{", '{"a": }', "undefined", "NaN", "'a'", '{"a": 1} x', '"\u0001"']) {
  test(`${JSON.stringify(text)} is no JSON`, () => assert.throws(() => parse(text), SyntaxError));
}

const notUtf8: [string, number[]][] = [
  ["a stray continuation byte", [0x80]],
  ["a sequence that is cut off", [0xe2, 0x82]],
  ["an overlong NUL", [0xc0, 0x80]],
  ["half a pair of surrogates", [0xed, 0xa0, 0x80]],
  ["beyond the last character", [0xf4, 0x90, 0x80, 0x80]],
];
for (const [name, bytes] of notUtf8) {
  test(`not UTF-8: ${name}`, () => assert.throws(() => parseJson(Buffer.from([0x22, ...bytes, 0x22])), TypeError));
}

for (const pair of [
  ["[", "]"],
  ['{"a":', "}"],
] as [string, string][]) {
  const core = pair[0] === "[" ? "" : "1";
  test(`${pair[0]} may be ${MAX_DEPTH} deep, and what is that deep can be written again`, () => {
    const text = nested(MAX_DEPTH, pair, core);
    assert.equal(JSON.stringify(parse(text)), text);
    assert.throws(() => parse(nested(MAX_DEPTH + 1, pair, core)), RangeError);
    assert.throws(() => parse(nested(1_000_000, pair, core)), RangeError);
  });
}

test("brackets side by side are not deep", () => {
  const text = `[${"[],{},".repeat(10_000)}0]`;
  assert.equal((parse(text) as unknown[]).length, 20_001);
});

test("brackets within texts do not count, and quotes there are told from those that end them", () => {
  const text = JSON.stringify({ a: "[".repeat(5000), b: '"['.repeat(5000), c: '\\"['.repeat(5000), d: "\\" });
  assert.equal(JSON.stringify(parse(text)), text);
  assert.throws(() => parse(`{"a": "\\\\", "b": ${nested(MAX_DEPTH, ["[", "]"])}}`), RangeError);
});
