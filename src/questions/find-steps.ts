/** A time in which a daily count was clearly lower or higher than the weeks before it. */
export interface Step {
  /** Indexes of its first and last day. */
  readonly first: number;
  readonly last: number;
  /** How many a day were to be expected, and how many there were. */
  readonly before: number;
  readonly after: number;
}

interface OpenStep {
  first: number;
  last: number;
  score: number;
  readonly expected: (day: number) => number;
}

/** Days that a step is compared with; with fewer than `MIN_BASELINE` nothing is said. */
const [BASELINE, MIN_BASELINE] = [49, 28];
/** Days at the end that are tested together: the baseline ends before them, so that a step does not hide itself. */
const LONGEST = 7;
/** In standard deviations: simulated, so that less than 1 of 100 quiet series has a step in a month. */
const MIN_SCORE = 5.25;
/** Of the last day alone: otherwise the step ended before. */
const MIN_OWN_SCORE = 0.5;
const MIN_SHARE = 0.2;
const MIN_DIFFERENCE = 5;
/** What medians of seven weeks vary beside the days themselves. */
const UNCERTAINTY = 1.15;

/**
 * Finds steps in the last `mornings` days of a daily count, as each next morning would have found them. Counts become
 * square roots (Anscombe's transform), which vary by one whatever the count is; the median of its weekday is taken off
 * each, and the sum of the last one to seven days is compared with how much days vary (the median and the 90th
 * percentile of their distances) and how much neighbours resemble each other (the first autocorrelation). Medians bear
 * earlier steps and holidays.
 */
export function findSteps(counts: readonly number[], mornings: number): Step[] {
  const roots = counts.map((count) => 2 * Math.sqrt(count + 3 / 8));
  const begin = counts.findIndex((count) => count > 0);
  const found: OpenStep[] = [];
  if (begin === -1) return [];
  for (let day = Math.max(0, counts.length - mornings); day < counts.length; day += 1) {
    const end = day - LONGEST + 1;
    const from = Math.max(begin, end - BASELINE);
    if (end - from < MIN_BASELINE) continue;
    const step = stepUntil(day, counts, roots, baselineOf(roots, from, end));
    if (!step) continue;
    const open = found.at(-1);
    if (!open || open.last < day - LONGEST || Math.sign(open.score) !== Math.sign(step.score)) {
      found.push(step);
      continue;
    }
    open.last = day;
    const isBetter = Math.abs(step.score) > Math.abs(open.score) && day - open.first < LONGEST;
    if (isBetter) [open.first, open.score] = [step.first, step.score];
  }
  return found.map(({ first, last, expected }) => {
    const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return { first, last, before: mean(days.map(expected)), after: mean(days.map((day) => counts[day] ?? 0)) };
  });
}

type Baseline = ReturnType<typeof baselineOf>;

/** Describes the days from `from` to before `end`. */
function baselineOf(roots: readonly number[], from: number, end: number) {
  const days = Array.from({ length: end - from }, (_, index) => from + index);
  const rootOf = (day: number) => roots[day] ?? 0;
  const usual = [0, 1, 2, 3, 4, 5, 6].map((weekday) => median(days.filter((day) => day % 7 === weekday).map(rootOf)));
  const usualOf = (day: number) => usual[day % 7] ?? 0;
  const rests = days.map((day) => rootOf(day) - usualOf(day));
  const middle = median(rests);
  const distances = rests.map((rest) => Math.abs(rest - middle)).toSorted((a, b) => a - b);
  const most = distances[Math.floor(distances.length * 0.9)] ?? 0;
  // Of a normal distribution, half is within 0.674 standard deviations and nine tenths within 1.645.
  const deviation = Math.max(1, UNCERTAINTY * Math.max(median(distances) / 0.674, most / 1.645));
  const bounded = rests.map((rest) => Math.max(-3 * deviation, Math.min(3 * deviation, rest)));
  const squares = bounded.reduce((sum, rest) => sum + rest * rest, 0);
  const products = bounded.reduce((sum, rest, index) => sum + rest * (bounded[index - 1] ?? 0), 0);
  const correlation = squares === 0 ? 0 : products / squares + 2 / days.length;
  return { usualOf, deviation, correlation: Math.max(0, Math.min(0.8, correlation)) };
}

/** Returns the clearest step that ends with this day, if one is clear enough. */
function stepUntil(
  day: number,
  counts: readonly number[],
  roots: readonly number[],
  { usualOf, deviation, correlation }: Baseline,
): OpenStep | null {
  const expected = (at: number) => Math.max(0, (usualOf(at) / 2) ** 2 - 3 / 8);
  const own = ((roots[day] ?? 0) - usualOf(day)) / deviation;
  let best: OpenStep | null = null;
  let [rest, difference, usual, variance] = [0, 0, 0, 0];
  for (let length = 1; length <= LONGEST; length += 1) {
    const first = day - length + 1;
    rest += (roots[first] ?? 0) - usualOf(first);
    usual += expected(first);
    difference += (counts[first] ?? 0) - expected(first);
    for (let lag = 1; lag < length; lag += 1) variance += 2 * correlation ** lag;
    variance += 1;
    const score = rest / Math.sqrt(variance) / deviation;
    const isClear = Math.abs(score) >= MIN_SCORE && own * Math.sign(score) >= MIN_OWN_SCORE;
    if (!isClear || Math.abs(difference) < Math.max(MIN_DIFFERENCE, MIN_SHARE * usual)) continue;
    if (!best || Math.abs(score) > Math.abs(best.score)) best = { first, last: day, score, expected };
  }
  return best;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
