import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  compare,
  correctHolm,
  daysLeft,
  type Estimate,
  estimateMeans,
  estimateRatio,
  LEVEL,
  normalBelow,
  type Sums,
  testShares,
} from "./statistics.ts";

/** What scipy 1.17.1 and statsmodels 0.15.0 say of 120 and 130 persons, whose sums these are. */
const SUMS: readonly [Sums, Sums] = [
  { n: 120, y: 999.97, yy: 9803.7297, z: 299, zz: 891, yz: 2456.29, x: 220, xx: 620, xy: 2308.45 },
  { n: 130, y: 1372.38, yy: 16007.1004, z: 351, zz: 1109, yz: 3724.43, x: 274, xx: 792, xy: 3373.87 },
];
/** `CompareMeans.ztest_ind` and `zconfint_diff` with unequal variances. */
const WELCH = { p: 4.3286689833864463e-7, difference: 2.2236858974358995, low: 1.3613142777107807 };
/** The same after `OLS` with both variants and the covariate. */
const CUPED = { difference: 1.6150455123935457, p: 9.711571638274964e-12, reduction: 0.7096353254203126 };
/** The delta method in numpy. */
const RATIOS = [
  [3.34438127090301, 0.037672836266143754],
  [3.90991452991453, 0.031381207163671],
] as const;
/** `scipy.stats.chisquare`. */
const SHARES: readonly (readonly [readonly number[], readonly number[], number])[] = [
  [[1010, 990], [0.5, 0.5], 0.6547208460185768],
  [[530, 470], [0.5, 0.5], 0.05777957112359715],
  [[300, 350, 310], [1 / 3, 1 / 3, 1 / 3], 0.11219689052034372],
  [[300, 350, 310, 340], [0.25, 0.25, 0.25, 0.25], 0.15565828074159843],
  [[52, 60, 490], [0.1, 0.1, 0.8], 0.5314958971205515],
  [[200, 210, 190, 230, 260], [0.2, 0.2, 0.2, 0.2, 0.2], 0.006896210866288232],
  [[5000, 4000], [0.5, 0.5], 5.59455723619152e-26],
];
/** `scipy.stats.norm.cdf`. */
const NORMAL = [
  [-6, 9.865876450376946e-10],
  [-3, 0.0013498980316300933],
  [-2.8, 0.002555130330427932],
  [-1, 0.15865525393145707],
  [-0.1, 0.460172162722971],
  [0, 0.5],
  [0.5, 0.6914624612740131],
  [1.959963984540054, 0.975],
  [4, 0.9999683287581669],
] as const;

const near = (found: number | null | undefined, expected: number, what = "") => {
  const distance = Math.abs((found ?? Number.NaN) - expected) / Math.abs(expected);
  assert.ok(distance < 1e-9, `${what} ${found} is not ${expected}`);
};
const withoutCovariate = SUMS.map((sums) => ({ ...sums, x: 0, xx: 0, xy: 0 }));
const pair = ({ estimates: [one, other] }: { readonly estimates: readonly Estimate[] }): [Estimate, Estimate] => {
  assert.ok(one && other);
  return [one, other];
};
const of = (n: number, value: number, variance: number): Estimate => ({ n, value, variance, plain: value });

describe("statistics of experiments", () => {
  test("agree with scipy and statsmodels on means, ratios, shares and the normal distribution", () => {
    const [baseline, variant] = pair(estimateMeans(withoutCovariate));
    near(variant.value - baseline.value, WELCH.difference);
    near(compare(baseline, variant).read_once.p_value, WELCH.p);
    const error = Math.sqrt(baseline.variance + variant.variance);
    near(WELCH.difference - 1.959963984540054 * error, WELCH.low);
    for (const [index, [value, variance]] of RATIOS.entries()) {
      const estimate = estimateRatio(SUMS[index as 0 | 1]);
      near(estimate.value, value);
      near(estimate.variance, variance);
    }
    for (const [counts, shares, expected] of SHARES) near(testShares(counts, shares), expected, `${counts}`);
    for (const [z, expected] of NORMAL) near(normalBelow(z), expected, `${z}`);
  });

  test("take away what a covariate explains, and show the plain figure", () => {
    const found = estimateMeans(SUMS);
    const [baseline, variant] = pair(found);
    near(variant.value - baseline.value, CUPED.difference);
    near(found.reduction, CUPED.reduction);
    near(compare(baseline, variant).read_once.p_value, CUPED.p);
    near(variant.plain, 1372.38 / 130);
    const [one] = pair(estimateMeans(SUMS.map((sums) => ({ ...sums, x: sums.n, xx: sums.n, xy: sums.y }))));
    near(one.value, 999.97 / 120, "a covariate that is the same for all explains nothing:");
  });

  test("have intervals that leave out 0 exactly if the p-value is below the level, for any sign", () => {
    for (const sign of [1, -1]) {
      for (let step = 0; step <= 60; step += 1) {
        const baseline = of(400, sign * 10, 0.04);
        const { interval, p_value, relative } = compare(baseline, of(400, sign * 10 + (step - 30) / 20, 0.05));
        const [low = null, high = null] = interval;
        assert.ok(low !== null && high !== null && low < high && relative !== null);
        assert.ok(low <= relative && relative <= high);
        assert.equal(low > 0 || high < 0, p_value < LEVEL, `${sign} ${step}: ${interval} ${p_value}`);
      }
    }
    assert.deepEqual(compare(of(400, 0.1, 1), of(400, 3, 0.01)).interval, [null, null]);
  });

  test("say nothing of few persons, and of persons who all have the same", () => {
    const nothing = compare(of(49, 1, 0.1), of(500, 2, 0.1));
    assert.deepEqual([nothing.p_value, nothing.relative, nothing.interval], [1, null, [null, null]]);
    assert.equal(compare(of(500, 1, 0), of(500, 1, 0)).p_value, 1);
    assert.equal(testShares([0, 0], [0.5, 0.5]), null);
    assert.equal(testShares([5, 1], [1, 0]), 0);
    assert.equal(testShares([5, 0], [1, 0]), 1);
  });

  test("correct several p-values as statsmodels does, in any order", () => {
    const corrected = correctHolm([0.01, 0.04, 0.03, 0.005, 0.2]);
    for (const [index, expected] of [0.04, 0.09, 0.09, 0.025, 0.2].entries()) near(corrected[index], expected);
  });

  test("plan more days for smaller effects, and none if the persons suffice", () => {
    const [baseline, variant] = [of(1000, 0.2, 0.00016), of(1000, 0.2, 0.00016)];
    const { least_detectable_effect } = compare(baseline, variant);
    assert.ok(least_detectable_effect !== null);
    assert.equal(daysLeft(baseline, variant, least_detectable_effect, 5), 0);
    const days = daysLeft(baseline, variant, least_detectable_effect / 2, 5);
    assert.ok(days !== null && days >= 15, `${days}`); // four times the persons, and a little more
    assert.equal(daysLeft(baseline, variant, 0.0001, 5), null);
  });
});
