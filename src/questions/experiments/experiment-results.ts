import type { Schemas } from "../../../generated/openapi.ts";
import { invalidInput } from "../../lib/problem.ts";
import type { Records } from "../../store/ports/records.ts";
import type { ExperimentRecord } from "../../store/records/saved-kinds.ts";
import type { Answers, QuestionOptions } from "../answer-question.ts";
import { bucketsOf } from "../kinds/buckets.ts";
import type { EventCondition } from "../kinds/matching-events.ts";
import { resolveConditions, withoutNulls } from "../kinds/resolve-conditions.ts";
import { seriesName } from "../kinds/series-names.ts";
import { withDefinitions } from "../references.ts";
import { decide } from "./decide.ts";
import { type Design, type Metric, SEGMENTS, selectExposures, selectMetric } from "./experiment-sql.ts";
import { experimentContent } from "./experiments.ts";
import {
  compare,
  correctHolm,
  daysLeft,
  type Estimate,
  estimateMeans,
  estimateRatio,
  LEVEL,
  SUM_NAMES,
  type Sums,
  testShares,
} from "./statistics.ts";

type Results = Schemas["ExperimentResults"];
type MetricResult = Schemas["ExperimentMetricResult"];
type Variant = Schemas["ExperimentVariant"];
type Rows = readonly (readonly unknown[])[];

const MAX_POINTS = 90;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MISMATCH = 0.001;
const DEFAULT_EFFECT = 30;
const DEFAULT_EXPOSURE = { event: "$feature_flag_called" };
const NO_ESTIMATE: Estimate = { n: 0, value: Number.NaN, variance: Number.NaN, plain: Number.NaN };

/** Computes what came out of an experiment. Throws `invalid_input` for a draft, and what answers to questions throw. */
export async function experimentResults(
  experiment: ExperimentRecord,
  options: QuestionOptions,
  answers: Pick<Answers, "answer">,
  { records, now }: { readonly records: Records; readonly now: number },
): Promise<Results> {
  const { projectId } = experiment;
  const content = withoutNulls(experimentContent(experiment));
  const { start_date, end_date, metrics, metrics_secondary, exposure_criteria = {}, parameters = {} } = content;
  // Whole minutes, so that answers can be kept that long.
  const to = end_date ? Date.parse(end_date) : Math.ceil((now + 1) / MINUTE_MS) * MINUTE_MS;
  const from = start_date ? Date.parse(start_date) : to;
  if (from >= to) throw invalidInput("id", "The experiment is not launched.");
  const fixedProperties = exposure_criteria.filterTestAccounts ? JSON.parse(options.testAccountFilters) : [];
  const asked = { metrics: [...(metrics ?? []), ...(metrics_secondary ?? [])], exposure_criteria, fixedProperties };
  const question = resolveConditions(await withDefinitions(withoutNulls(asked), projectId, records), to);
  const buckets = bucketsOf("day", { from, to }, { ...options, now: to });
  const step = Math.ceil(buckets.days.length / MAX_POINTS);
  const isControl = ({ key }: Variant) => Number(key === "control");
  const variants = (parameters.feature_flag_variants ?? []).toSorted((a, b) => isControl(b) - isControl(a));
  const design: Omit<Design, "groupTypes"> = {
    flagKey: experiment.feature_flag_key,
    variants: variants.map(({ key }) => key),
    exposure: (question.exposure_criteria.exposure_config ?? DEFAULT_EXPOSURE) as EventCondition,
    isFirstSeen: exposure_criteria.multiple_variant_handling === "first_seen",
    ...{ filters: question.fixedProperties, buckets, step },
  };
  const plan = { effect: (parameters.minimum_detectable_effect ?? DEFAULT_EFFECT) / 100, days: (to - from) / DAY_MS };
  const days = buckets.days.filter((_, index) => index === buckets.days.length - 1 || (index + 1) % step === 0);
  const { results, last_refresh } = await answers.answer(
    projectId,
    ({ groupTypes }) => ({
      statements: [{ ...design, groupTypes }].flatMap((own) => [
        selectExposures(own),
        ...question.metrics.map((metric) => selectMetric(metric, own)),
      ]),
      shape: (found) => ({ results: found.map(({ rows }) => rows) }),
    }),
    options,
  );
  const [ofExposures = [], ...ofMetrics] = results as Rows[];
  const exposures = exposuresOf(ofExposures, variants, days.length);
  const ofEach = question.metrics.map((metric, index) => {
    const isPrimary = index < (metrics?.length ?? 0);
    const points = sumsOf(ofMetrics[index] ?? [], design.variants, days.length);
    return metricResult(metric, isPrimary, points, design.variants, plan);
  });
  const found = { days, exposures, metrics: corrected(ofEach) };
  return rounded({ ...found, decision: decide(found, variants), last_refresh });
}

