import type { components } from "../../../generated/openapi.ts";
import { problem } from "../../lib/problem.ts";
import type { Records } from "../../store/ports/records.ts";
import type { ExperimentRecord } from "../../store/records/saved-kinds.ts";
import type { Answers, QuestionOptions } from "../answer-question.ts";
import type { EventCondition } from "../kinds/matching-events.ts";
import type { QuestionContext } from "../kinds/question-context.ts";
import { resolveConditions, withoutNulls } from "../kinds/resolve-conditions.ts";
import { seriesName } from "../kinds/series-names.ts";
import { type Buckets, bucketsOf } from "../kinds/time/buckets.ts";
import { withDefinitions } from "../references.ts";
import { decide } from "./decide.ts";
import { type Design, SEGMENTS, selectExposures, selectMetric } from "./experiment-sql.ts";
import { experimentContent, type Metric } from "./experiments.ts";
import {
  compare,
  correctHolm,
  daysLeft,
  type Estimate,
  estimateMeans,
  estimateRatio,
  type Interval,
  LEVEL,
  type Sums,
  testShares,
} from "./statistics.ts";

type Schemas = components["schemas"];
type Results = Schemas["ExperimentResults"];
type MetricResult = Schemas["ExperimentMetricResult"];
type Rows = readonly (readonly unknown[])[];

const MAX_POINTS = 90;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MISMATCH = 0.001;
const DEFAULT_EFFECT = 30;
const CONTROL = "control";
const DEFAULT_EXPOSURE = { event: "$feature_flag_called" };

/** Computes what came out of an experiment. Throws `invalid_input` for a draft, and what answers to questions throw. */
export async function experimentResults(
  experiment: ExperimentRecord,
  options: QuestionOptions,
  answers: Pick<Answers, "answer">,
  { records, now }: { readonly records: Records; readonly now: number },
): Promise<Results> {
  const { projectId, startedAt, endedAt } = experiment;
  // Whole minutes, so that answers can be kept that long.
  const end = endedAt ?? Math.ceil((now + 1) / MINUTE_MS) * MINUTE_MS;
  if (startedAt === null || startedAt >= end) {
    throw problem("invalid_input", { attr: "id", detail: "The experiment is not launched." });
  }
  const content = withoutNulls(experimentContent(experiment));
  const { metrics, metrics_secondary, exposure_criteria, parameters } = content;
  const filters = exposure_criteria.filterTestAccounts ? withoutNulls(JSON.parse(options.testAccountFilters)) : [];
  const asked = { metrics: [...metrics, ...metrics_secondary], exposure_criteria, fixedProperties: filters };
  const question = resolveConditions(await withDefinitions(asked, projectId, records), end);
  const planned = parameters.feature_flag_variants ?? [];
  const variants = [...planned.filter(({ key }) => key === CONTROL), ...planned.filter(({ key }) => key !== CONTROL)];
  const { results, last_refresh } = await answers.answer(
    projectId,
    ({ calendar, groupTypes }: QuestionContext) => {
      const buckets = bucketsOf("day", { from: startedAt, to: end }, calendar);
      const design: Design = {
        ...{ flagKey: experiment.flagKey, variants: variants.map(({ key }) => key) },
        exposure: (question.exposure_criteria.exposure_config ?? DEFAULT_EXPOSURE) as EventCondition,
        isFirstSeen: exposure_criteria.multiple_variant_handling === "first_seen",
        ...{ filters: question.fixedProperties, buckets, groupTypes },
        step: Math.ceil(buckets.days.length / MAX_POINTS),
      };
      const shares = variants.map(({ rollout_percentage: share }) => share / 100);
      return {
        statements: [selectExposures(design), ...question.metrics.map((metric) => selectMetric(metric, design))],
        shape: ([exposures, ...rest]) => {
          const ofMetrics = question.metrics.map((metric, index) => {
            return metricResult(metric, index < metrics.length, rest[index]?.rows ?? [], design, {
              effect: (parameters.minimum_detectable_effect ?? DEFAULT_EFFECT) / 100,
              days: (end - startedAt) / DAY_MS,
            });
          });
          return {
            results: {
              days: daysOf(buckets, design.step),
              exposures: exposuresOf(exposures?.rows ?? [], shares, design),
              metrics: corrected(ofMetrics),
            },
          };
        },
      };
    },
    options,
  );
  const found = results as unknown as Pick<Results, "days" | "exposures" | "metrics">;
  return { ...found, decision: decide(found, planned), last_refresh };
}

/** Returns the last day of each point. */
function daysOf({ days }: Buckets, step: number): string[] {
  return days.filter((_, index) => index === days.length - 1 || (index + 1) % step === 0);
}

