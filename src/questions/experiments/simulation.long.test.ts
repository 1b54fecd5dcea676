import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compare, estimateMeans, LEVEL, type Sums, testShares } from "./statistics.ts";

const EXPERIMENTS = 1000;
const DAYS = 14;
const PERSONS_A_DAY = 60;
const MISMATCH = 0.001;
/** How far a count may be from what is expected by chance: once in 30,000 runs, but the seed is always the same. */
const MAX_DEVIATION = 4;

/** Returns the same numbers from 0 to 1 for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A person's figure, and that of before. */
type Person = (random: () => number, effect: number) => readonly [y: number, x: number];

const KINDS: Readonly<Record<string, { readonly person: Person; readonly mean: number }>> = {
  conversion: { person: (random, effect) => [random() < 0.1 * (1 + effect) ? 1 : 0, 0], mean: 0.1 },
  /** Few persons pay, and some of them much: revenue is skewed. */
  revenue: {
    person: (random, effect) => [random() < 0.3 ? -20 * Math.log(1 - random()) * (1 + effect) : 0, 0],
    mean: 6,
  },
  /** Persons do as before, and something else. */
  visits: {
    person: (random, effect) => {
      const x = Math.floor(random() * 10);
      return [(x + Math.floor(random() * 4)) * (1 + effect), x];
    },
    mean: 6,
  },
};

interface Counts {
  once: number;
  daily: number;
  onceDaily: number;
  coveredOnce: number;
  coveredDaily: number;
  reduction: number;
}

const NONE: Sums = { n: 0, y: 0, yy: 0, z: 0, zz: 0, yz: 0, x: 0, xx: 0, xy: 0 };

function added(sums: Sums, random: () => number, person: Person, effect: number): Sums {
  let { n, y, yy, x, xx, xy } = sums;
  for (let index = 0; index < PERSONS_A_DAY; index += 1) {
    const [figure, before] = person(random, effect);
    [n, y, yy] = [n + 1, y + figure, yy + figure ** 2];
    [x, xx, xy] = [x + before, xx + before ** 2, xy + figure * before];
  }
  return { ...sums, n, y, yy, x, xx, xy };
}

interface Visitor {
  readonly chance: number;
  visits: number;
}

/** Lets visitors come again, some more often than others, and new ones come. */
function oneDayLater(visitors: Visitor[], random: () => number): Sums {
  for (let index = 0; index < PERSONS_A_DAY; index += 1) visitors.push({ chance: random() ** 3, visits: 0 });
  let [y, yy] = [0, 0];
  for (const visitor of visitors) {
    visitor.visits += random() < visitor.chance ? 1 : 0;
    [y, yy] = [y + visitor.visits, yy + visitor.visits ** 2];
  }
  return { ...NONE, n: visitors.length, y, yy };
}

/** Counts in how many experiments a difference is found, and in how many the true one is in the interval. */
function simulate(person: Person, effect: number, seed: number): Counts {
  const random = generator(seed);
  const counts: Counts = { once: 0, daily: 0, onceDaily: 0, coveredOnce: 0, coveredDaily: 0, reduction: 0 };
  for (let experiment = 0; experiment < EXPERIMENTS; experiment += 1) {
    let [baseline, variant] = [NONE, NONE];
    let [isFound, isFoundByOnce, isCovered] = [false, false, true];
    for (let day = 1; day <= DAYS; day += 1) {
      baseline = added(baseline, random, person, 0);
      variant = added(variant, random, person, effect);
      const { estimates, reduction } = estimateMeans([baseline, variant]);
      const [one, other] = estimates;
      assert.ok(one && other);
      const { p_value, interval, read_once } = compare(one, other);
      isFound ||= p_value < LEVEL;
      isFoundByOnce ||= (read_once.p_value ?? 1) < LEVEL;
      isCovered &&= has(interval, effect);
      if (day < DAYS) continue;
      counts.once += (read_once.p_value ?? 1) < LEVEL ? 1 : 0;
      counts.coveredOnce += has(read_once.interval, effect) ? 1 : 0;
      counts.reduction += reduction / EXPERIMENTS;
    }
    counts.daily += isFound ? 1 : 0;
    counts.onceDaily += isFoundByOnce ? 1 : 0;
    counts.coveredDaily += isCovered ? 1 : 0;
  }
  return counts;
}

const has = ([low, high]: readonly (number | null)[], value: number) =>
  (low ?? Number.NEGATIVE_INFINITY) <= value && value <= (high ?? Number.POSITIVE_INFINITY);

