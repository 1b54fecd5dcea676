import assert from "node:assert/strict";
import { test } from "node:test";
import { caretRange, compareVersions, parseVersion, tildeRange, type Version, wildcardRange } from "./semver.ts";

function version(text: string): Version {
  return parseVersion(text) ?? assert.fail(`${text} is a version`);
}

test("versions are accepted in the formats of apps", () => {
  const cases: [string, string[], string[]?, string[]?][] = [
    ["1.2.3", ["1", "2", "3"]],
    ["v1.2.3 ", ["1", "2", "3"]],
    ["1.2", ["1", "2", "0"]],
    ["3", ["3", "0", "0"]],
    ["3.08", ["3", "8", "0"]],
    ["1.2-beta.1", ["1", "2", "0"], ["beta", "1"]],
    ["1.2.3+build-7.5", ["1", "2", "3"], [], ["build-7", "5"]],
    ["1.2.3-a-b+c", ["1", "2", "3"], ["a-b"], ["c"]],
    ["18446744073709551615.0.0", ["18446744073709551615", "0", "0"]],
  ];
  for (const [text, numbers, preRelease = [], build = []] of cases)
    assert.deepEqual(parseVersion(text), { numbers, preRelease, build }, text);
  const others = [
    "",
    ".1",
    "1.",
    "1..2",
    "1.x",
    "latest",
    "1.2.*",
    "1e3",
    "1.2.3.4",
    "V1",
    " v1",
    "1.2.3-",
    "1.2.3-01",
  ];
  for (const text of [...others, "1.0.0-a..b", "1.0.0+", "18446744073709551616.0.0"])
    assert.equal(parseVersion(text), undefined, text);
});

test("versions have the order of semver.org", () => {
  const ascending = [
    ...["0.9.9", "1.0.0-1", "1.0.0-2", "1.0.0-10", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta"],
    ...["1.0.0-rc.1", "1.0.0", "1.0.0+5", "1.0.0+a", "1.9.9", "1.10.0", "1.10.1", "99999999999999999998.0.0"],
  ].filter((text) => parseVersion(text));
  for (const [index, older] of ascending.entries()) {
    assert.equal(compareVersions(version(older), version(older)), 0);
    for (const newer of ascending.slice(index + 1)) {
      assert.ok(compareVersions(version(older), version(newer)) < 0, `${older} < ${newer}`);
      assert.ok(compareVersions(version(newer), version(older)) > 0, `${newer} > ${older}`);
    }
  }
});

test("tilde, caret and wildcard ranges", () => {
  const cases: [(text: string) => ReturnType<typeof tildeRange>, string, string[], string[]][] = [
    [tildeRange, "1.2.3", ["1.2.3", "1.2.99"], ["1.2.2", "1.3.0", "1.2.4-beta"]],
    [tildeRange, "1.2.3-b", ["1.2.3-b", "1.2.3-c", "1.2.3", "1.2.4"], ["1.2.3-a", "1.2.4-c"]],
    [caretRange, "1.2.3", ["1.2.3", "1.99.0"], ["1.2.2", "2.0.0", "2.0.0-beta"]],
    [caretRange, "0.2.3", ["0.2.3", "0.2.9"], ["0.3.0", "0.2.2"]],
    [caretRange, "0.0.3", ["0.0.3"], ["0.0.4", "0.0.2"]],
    [caretRange, "0", ["0.0.0"], ["0.0.1", "0.1.0"]],
    [wildcardRange, "1.*", ["1.0.0", "1.9.9"], ["0.9.9", "2.0.0", "1.0.0-rc"]],
    [wildcardRange, "v1.02.*", ["1.2.0", "1.2.9"], ["1.3.0", "1.1.9"]],
    [wildcardRange, "1.*.*", ["1.0.0", "1.9.9"], ["2.0.0"]],
    [wildcardRange, "1.2.3", ["1.2.3", "1.9.0"], ["1.2.2", "2.0.0"]],
    [wildcardRange, "*", ["0.0.0", "99.0.0"], ["1.0.0-a"]],
  ];
  for (const [rangeOf, text, inside, outside] of cases) {
    const isInRange = rangeOf(text) ?? assert.fail(text);
    for (const one of [...inside, ...outside])
      assert.equal(isInRange(version(one)), inside.includes(one), `${one} in ${text}`);
  }
  for (const text of ["", "x", "1.*.3", "1.2.3.*", "1.2.3.*.5", "a.*"])
    assert.equal(wildcardRange(text), undefined, text);
  assert.equal(tildeRange("x"), undefined);
  assert.equal(caretRange("x"), undefined);
});

test("long texts are read in linear time", () => {
  for (const text of [`${".*".repeat(200_000)}1`, `1.${"*".repeat(400_000)}`])
    assert.equal(wildcardRange(text), undefined);
  assert.equal(parseVersion("1".repeat(400_000)), undefined);
});
