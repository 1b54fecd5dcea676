import type { Schemas } from "../../../generated/openapi.ts";

/** Sums over the persons of a variant: of their figure `y`, of what divides it (`z`), and of the covariate `x`. */
export const SUM_NAMES = ["n", "y", "yy", "z", "zz", "yz", "x", "xx", "xy"] as const;
export type Sums = Readonly<Record<(typeof SUM_NAMES)[number], number>>;

/** A figure with the variance of its estimate. */
export interface Estimate {
  readonly n: number;
  readonly value: number;
  readonly variance: number;
  /** The figure without what the covariate changes. */
  readonly plain: number;
}

type Difference = Schemas["ExperimentDifference"];
type Interval = Difference["interval"];
export type Comparison = Omit<Difference, "adjusted_p_value" | "verdict" | "series">;

export const LEVEL = 0.05;
const LOG_LEVEL = -2 * Math.log(LEVEL);
/** Quantiles of the normal distribution: of an interval of 95 percent, and of a power of 80 percent. */
const [NORMAL_95, NORMAL_POWER] = [1.959963984540054, 0.8416212335729143];
/** Before, means are not normal enough. */
const MIN_PERSONS = 50;
/** At so many persons, intervals that are always valid are the tightest; it must not depend on data. */
const TIGHTEST_AT = 1000;
const PRIOR = (LOG_LEVEL + Math.log(LOG_LEVEL + 1)) / TIGHTEST_AT;

/**
 * Estimates means, with what the covariate explains taken away: CUPED (Deng, Xu, Kohavi, Walker, "Improving the
 * Sensitivity of Online Controlled Experiments by Utilizing Pre-Experiment Data", WSDM 2013). The slope is that within
 * all variants, so that no variant is favored. Returns the share of the variance that is gone, too.
 */
export function estimateMeans(variants: readonly Sums[]): {
  readonly estimates: Estimate[];
  readonly reduction: number;
} {
  const total = (of: (sums: Sums) => number) => variants.reduce((sum, one) => sum + of(one), 0);
  const [inX, inXY] = [total((one) => centered(one.xx, one.x, one.x, one.n)), total(covariance)];
  const slope = inX > 0 ? inXY / inX : 0;
  const [sumX, persons] = [total(({ x }) => x), total(({ n }) => n)];
  const estimates = variants.map((one) => {
    const { n, x, y, yy, xx } = one;
    const plain = y / n;
    if (n < 2) return { n, value: plain, variance: Number.NaN, plain };
    const square = centered(yy, y, y, n) - 2 * slope * covariance(one) + slope ** 2 * centered(xx, x, x, n);
    return { n, value: plain - slope * (x / n - sumX / persons), variance: Math.max(0, square) / (n - 1) / n, plain };
  });
  const inY = total((one) => centered(one.yy, one.y, one.y, one.n));
  return { estimates, reduction: inY > 0 && inX > 0 ? inXY ** 2 / inX / inY : 0 };
}

const centered = (ab: number, a: number, b: number, n: number) => (n === 0 ? 0 : ab - (a * b) / n);
const covariance = ({ xy, x, y, n }: Sums) => centered(xy, x, y, n);

/** Estimates what all persons have of one figure by what they have of another, by the delta method. */
export function estimateRatio({ n, y, yy, z, zz, yz }: Sums): Estimate {
  const ratio = y / z;
  if (n < 2 || z === 0) return { n, value: Number.NaN, variance: Number.NaN, plain: ratio };
  const square = centered(yy, y, y, n) - 2 * ratio * centered(yz, y, z, n) + ratio ** 2 * centered(zz, z, z, n);
  return { n, value: ratio, variance: (Math.max(0, square) * n) / (n - 1) / z ** 2, plain: ratio };
}

/**
 * Compares a variant with the baseline, validly whenever it is read. The p-value is that of a mixture sequential
 * probability ratio test (Johari, Koomen, Pekelis, Walsh, "Always Valid Inference", Operations Research 2022), and the
 * interval the asymptotic confidence sequence that belongs to it (Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas,
 * "Time-uniform central limit theory and asymptotic confidence sequences", Annals of Statistics 2024). Relative
 * intervals are Fieller's: they leave out 0 exactly if the p-value is below `LEVEL`.
 */
export function compare(baseline: Estimate, variant: Estimate, goal: "increase" | "decrease" = "increase"): Comparison {
  const variance = baseline.variance + variant.variance;
  if (Math.min(baseline.n, variant.n) < MIN_PERSONS || !(variance > 0)) return NOTHING;
  const difference = variant.value - baseline.value;
  const z = difference / Math.sqrt(variance);
  const weight = PRIOR * (baseline.n + variant.n);
  const p_value = Math.min(1, Math.sqrt(1 + weight) * Math.exp((-(z ** 2) / 2) * (weight / (1 + weight))));
  const width = widthAt(baseline.n + variant.n);
  const scale = Math.abs(baseline.value);
  const relativeTo = (value: number) => (scale > 0 ? value / scale : null);
  return {
    relative: relativeTo(difference),
    interval: relativeInterval(baseline, variant, width),
    p_value,
    probability_to_win: normalBelow(goal === "increase" ? z : -z),
    least_detectable_effect: relativeTo((width + NORMAL_POWER) * Math.sqrt(variance)),
    read_once: { p_value: 2 * normalBelow(-Math.abs(z)), interval: relativeInterval(baseline, variant, NORMAL_95) },
  };
}

