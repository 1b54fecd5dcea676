import assert from "node:assert/strict";
import { test } from "node:test";
import { caretRange, compareVersions, isWithin, parseVersion, tildeRange, wildcardRange } from "./semver.ts";

test("versions are accepted in the formats of apps", () => {
  const cases: [string, readonly number[] | undefined][] = [
    ["1.2.3", [1, 2, 3]],
    [" v1.2.3 ", [1, 2, 3]],
    ["1.2", [1, 2, 0]],
    ["3", [3, 0, 0]],
    ["3.08", [3, 8, 0]],
    ["1.2.3-beta.1", [1, 2, 3]],
    ["1.2.3+build", [1, 2, 3]],
    ["1.2.3.4", [1, 2, 3]],
    ["", undefined],
    [".1", undefined],
    ["1.x", undefined],
    ["latest", undefined],
    ["1.2.*", undefined],
    ["1e3", undefined],
  ];
  for (const [text, version] of cases) assert.deepEqual(parseVersion(text), version, text);
});

test("versions are compared by number, not by text", () => {
  assert.ok(compareVersions([1, 10, 0], [1, 9, 9]) > 0);
  assert.ok(compareVersions([1, 2, 3], [1, 2, 4]) < 0);
  assert.equal(compareVersions([1, 2, 3], [1, 2, 3]), 0);
});

test("tilde, caret and wildcard ranges", () => {
  const cases: [(text: string) => ReturnType<typeof tildeRange>, string, string[], string[]][] = [
    [tildeRange, "1.2.3", ["1.2.3", "1.2.99"], ["1.2.2", "1.3.0"]],
    [caretRange, "1.2.3", ["1.2.3", "1.99.0"], ["1.2.2", "2.0.0"]],
    [caretRange, "0.2.3", ["0.2.3", "0.2.9"], ["0.3.0", "0.2.2"]],
    [caretRange, "0.0.3", ["0.0.3"], ["0.0.4", "0.0.2"]],
    [wildcardRange, "1.*", ["1.0.0", "1.9.9"], ["0.9.9", "2.0.0"]],
    [wildcardRange, "v1.2.*", ["1.2.0", "1.2.9"], ["1.3.0", "1.1.9"]],
    [wildcardRange, "1.*.*", ["1.0.0", "1.9.9"], ["2.0.0"]],
    [wildcardRange, "1.2.3", ["1.2.3"], ["1.2.4"]],
    [wildcardRange, "*", ["0.0.0", "99.0.0"], []],
  ];
  for (const [rangeOf, text, inside, outside] of cases) {
    const range = rangeOf(text);
    assert.ok(range, text);
    for (const version of [...inside, ...outside]) {
      const parsed = parseVersion(version);
      assert.ok(parsed);
      assert.equal(isWithin(parsed, range), inside.includes(version), `${version} in ${text}`);
    }
  }
  for (const text of ["", "x", "1.*.3", "1.2.3.*.5", "a.*"]) assert.equal(wildcardRange(text), undefined, text);
  assert.equal(tildeRange("x"), undefined);
  assert.equal(caretRange("x"), undefined);
});
