import type { Schemas } from "../../../generated/openapi.ts";

type Results = Schemas["ExperimentResults"];
type Decision = Results["decision"];
type Difference = Schemas["ExperimentDifference"];

interface Found {
  readonly metric: Results["metrics"][number];
  readonly variant: string;
  readonly difference: Difference;
}

/** Says what to do, in words for people who know no statistics. */
export function decide(
  { exposures, metrics }: Pick<Results, "exposures" | "metrics">,
  planned: readonly Schemas["ExperimentVariant"][],
): Decision {
  const nameOf = (key: string) => {
    const name = planned.find((variant) => variant.key === key)?.name || key;
    return name.charAt(0).toUpperCase() + name.slice(1);
  };
  if (exposures.mismatch.is_mismatch) return { action: "check", variant: null, text: mismatchText(exposures) };
  const found: Found[] = metrics.flatMap((metric) =>
    metric.variants.flatMap(({ key, difference }) => (difference ? { metric, variant: key, difference } : [])),
  );
  const primary = found.filter(({ metric }) => metric.is_primary && !metric.guard);
  const harmed = found.find(({ metric, difference }) => metric.guard && difference.verdict === "worse");
  const worse = primary.find(({ difference }) => difference.verdict === "worse");
  const isFine = (key: string) =>
    found.every(({ variant, metric, difference }) => {
      return variant !== key || difference.verdict !== "worse" || !(metric.is_primary || metric.guard);
    });
  const [best] = primary
    .filter(({ difference, variant }) => difference.verdict === "better" && isFine(variant))
    .sort((a, b) => Math.abs(b.difference.relative ?? 0) - Math.abs(a.difference.relative ?? 0));
  const says = ({ variant, metric, difference }: Found) => effectText(nameOf(variant), metric, difference);
  if (best) return { action: "ship", variant: best.variant, text: `${says(best)}; you can ship it.` };
  const bad = harmed ?? worse;
  if (bad) return { action: "stop", variant: bad.variant, text: `${says(bad)}: turn it off.` };
  return { action: "wait", variant: null, text: waitText(primary, exposures.total) };
}

const percent = new Intl.NumberFormat("en", { maximumSignificantDigits: 2, useGrouping: false });
const percentOf = (value: number | null) => percent.format(Math.abs(value ?? 0) * 100);

function effectText(name: string, metric: Found["metric"], { relative, interval, verdict }: Difference): string {
  const isConversion = metric.metric_type === "funnel" && metric.goal === "increase";
  const isMore = (relative ?? 0) > 0;
  const what = isConversion
    ? `${name} converts ${percentOf(relative)} % ${verdict}`
    : `${name} has ${percentOf(relative)} % ${isMore ? "more" : "less"} of “${metric.name}”, which is ${verdict}`;
  const [low, high] = interval.map(percentOf).sort((a, b) => Number(a) - Number(b));
  return interval.includes(null) ? what : `${what} (between ${low} and ${high} %)`;
}

function waitText(primary: readonly Found[], persons: number): string {
  if (persons === 0) return "Nobody has seen a variant yet.";
  if (primary.length === 0) return "The experiment has no metric that could decide it.";
  const left = primary.map(({ metric }) => metric.days_left);
  const days = left.includes(null) ? null : Math.max(...left.map(Number));
  if (days === null) return "No difference can be told yet.";
  if (days === 0) return "No difference can be told, though the planned one would probably have been seen by now.";
  return `No difference can be told yet; about ${days} ${days === 1 ? "day" : "days"} at this traffic.`;
}

function mismatchText({ variants, mismatch: { segment } }: Results["exposures"]): string {
  const parts = variants.map(({ key, exposures }) => `${exposures} persons in ${key}`).join(", ");
  const where = segment ? ` It is most uneven where ${segment.property} is ${segment.value}.` : "";
  return `The persons are not divided as planned (${parts}): find out why before you trust this.${where}`;
}