function exposuresOf(rows: Rows, variants: readonly Variant[], points: number): Results["exposures"] {
  const keys = variants.map(({ key }) => key);
  const shares = variants.map(({ rollout_percentage: share }) => share / 100);
  const counted = (name: string) => rows.filter(([what]) => what === name);
  const sum = (some: Rows) => some.reduce((total, row) => total + Number(row[4]), 0);
  const countsOf = (some: Rows) => keys.map((key) => sum(some.filter(([, , variant]) => variant === key)));
  const total = counted("total");
  const counts = countsOf(total);
  const p_value = testShares(counts, shares);
  const is_mismatch = p_value !== null && p_value < MISMATCH;
  const segments = SEGMENTS.flatMap((property) =>
    [...new Set(counted(property).map(([, value]) => String(value)))].map((value) => {
      const exposures = countsOf(counted(property).filter((row) => row[1] === value));
      return { property, value, p_value: testShares(exposures, shares) ?? 1, exposures };
    }),
  );
  const [segment = null] = segments.sort((a, b) => a.p_value - b.p_value);
  const upTo = Array.from({ length: points }, (_, point) => countsOf(total.filter((row) => Number(row[3]) <= point)));
  return {
    total: sum(total),
    multiple_variants: sum(counted("multiple")),
    variants: keys.map((key, index) => {
      const series = upTo.map((counts) => counts[index] ?? 0);
      return { key, exposures: counts[index] ?? 0, share: shares[index] ?? 0, series };
    }),
    mismatch: { is_mismatch, p_value, segment: is_mismatch ? segment : null },
  };
}

/** Returns the sums up to each point, by variant. */
function sumsOf(rows: Rows, variants: readonly string[], points: number): readonly (readonly Sums[])[] {
  const known = new Map(rows.map((row) => [`${row[1]} ${row[0]}`, row.slice(2).map(Number)]));
  const past = variants.map(() => SUM_NAMES.map(() => 0));
  return Array.from({ length: points }, (_, point) =>
    past.map((sums, index) => {
      const added = known.get(`${point} ${variants[index]}`) ?? [];
      for (const [at, number] of added.entries()) sums[at] = (sums[at] ?? 0) + number;
      return Object.fromEntries(SUM_NAMES.map((name, at) => [name, sums[at]])) as unknown as Sums;
    }),
  );
}

function metricResult(
  metric: Metric,
  is_primary: boolean,
  sums: readonly (readonly Sums[])[],
  keys: readonly string[],
  { effect, days }: { readonly effect: number; readonly days: number },
): MetricResult {
  const { metric_type, goal = "increase", guard = false, uuid = null } = metric;
  const points = sums.map((variants) =>
    metric_type === "ratio" ? { estimates: variants.map(estimateRatio), reduction: 0 } : estimateMeans(variants),
  );
  const { estimates = [], reduction: variance_reduction = 0 } = points.at(-1) ?? {};
  const [baseline = NO_ESTIMATE, ...others] = estimates;
  const left = others.map((other) => daysLeft(baseline, other, effect, days));
  const variants = estimates.map(({ n, plain }, index) => {
    const key = keys[index] ?? "";
    if (index === 0) return { key, persons: n, value: plain, difference: null };
    const series = points.map(({ estimates: [first = NO_ESTIMATE, ...rest] }) =>
      compare(first, rest[index - 1] ?? NO_ESTIMATE, goal ?? "increase"),
    );
    const last = series.at(-1) ?? compare(NO_ESTIMATE, NO_ESTIMATE);
    const shown = series.map(({ relative, interval }) => ({ relative, interval }));
    const difference = { ...last, adjusted_p_value: last.p_value, verdict: "undecided" as const, series: shown };
    return { key, persons: n, value: plain, difference };
  });
  const days_left = left.includes(null) || left.length === 0 ? null : Math.max(...left.map(Number));
  const described = { name: nameOf(metric), uuid, metric_type, goal: goal ?? "increase", is_primary };
  return { ...described, guard: guard === true, variance_reduction, days_left, variants };
}

/** Corrects the p-values of primary and of other metrics, each for themselves, and says what they mean. */
function corrected(metrics: readonly MetricResult[]): MetricResult[] {
  const adjusted = new Map<object, number>();
  for (const isPrimary of [true, false]) {
    const own = metrics.filter(({ is_primary, guard }) => is_primary === isPrimary && !guard);
    const differences = own.flatMap(({ variants }) => variants.flatMap(({ difference }) => difference ?? []));
    const pValues = correctHolm(differences.map(({ p_value }) => p_value));
    for (const [index, difference] of differences.entries()) adjusted.set(difference, pValues[index] ?? 1);
  }
  return metrics.map((metric) => {
    const variants = metric.variants.map((variant) => {
      const { difference } = variant;
      if (difference === null) return variant;
      const adjusted_p_value = adjusted.get(difference) ?? difference.p_value;
      const isUp = (difference.probability_to_win ?? 0) > 0.5;
      const verdict = adjusted_p_value >= LEVEL ? "undecided" : isUp ? "better" : "worse";
      return { ...variant, difference: { ...difference, adjusted_p_value, verdict } as const };
    });
    return { ...metric, variants };
  });
}

function nameOf(metric: Metric): string {
  if (metric.name) return metric.name;
  if (metric.metric_type === "funnel") return metric.series.map(seriesName).join(" → ");
  if (metric.metric_type === "mean") return seriesName(metric.source);
  return [metric.numerator, metric.denominator].map(seriesName).join(" / ");
}

/** Rounds to 12 digits: the last ones depend on the order of rows, and engines differ in it. What is none is null. */
function rounded<T>(found: T): T {
  const text = JSON.stringify(found, (_, value) => (typeof value === "number" ? Number(value.toPrecision(12)) : value));
  return JSON.parse(text);
}