/** Returns how far a count is from what a probability makes expect, in standard deviations. */
const deviation = (count: number, probability: number) =>
  (count - EXPERIMENTS * probability) / Math.sqrt(EXPERIMENTS * probability * (1 - probability));

describe("1,000 simulated experiments of each kind", () => {
  for (const [index, [name, { person }]] of Object.entries(KINDS).entries()) {
    test(`of ${name} without a difference rarely find one, read once or daily`, (context) => {
      const { once, daily, onceDaily, coveredOnce, coveredDaily } = simulate(person, 0, 100 + index);
      context.diagnostic(`false positives ${once} read once, ${daily} read daily; usual tests read daily ${onceDaily}`);
      assert.ok(Math.abs(deviation(once, LEVEL)) < MAX_DEVIATION, `${once} are found, read once`);
      assert.ok(daily <= EXPERIMENTS * LEVEL, `${daily} are found, read daily`);
      assert.ok(Math.abs(deviation(coveredOnce, 1 - LEVEL)) < MAX_DEVIATION, `${coveredOnce} are covered, read once`);
      assert.ok(coveredDaily >= EXPERIMENTS * (1 - LEVEL), `${coveredDaily} are covered, read daily`);
      assert.ok(onceDaily > EXPERIMENTS * 3 * LEVEL, "a usual test that is read daily would find many");
    });

    test(`of ${name} with a difference find it, and their intervals have it`, (context) => {
      const effect = name === "visits" ? 0.1 : 0.7;
      const { once, daily, coveredOnce, coveredDaily, reduction } = simulate(person, effect, 200 + index);
      context.diagnostic(`found ${once} read once, ${daily} read daily; covered ${coveredOnce}, ${coveredDaily}`);
      assert.ok(daily > EXPERIMENTS * 0.8, `${daily} are found`);
      assert.ok(Math.abs(deviation(coveredOnce, 1 - LEVEL)) < MAX_DEVIATION, `${coveredOnce} are covered, read once`);
      assert.ok(coveredDaily >= EXPERIMENTS * (1 - LEVEL), `${coveredDaily} are covered, read daily`);
      assert.ok(name === "visits" ? reduction > 0.8 : reduction === 0, `${reduction} of the variance is gone`);
    });
  }

  test("of visits that go on after the exposure rarely find a difference, read daily", (context) => {
    const random = generator(401);
    let [daily, onceDaily] = [0, 0];
    for (let experiment = 0; experiment < EXPERIMENTS; experiment += 1) {
      const variants = [0, 1].map((): Visitor[] => []);
      const sums = [NONE, NONE];
      let [isFound, isFoundByOnce] = [false, false];
      for (let day = 1; day <= DAYS; day += 1) {
        for (const [index, visitors] of variants.entries()) sums[index] = oneDayLater(visitors, random);
        const [one, other] = estimateMeans(sums).estimates;
        assert.ok(one && other);
        const { p_value, read_once } = compare(one, other);
        isFound ||= p_value < LEVEL;
        isFoundByOnce ||= (read_once.p_value ?? 1) < LEVEL;
      }
      daily += isFound ? 1 : 0;
      onceDaily += isFoundByOnce ? 1 : 0;
    }
    context.diagnostic(`false positives ${daily} read daily; usual tests read daily ${onceDaily}`);
    assert.ok(daily <= EXPERIMENTS * LEVEL, `${daily} are found, read daily`);
    assert.ok(onceDaily > EXPERIMENTS * 2 * LEVEL, "a usual test that is read daily would find many");
  });

  test("find that persons are not divided as planned, and rarely that they are not if they are", (context) => {
    const mismatches = (share: number, seed: number) => {
      const random = generator(seed);
      let found = 0;
      for (let experiment = 0; experiment < EXPERIMENTS; experiment += 1) {
        const counts: [number, number] = [0, 0];
        let isFound = false;
        for (let day = 0; day < DAYS; day += 1) {
          for (let person = 0; person < 2 * PERSONS_A_DAY; person += 1) counts[random() < share ? 0 : 1] += 1;
          isFound ||= (testShares(counts, [0.5, 0.5]) ?? 1) < MISMATCH;
        }
        found += isFound ? 1 : 0;
      }
      return found;
    };
    const [none, some] = [mismatches(0.5, 301), mismatches(0.43, 302)];
    context.diagnostic(`mismatches found ${some}, false ones ${none}`);
    assert.ok(none <= EXPERIMENTS * 0.01, `${none} are found where there is none`);
    assert.ok(some >= EXPERIMENTS * 0.99, `${some} are found`);
  });
});
