import assert from "node:assert/strict";
import { test } from "node:test";
import { flagHash, holdoutHash } from "./hash.ts";

// int(hashlib.sha1(f"{key}.{identifier}{salt}".encode()).hexdigest()[:15], 16) / float(0xFFFFFFFFFFFFFFF), by Python's hashlib
const VECTORS = [
  ["simple-flag", "distinct_id_0", "", 0.7836963764220432],
  ["simple-flag", "distinct_id_1", "", 0.3397069926995401],
  ["multivariate-flag", "distinct_id_0", "variant", 0.6186454537930379],
  ["beta", "Ünïcode 🙂 id", "", 0.6107729480349713],
  ["a.b", "", "", 0.049044120790736445],
  ["new-checkout", "u-1", "", 0.29580491322445623],
  ["new-checkout", "u-1", "variant", 0.9357312319700706],
] as const;

test("the hash agrees with other implementations to the last bit", () => {
  for (const [key, identifier, salt, expected] of VECTORS) {
    assert.equal(flagHash(key, identifier, salt), expected, `${key}.${identifier}${salt}`);
  }
});

test("the hash for holdouts is of its own kind, and the same for all flags", () => {
  assert.equal(holdoutHash("u-1"), 0.9919590017863519);
});

test("hashes spread evenly between 0 and 1", () => {
  const tenths = new Array<number>(10).fill(0);
  for (let person = 0; person < 10_000; person += 1) {
    const tenth = Math.floor(flagHash("spread", `person-${person}`) * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  assert.deepEqual(
    tenths.filter((count) => count < 850 || count > 1150),
    [],
  );
});