const NOTHING: Comparison = {
  ...{ relative: null, interval: [null, null], p_value: 1, probability_to_win: null, least_detectable_effect: null },
  read_once: { p_value: null, interval: [null, null] },
};

/** Returns how many standard errors the interval of so many persons has on each side. */
function widthAt(persons: number): number {
  const weight = PRIOR * persons;
  return Math.sqrt(((1 + weight) / weight) * (Math.log(1 + weight) + LOG_LEVEL));
}

/** Returns the ratios less 1 at which `variant - ratio * baseline` is within `width` standard errors of 0. */
function relativeInterval(baseline: Estimate, variant: Estimate, width: number): Interval {
  const square = baseline.value ** 2 - width ** 2 * baseline.variance;
  if (square <= 0) return [null, null];
  const middle = baseline.value * variant.value;
  const root = Math.sqrt(Math.max(0, middle ** 2 - square * (variant.value ** 2 - width ** 2 * variant.variance)));
  const [low, high] = [(middle - root) / square - 1, (middle + root) / square - 1];
  return baseline.value > 0 ? [low, high] : [-high, -low];
}

const MAX_DAYS = 3650;

/** Returns how many days more show a relative difference, with the probability of 80 percent, if as many come a day. */
export function daysLeft(baseline: Estimate, variant: Estimate, effect: number, days: number): number | null {
  const variance = baseline.variance + variant.variance;
  const persons = baseline.n + variant.n;
  const wanted = effect * Math.abs(baseline.value);
  if (!(variance > 0 && wanted > 0) || Math.min(baseline.n, variant.n) < MIN_PERSONS) return null;
  for (let more = 0; more <= MAX_DAYS; more += 1) {
    const growth = (days + more) / days;
    if ((widthAt(persons * growth) + NORMAL_POWER) * Math.sqrt(variance / growth) <= wanted) return more;
  }
  return null;
}

/** Corrects p-values so that one is wrongly below a level as rarely as a single one (Holm 1979). */
export function correctHolm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).sort((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0));
  const corrected = [...pValues];
  let largest = 0;
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (pValues[index] ?? 1) * (pValues.length - rank)));
    corrected[index] = largest;
  }
  return corrected;
}

/** Returns the p-value of the chi-square test of counts against shares, which add up to 1; null without counts. */
export function testShares(counts: readonly number[], shares: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let statistic = 0;
  for (const [index, count] of counts.entries()) {
    const expected = total * (shares[index] ?? 0);
    if (expected > 0) statistic += (count - expected) ** 2 / expected;
    else if (count > 0) return 0;
  }
  const degrees = shares.filter((share) => share > 0).length - 1;
  return degrees < 1 ? 1 : gammaAbove(degrees / 2, statistic / 2);
}

/** Returns the probability that a normally distributed number is below one. */
export function normalBelow(z: number): number {
  const outside = gammaAbove(0.5, z ** 2 / 2) / 2;
  return z > 0 ? 1 - outside : outside;
}

/** Returns the regularized upper incomplete gamma function of half or whole numbers. */
function gammaAbove(a: number, x: number): number {
  if (x <= 0) return 1;
  if (x > 700) return 0;
  // Q(a + 1, x) = Q(a, x) + x^a e^-x / Γ(a + 1), from 1/2 or 1 on.
  const isHalf = a % 1 !== 0;
  let above = isHalf ? errorAbove(Math.sqrt(x)) : Math.exp(-x);
  let term = isHalf ? 2 * Math.sqrt(x / Math.PI) * Math.exp(-x) : x * Math.exp(-x);
  for (let at = isHalf ? 0.5 : 1; at < a; at += 1) {
    above += term;
    term *= x / (at + 1);
  }
  return Math.min(1, above);
}

/** Returns the complementary error function: by its series, or by its continued fraction where that would cancel. */
function errorAbove(x: number): number {
  const factor = Math.exp(-(x ** 2)) / Math.sqrt(Math.PI);
  if (x < 2) {
    let [sum, term] = [x, x];
    for (let k = 1; term > sum * Number.EPSILON; k += 1) {
      term *= (2 * x ** 2) / (2 * k + 1);
      sum += term;
    }
    return 1 - 2 * factor * sum;
  }
  let fraction = x;
  for (let k = 120; k >= 1; k -= 1) fraction = x + k / 2 / fraction;
  return factor / fraction;
}
