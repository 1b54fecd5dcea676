import assert from "node:assert/strict";
import { join, normalize, sep } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "../../../test/support/any-json.ts";
import { directoryOfPrefix, keyOfPath, pathOfKey } from "./file-paths.ts";

const segment = fc.oneof(
  fc.constantFrom(
    "",
    ".",
    "..",
    "a",
    "A",
    "a.file",
    "%",
    "%41",
    "+",
    "a+",
    "\u{1f600}",
    "nul\0",
    "CON",
    "\\",
    "x".repeat(500),
    ...["history", "day=2026-11-23", "1-a.parquet", "_delta_log", "_last_checkpoint", `${"0".repeat(20)}.json`],
    ...["1-a%2eparquet.file", "day=2026-11-23/1-a.parquet", "_delta_log/_last_checkpoint"],
  ),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
);
const below = fc.constantFrom("", "history/");
const segments = fc.array(segment, { minLength: 1, maxLength: 5 });
const anyKey = fc.tuple(below, segments).map(([start, rest]) => start + rest.join("/"));

test("a key's path is normalized, stays within the root, and decodes to the key", () => {
  fc.assert(
    fc.property(anyKey, (key) => {
      const path = pathOfKey(key);
      const names = path.split(sep);
      assert.equal(normalize(path), path);
      for (const name of names) assert.match(name, /^[a-z0-9_=%+-]{1,201}(\.file|\.json|(\.checkpoint)?\.parquet)?$/);
      assert.equal(keyOfPath(names.slice(0, -1), names.at(-1) ?? ""), key);
    }),
    { numRuns: 1000 },
  );
});

test("different keys have paths that differ ignoring case, and no file is another's directory", () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyKey, { minLength: 2, maxLength: 10 }), (keys) => {
      const paths = keys.map((key) => pathOfKey(key).toLowerCase());
      assert.equal(new Set(paths).size, keys.length);
      for (const path of paths) assert.ok(!paths.some((other) => other.startsWith(path + sep)));
    }),
    { numRuns: 300 },
  );
});

test("the directory of each prefix of a key contains the key's path", () => {
  fc.assert(
    fc.property(anyKey, fc.nat(), (key, length) => {
      const names = pathOfKey(key).split(sep);
      const directory = directoryOfPrefix(key.slice(0, length % (key.length + 1)));
      assert.deepEqual(names.slice(0, directory.length), directory);
    }),
    { numRuns: 1000 },
  );
});

test("usual keys have readable paths", () => {
  const key = "session_recordings/project_id/1/session_id/0190a-b/data/1700000000000-1700000300000";
  assert.equal(pathOfKey(key), `${key.replaceAll("/", sep)}.file`);
  for (const name of [
    "events/day=2026-11-23/17-a.parquet",
    "persons/17-a.parquet",
    "distinct_ids/17-a.parquet",
    `events/_delta_log/${"0".repeat(20)}.json`,
    "events/_delta_log/_last_checkpoint",
  ])
    assert.equal(pathOfKey(`history/project_id/1/${name}`), `history/project_id/1/${name}`.replaceAll("/", sep));
  assert.equal(pathOfKey("history/2026-11-23/1-a.parquet"), join("history", "2026-11-23", "1-a%2eparquet.file"));
});

test("a foreign file has no key", () => {
  assert.equal(keyOfPath([], "README.md"), null);
  assert.equal(keyOfPath([".in-progress"], "a.file"), null);
  assert.equal(keyOfPath(["A"], "a.file"), null);
  assert.equal(keyOfPath([], "%zz.file"), null);
});