function exposuresOf(rows: Rows, shares: readonly number[], design: Design): Results["exposures"] {
  const points = daysOf(design.buckets, design.step);
  const counted = (name: string) => rows.filter(([what]) => what === name);
  const sum = (some: Rows) => some.reduce((total, row) => total + Number(row[4]), 0);
  const countsOf = (some: Rows) => design.variants.map((key) => sum(some.filter(([, , variant]) => variant === key)));
  const counts = countsOf(counted("total"));
  const pValue = testShares(counts, shares);
  const is_mismatch = pValue !== null && pValue < MISMATCH;
  const segments = SEGMENTS.flatMap((property) => {
    const values = new Set(counted(property).map(([, value]) => String(value)));
    return [...values].map((value) => {
      const exposures = countsOf(counted(property).filter((row) => row[1] === value));
      return { property, value, p_value: testShares(exposures, shares) ?? 1, exposures };
    });
  });
  const [segment = null] = segments.sort((a, b) => a.p_value - b.p_value);
  return {
    total: sum(counted("total")),
    multiple_variants: sum(counted("multiple")),
    variants: design.variants.map((key, index) => {
      const own = counted("total").filter(([, , variant]) => variant === key);
      const series = points.map((_, point) => sum(own.filter((row) => Number(row[3]) <= point)));
      return { key, exposures: counts[index] ?? 0, share: shares[index] ?? 0, series };
    }),
    mismatch: { is_mismatch, p_value: pValue, segment: is_mismatch ? segment : null },
  };
}

const NAMES = ["n", "y", "yy", "z", "zz", "yz", "x", "xx", "xy"] as const;
const NO_SUMS: Sums = { n: 0, y: 0, yy: 0, z: 0, zz: 0, yz: 0, x: 0, xx: 0, xy: 0 };

/** Returns the sums up to each point, by variant. */
function sumsOf(rows: Rows, { variants, buckets, step }: Design): readonly (readonly Sums[])[] {
  const known = new Map(rows.map((row) => [`${row[1]} ${row[0]}`, row.slice(2).map(Number)]));
  let past = variants.map(() => NO_SUMS);
  return daysOf(buckets, step).map((_, point) => {
    past = past.map((sums, index) => {
      const added = known.get(`${point} ${variants[index]}`);
      return added ? added.reduce((all, value, at) => addTo(all, NAMES[at], value), sums) : sums;
    });
    return past;
  });
}

const addTo = (sums: Sums, name: keyof Sums | undefined, value: number): Sums =>
  name === undefined ? sums : { ...sums, [name]: sums[name] + value };

function metricResult(
  metric: Metric,
  is_primary: boolean,
  rows: Rows,
  design: Design,
  { effect, days }: { readonly effect: number; readonly days: number },
): MetricResult {
  const goal = metric.goal ?? "increase";
  const estimate = (sums: readonly Sums[]) =>
    metric.metric_type === "ratio" ? { estimates: sums.map(estimateRatio), reduction: 0 } : estimateMeans(sums);
  const points = sumsOf(rows, design).map(estimate);
  const { estimates = [], reduction = 0 } = points.at(-1) ?? {};
  const [baseline = NO_ESTIMATE, ...others] = estimates;
  const left = others.map((other) => daysLeft(baseline, other, effect, days));
  const variants = estimates.map((own, index) => {
    const difference =
      index === 0
        ? null
        : differenceOf(
            points.map(({ estimates }) => estimates),
            index,
            goal,
          );
    return { key: design.variants[index] ?? "", persons: own.n, value: rounded(own.plain), difference };
  });
  return {
    name: nameOf(metric),
    uuid: metric.uuid ?? null,
    ...{ metric_type: metric.metric_type, goal, is_primary, guard: metric.guard === true },
    variance_reduction: rounded(reduction) ?? 0,
    days_left: left.includes(null) || left.length === 0 ? null : Math.max(...left.map(Number)),
    variants,
  };
}

const NO_ESTIMATE: Estimate = { n: 0, value: Number.NaN, variance: Number.NaN, plain: Number.NaN };

function differenceOf(
  points: readonly (readonly Estimate[])[],
  index: number,
  goal: MetricResult["goal"],
): Schemas["ExperimentDifference"] {
  const all = points.map((estimates) => compare(estimates[0] ?? NO_ESTIMATE, estimates[index] ?? NO_ESTIMATE));
  const last = all.at(-1) ?? compare(NO_ESTIMATE, NO_ESTIMATE);
  const probability = goal === "increase" || last.probability === null ? last.probability : 1 - last.probability;
  return {
    relative: rounded(last.relative),
    interval: roundedInterval(last.interval),
    ...{ p_value: rounded(last.pValue) ?? 1, adjusted_p_value: rounded(last.pValue) ?? 1, verdict: "undecided" },
    probability_to_win: rounded(probability),
    least_detectable_effect: rounded(last.detectable),
    read_once: { p_value: rounded(last.readOnce.pValue), interval: roundedInterval(last.readOnce.interval) },
    series: all.map((one) => ({ relative: rounded(one.relative), interval: roundedInterval(one.interval) })),
  };
}

/** Corrects the p-values of primary and of other metrics, each for themselves, and says what they mean. */
function corrected(metrics: readonly MetricResult[]): MetricResult[] {
  const family = ({ guard, is_primary }: MetricResult) => (guard ? "guard" : is_primary ? "primary" : "secondary");
  const adjusted = new Map<object, number>();
  for (const name of ["primary", "secondary"]) {
    const own = metrics.filter((metric) => family(metric) === name);
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

function nameOf({ name, source, series, numerator, denominator }: Metric): string {
  if (name) return name;
  const steps = series ?? [source ?? numerator ?? {}];
  return [...steps, ...(denominator ? [denominator] : [])].map(seriesName).join(denominator ? " / " : " → ");
}

/** Rounds to 12 digits: the last ones depend on the order of rows, and engines differ in it. */
const rounded = (value: number | null) =>
  value === null || !Number.isFinite(value) ? null : Number(value.toPrecision(12));
const roundedInterval = ([low, high]: Interval): [number | null, number | null] => [rounded(low), rounded(high)];
