import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyJsonObject } from "../../../test/support/any-json.ts";
import {
  applyChanges,
  isPropertyMap,
  LargeNumber,
  MAX_DEPTH,
  type PropertyChange,
  type PropertyMap,
  parseExactly,
  parseJson,
  propertyMap,
  propertyOf,
  stringifyExactly,
} from "./json.ts";

const parse = (text: string) => parseJson(Buffer.from(text));
const nested = (depth: number, [open, close]: [string, string], core = "") =>
  open.repeat(depth) + core + close.repeat(depth);

test("parses JSON in UTF-8", () => {
  assert.deepEqual(parse('{"a": ["é", "😀", null, 1.5]}'), { a: ["é", "😀", null, 1.5] });
  assert.equal(parse('"\\ud83d"'), "\uD83D");
});

test("__proto__ is a key like any other", () => {
  const value = parse('{"__proto__": {"x": 1}}');
  assert.deepEqual(Object.keys(value as object), ["__proto__"]);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
});

for (const text of ["", " ", "{", '{"a": }', "undefined", "NaN", "'a'", '{"a": 1} x', '"\u0001"']) {
  test(`${JSON.stringify(text)} is not JSON`, () => assert.throws(() => parse(text), SyntaxError));
}

const notUtf8: [string, number[]][] = [
  ["a stray continuation byte", [0x80]],
  ["a truncated sequence", [0xe2, 0x82]],
  ["an overlong NUL", [0xc0, 0x80]],
  ["a surrogate", [0xed, 0xa0, 0x80]],
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
  test(`${pair[0]} may be nested ${MAX_DEPTH} deep, which can be written again`, () => {
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

test("brackets in strings do not count, nor do escaped quotes end a string", () => {
  const text = JSON.stringify({ a: "[".repeat(5000), b: '"['.repeat(5000), c: '\\"['.repeat(5000), d: "\\" });
  assert.equal(JSON.stringify(parse(text)), text);
  assert.throws(() => parse(`{"a": "\\\\", "b": ${nested(MAX_DEPTH, ["[", "]"])}}`), RangeError);
});

const json = (text: string) => JSON.parse(text) as PropertyMap;

const changes: [name: string, before: PropertyMap, changes: PropertyChange[], after: PropertyMap][] = [
  ["nothing", { a: 1 }, [], { a: 1 }],
  ["set replaces and adds", { a: 1 }, [{ set: { a: 2, b: 3 } }], { a: 2, b: 3 }],
  ["setOnce only adds", { a: 1 }, [{ setOnce: { a: 2, b: 3 } }], { a: 1, b: 3 }],
  ["setOnce does not replace null", { a: null }, [{ setOnce: { a: 2 } }], { a: null }],
  ["unset removes, and ignores absent keys", { a: 1 }, [{ unset: ["a", "b"] }], {}],
  [
    "in one change: setOnce, set, unset",
    {},
    [{ unset: ["c"], set: { a: 2, c: 2 }, setOnce: { a: 1, b: 1 } }],
    { a: 2, b: 1 },
  ],
  ["one change after the other", { a: 1 }, [{ unset: ["a"] }, { setOnce: { a: 2 } }, { set: { a: 3 } }], { a: 3 }],
];

for (const [name, before, list, after] of changes) {
  test(`changes: ${name}`, () => {
    const copy = structuredClone(before);
    assert.deepEqual(applyChanges(before, list), after);
    assert.deepEqual(before, copy);
    assert.deepEqual(applyChanges(applyChanges(before, list), list), after);
  });
}

test("keys of the prototype can be set, found and unset", () => {
  const strange = json('{"__proto__": {"x": 1}, "constructor": 2, "": 3}');
  const set = applyChanges({}, [{ set: strange }]);
  assert.equal(JSON.stringify(set), JSON.stringify(strange));
  assert.equal(JSON.stringify(applyChanges({}, [{ setOnce: strange }])), JSON.stringify(strange));
  assert.deepEqual(propertyOf(set, "__proto__"), { x: 1 });
  assert.deepEqual(Object.keys(applyChanges(set, [{ unset: ["__proto__", ""] }])), ["constructor"]);
});

test("propertyOf returns own properties only", () => {
  assert.equal(propertyOf({}, "__proto__"), undefined);
  assert.equal(propertyOf({}, "toString"), undefined);
  assert.equal(propertyOf({ a: null }, "a"), null);
  assert.equal(JSON.stringify(propertyMap([["__proto__", 1]])), '{"__proto__":1}');
});

test("isPropertyMap is true for JSON objects only", () => {
  assert.deepEqual([{}, json('{"__proto__": 1}'), [], null, undefined, "a", 1, true].map(isPropertyMap), [
    true,
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("parseExactly and stringifyExactly keep any JSON as it was sent", () => {
  fc.assert(
    fc.property(anyJsonObject, ({ sent, kept }) => {
      assert.equal(stringifyExactly(parseExactly(sent)), kept);
    }),
    { numRuns: 1000 },
  );
});

test("JSON.stringify writes exact values as JSON.parse reads them", () => {
  fc.assert(
    fc.property(anyJsonObject, ({ sent }) => {
      const read = JSON.stringify(JSON.parse(sent));
      assert.equal(JSON.stringify(parseExactly(sent)), read);
    }),
    { numRuns: 1000 },
  );
});

for (const literal of [
  ...["9007199254740993", "-9007199254740993", "12345678901234567890", "100000000000000000000001"],
  ...["1e999", "-1E400", "1.5e+309", "1.7976931348623159e308", `1${"0".repeat(400)}`],
  ...[`${"9".repeat(309)}.5`, `-${"9".repeat(250)}e99`, `${"9".repeat(250)}.25E+99`],
]) {
  test(`${literal} keeps its digits`, () => {
    for (const sent of [
      `{"a":${literal}}`,
      `[${literal}]`,
      `[${literal},${literal}]`,
      `{"ends-in-\\\\":\n${literal} }`,
    ]) {
      assert.equal(stringifyExactly(parseExactly(sent)), sent.replaceAll(/\s/g, ""));
    }
  });
}

for (const literal of ["0", "-1", "1.10", "9007199254740991", "9007199254740992", "9007199254740994", "1e300"].concat([
  ...["1700000000.1234567", "0.1234567890123456789", "1e+21", "1e-999", '"9007199254740993"', '"1e999"'],
  ...[`${"9".repeat(309)}e-9`, `${"9".repeat(250)}.5`, `${"9".repeat(250)}e9`],
])) {
  test(`${literal} is read as by JSON.parse`, () => {
    const sent = `{"a":${literal},"b":[${literal}]}`;
    assert.deepEqual(parseExactly(sent), JSON.parse(sent));
  });
}

test("strings that look like large numbers stay strings", () => {
  const strings = String.raw`"a":"x, 1e999, y","b":"\\","c":"\", 1e999","d\\\":1e999":": 9007199254740993"`;
  const sent = `{${strings},"e":9007199254740993}`;
  const read = parseExactly(sent) as Record<string, unknown>;
  assert.ok(read.e instanceof LargeNumber);
  assert.equal(stringifyExactly(read), sent);
});

test("a repeated key has its last value, and __proto__ is a key like any other", () => {
  const read = parseExactly('{"a":9007199254740993,"b":2,"a":9007199254740995,"__proto__":9007199254740997}');
  assert.equal(stringifyExactly(read), '{"a":9007199254740995,"b":2,"__proto__":9007199254740997}');
});

test("JSON.stringify is unaffected, also after stringifyExactly threw", () => {
  const value = parseExactly('{"large":12345678901234567890,"infinite":1e999}');
  assert.equal(JSON.stringify(value), '{"large":12345678901234567000,"infinite":null}');
  assert.throws(() => stringifyExactly({ toJSON: () => assert.fail("no JSON") }));
  assert.equal(JSON.stringify(value), '{"large":12345678901234567000,"infinite":null}');
});

test("parses megabytes of possibly large numbers in linear time", () => {
  const numbers = "9007199254740993,".repeat(60_000);
  const inText = `["${numbers}",1,${"\\\\".length}]`;
  assert.deepEqual(parseExactly(inText), JSON.parse(inText));
  const list = `[${numbers}0]`;
  assert.equal(stringifyExactly(parseExactly(list)), list);
  const digits = `[${"9".repeat(4_000_000)},"${'\\"'.repeat(400_000)}"]`;
  assert.equal((parseExactly(digits) as unknown[]).length, 2);
});
