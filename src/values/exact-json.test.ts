import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyJsonObject } from "../test-support/any-json.ts";
import { LargeNumber, parseExactly, stringifyExactly } from "./exact-json.ts";

test("any JSON comes back with its values as they were sent", () => {
  fc.assert(
    fc.property(anyJsonObject, ({ sent, kept }) => {
      assert.equal(stringifyExactly(parseExactly(sent)), kept);
    }),
    { numRuns: 1000 },
  );
});

test("to all others it is what JSON.parse gives", () => {
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
    for (const sent of [`{"a":${literal}}`, `[${literal}]`, `[${literal},${literal}]`, `{"a\\\\":\n${literal} }`]) {
      assert.equal(stringifyExactly(parseExactly(sent)), sent.replaceAll(/\s/g, ""));
    }
  });
}

for (const literal of ["0", "-1", "1.10", "9007199254740991", "9007199254740992", "9007199254740994", "1e300"].concat([
  ...["1700000000.1234567", "0.1234567890123456789", "1e+21", "1e-999", '"9007199254740993"', '"1e999"'],
  ...[`${"9".repeat(309)}e-9`, `${"9".repeat(250)}.5`, `${"9".repeat(250)}e9`],
])) {
  test(`${literal} is read as everywhere`, () => {
    const sent = `{"a":${literal},"b":[${literal}]}`;
    assert.deepEqual(parseExactly(sent), JSON.parse(sent));
  });
}

test("texts that look like large numbers stay texts", () => {
  const sent = String.raw`{"a":"x, 1e999, y","b":"\\","c":"\", 1e999","d\\\":1e999":": 9007199254740993","e":9007199254740993}`;
  const read = parseExactly(sent) as Record<string, unknown>;
  assert.ok(read.e instanceof LargeNumber);
  assert.equal(stringifyExactly(read), sent);
});

test("a key that comes twice has its last value, and __proto__ is a key as any other", () => {
  const read = parseExactly('{"a":9007199254740993,"b":2,"a":9007199254740995,"__proto__":9007199254740997}');
  assert.equal(stringifyExactly(read), '{"a":9007199254740995,"b":2,"__proto__":9007199254740997}');
});

test("JSON.stringify does what it always does, also after a value that cannot be written", () => {
  const value = parseExactly('{"large":12345678901234567890,"infinite":1e999}');
  assert.equal(JSON.stringify(value), '{"large":12345678901234567000,"infinite":null}');
  assert.throws(() => stringifyExactly({ toJSON: () => assert.fail("no JSON") }));
  assert.equal(JSON.stringify(value), '{"large":12345678901234567000,"infinite":null}');
});

test("megabytes of what might be large numbers are read in one go", () => {
  const numbers = "9007199254740993,".repeat(300_000);
  const inText = `["${numbers}",1,${"\\\\".length}]`;
  assert.deepEqual(parseExactly(inText), JSON.parse(inText));
  const list = `[${numbers}0]`;
  assert.equal(stringifyExactly(parseExactly(list)), list);
  const digits = `[${"9".repeat(5_000_000)}.5,"${'\\"'.repeat(2_000_000)}"]`;
  assert.equal((parseExactly(digits) as unknown[]).length, 2);
});
