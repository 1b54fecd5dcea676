import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyJsonValue } from "../../../test/support/any-json.ts";
import { parseJsonText, parseWithoutEscapedNames } from "./parse-json-text.ts";

/** Pairs of a name with a backslash, and of a name in whose JSON the first characters are the same. */
const pairs: [first: string, second: string][] = [
  [String.raw`"\\u00"`, String.raw`"\u00e9tat"`],
  [String.raw`"\\"`, String.raw`"\""`],
  [String.raw`"\u005cn"`, String.raw`"\n-"`],
  [String.raw`"a\\\\"`, String.raw`"a\\\u0062"`],
  [String.raw`"\\ud83d"`, String.raw`"\ud83dabcde"`],
];
for (const [first, second] of pairs) {
  test(`the name ${second} is read as such after ${first}`, () => {
    for (const others of [
      ['"parsed":1'],
      ['"one":1', '"two":2', '"three":3'],
      ['"others":{"\\n":["\\n:"]}', '"\\t":1e999'],
    ]) {
      parseJsonText(`{${[...others, `${first}:[]`]}}`);
      for (const parse of [parseJsonText, parseWithoutEscapedNames]) {
        const read = parse(`{${[...others, `${second} :\t1`]}}`) as object;
        assert.deepEqual(Object.keys(read).slice(-1), [JSON.parse(second)]);
      }
    }
  });
}

const cases: [sent: string, read: string][] = [
  ['{"\\u0041":1,"A":2,"b\\n":3,"\\u0031":4,"b\\u000a":5}', '{"1":4,"A":2,"b\\n":5}'],
  [
    '{"\\u005f_proto__":{"\\"":1},"\\u0022":[{"\\\\":"\\\\"},"\\":"]}',
    '{"__proto__":{"\\"":1},"\\"":[{"\\\\":"\\\\"},"\\":"]}',
  ],
  ['[":",{"\\\\":"\\"","a":"\\\\"} , "\\\\", ":"]', '[":",{"\\\\":"\\"","a":"\\\\"},"\\\\",":"]'],
  ['"\\":"', '"\\":"'],
];
for (const [sent, read] of cases) {
  test(`reads ${sent}`, () => assert.equal(JSON.stringify(parseWithoutEscapedNames(sent)), read));
}

test("refuses invalid JSON, also where it would be valid without escape sequences", () => {
  for (const text of [
    '{"a"\\u003a":1}',
    '{"a"\\u003a":x"}',
    '{"\\x":1}',
    '{"\\',
    '{"\\n":1,}',
    '{"\\n"x:1}',
    '{\\u0022a":1}',
  ]) {
    assert.throws(() => parseWithoutEscapedNames(text), SyntaxError, text);
  }
});

test("reads any names, however they are escaped", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "/", ":", '"', " ", "\n", "\u00e9", "\ud800", "\u{1f600}") });
  const maps = fc.dictionary(name, fc.oneof(anyJsonValue, fc.dictionary(name, fc.constantFrom("\\", ":", 1))));
  fc.assert(
    fc.property(maps, fc.boolean(), (map, isAscii) => {
      const json = JSON.stringify(map);
      const sent = isAscii ? json.replaceAll(/[^ -~]/g, unicodeEscape) : json;
      assert.equal(JSON.stringify(parseWithoutEscapedNames(sent)), json);
    }),
    { numRuns: 300 },
  );
});

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

test("parses megabytes of escape sequences in linear time", () => {
  const spaces = " ".repeat(300_000);
  const escapes = '\\"'.repeat(300_000);
  for (const text of [
    `{"${escapes}"${spaces}:1}`,
    `["${escapes}"${spaces}]`,
    `{${'"\\n":1,'.repeat(200_000)}"\\t":1}`,
  ]) {
    const read = parseWithoutEscapedNames(text);
    assert.equal(JSON.stringify(read), JSON.stringify(JSON.parse(text)));
  }
});
