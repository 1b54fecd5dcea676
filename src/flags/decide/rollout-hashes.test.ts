import assert from "node:assert/strict";
import { test } from "node:test";
import { buildFlagSet, evaluateTestFlags } from "../../../test/support/test-evaluate.ts";
import type { Variant } from "../define/flag-definition.ts";
import { type HashSeed, HashSeeds, RolloutHashCache, RolloutHashes } from "./rollout-hashes.ts";

function positionOf(identifier: string, choose: (seeds: HashSeeds) => HashSeed): number {
  const seeds = new HashSeeds();
  const seed = choose(seeds);
  return new RolloutHashes({ seedCount: seeds.count, decisionBytes: 0 }, identifier).at(seed);
}

// Python: int(hashlib.sha1(f"{key}.{identifier}{salt}".encode()).hexdigest()[:15], 16) / float(0xFFFFFFFFFFFFFFF)
const VECTORS = [
  ["simple-flag", "distinct_id_0", "", 0.7836963764220432],
  ["simple-flag", "distinct_id_1", "", 0.3397069926995401],
  ["multivariate-flag", "distinct_id_0", "variant", 0.6186454537930379],
  ["beta", "Ünïcode 🙂 id", "", 0.6107729480349713],
  ["a.b", "", "", 0.049044120790736445],
  ["new-checkout", "u-1", "", 0.29580491322445623],
  ["new-checkout", "u-1", "variant", 0.9357312319700706],
] as const;

test("the hash equals that of other implementations", () => {
  for (const [key, identifier, salt, expected] of VECTORS) {
    const hash = positionOf(identifier, (seeds) => (salt === "" ? seeds.rollout(key) : seeds.variants(key)));
    assert.equal(hash, expected, `${key}.${identifier}${salt}`);
  }
});

test("the holdout hash does not depend on the flag", () => {
  assert.equal(
    positionOf("u-1", (seeds) => seeds.holdouts()),
    0.9919590017863519,
  );
});

test("hashes are distributed evenly between 0 and 1", () => {
  const tenths = new Array<number>(10).fill(0);
  for (let person = 0; person < 10_000; person += 1) {
    const tenth = Math.floor(positionOf(`person-${person}`, (seeds) => seeds.rollout("spread")) * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  assert.deepEqual(
    tenths.filter((count) => count < 850 || count > 1150),
    [],
  );
});

function chooseVariant(variants: Variant[], distinctId: string) {
  const flags = { shares: { filters: { groups: [{}], multivariate: { variants } } } };
  return evaluateTestFlags(flags, { distinctId }).flags.get("shares");
}

test("each variant gets its share", () => {
  const variants = [
    { key: "half", rollout_percentage: 50 },
    { key: "none", rollout_percentage: 0 },
    { key: "third", rollout_percentage: 30 },
    { key: "rest", rollout_percentage: 20 },
  ];
  const counts: Record<string, number> = {};
  for (let person = 0; person < 1000; person += 1) {
    const variant = String(chooseVariant(variants, `person-${person}`));
    counts[variant] = (counts[variant] ?? 0) + 1;
  }
  assert.deepEqual(Object.keys(counts).sort(), ["half", "rest", "third"]);
  for (const [key, share] of [
    ["half", 500],
    ["third", 300],
    ["rest", 200],
  ] as const) {
    assert.ok(Math.abs((counts[key] ?? 0) - share) < 60, `${key}: ${counts[key]}`);
  }
});

test("a share includes its lower and excludes its upper bound; outside all shares the flag is true", () => {
  const hash = positionOf("u", (seeds) => seeds.variants("shares"));
  const upTo = (bound: number): Variant[] => [
    { key: "below", rollout_percentage: bound * 100 },
    { key: "above", rollout_percentage: 100 - bound * 100 },
  ];
  assert.equal(chooseVariant(upTo(hash + 1e-9), "u"), "below");
  assert.equal(chooseVariant(upTo(hash - 1e-9), "u"), "above");
  assert.equal(chooseVariant(upTo(1 - 1e-9).slice(0, 1), "u"), "below");
  assert.equal(chooseVariant([], "u"), true);
});

test("equal seeds are the same", () => {
  const seeds = new HashSeeds();
  assert.equal(seeds.rollout("a"), seeds.rollout("a"));
  const different = [seeds.rollout("a"), seeds.rollout("b"), seeds.variants("a"), seeds.holdouts()];
  assert.deepEqual(
    different.map(({ index }) => index),
    [0, 1, 2, 3],
  );
  assert.equal(seeds.count, 4);
});

test("a cache keeps an identifier from the second time on, apart from others and from other flag sets", () => {
  const cache = new RolloutHashCache();
  const [set, changed] = [buildFlagSet([]), buildFlagSet([])];
  const first = cache.of(set, "ann");
  const hashes = cache.of(set, "ann");
  assert.notEqual(hashes, first);
  assert.deepEqual([first.isKept, hashes.isKept], [false, true]);
  assert.equal(cache.of(set, "ann"), hashes);
  assert.notEqual(cache.of(set, "bob"), hashes);
  assert.notEqual(cache.of(changed, "ann"), hashes);
});

test("a cache is bounded", () => {
  const cache = new RolloutHashCache();
  const set = { ...buildFlagSet([]), seedCount: 100_000 };
  const first = [cache.of(set, "first"), cache.of(set, "first")][1];
  assert.equal(cache.of(set, "first"), first);
  for (let index = 0; index < 100; index += 1) cache.of(set, `later ${index >> 1}`);
  assert.notEqual(cache.of(set, "first"), first);
});
