import type { Schemas } from "../../api/operations.ts";
import { needsValue } from "../../components/options.ts";
import { type Filter, type Question, type Series, seriesIn, UNCHOSEN, withSeries } from "./question.ts";

export type Completed = { readonly question: Question } | { readonly missing: string };

const PERSONS = ["total", "dau", "weekly_active", "monthly_active", "unique_session", "unique_group"];
export const needsProperty = ({ math }: Pick<Series, "math">) => math !== undefined && !PERSONS.includes(math);

export function complete(draft: Question): Completed {
  const question = withoutEmptyParts(draft);
  const missing = missingIn(question);
  return missing === null ? { question } : { missing };
}

function missingIn(question: Question): string | null {
  switch (question.kind) {
    case "HogQLQuery":
      return question.query.trim() === "" ? "Write a SELECT." : null;
    case "FunnelsQuery":
      return question.series.length < 2 ? "Choose the next step of the funnel." : null;
    case "TrendsQuery":
    case "LifecycleQuery":
    case "StickinessQuery":
      if (question.series.length === 0) return "Choose an event.";
      return seriesIn(question).some((one) => needsProperty(one) && !one.math_property)
        ? "Choose the property to calculate with."
        : null;
    default:
      return null;
  }
}

function withoutEmptyParts(draft: Question): Question {
  const question = { ...draft };
  if ("properties" in question && Array.isArray(question.properties)) {
    const properties = question.properties.filter(isFilled);
    question.properties = properties;
    if (properties.length === 0) delete question.properties;
  }
  if ("breakdownFilter" in question && question.breakdownFilter?.breakdown === "") delete question.breakdownFilter;
  if (!("series" in question)) return question;
  const chosen = seriesIn(question).filter(({ event }) => event !== UNCHOSEN);
  return withSeries(question, chosen.map(withFilledFilters));
}

function withFilledFilters(series: Series): Series {
  if (series.properties === undefined) return series;
  const { properties, ...rest } = series;
  const filled = properties.filter(isFilled);
  return filled.length === 0 ? rest : { ...rest, properties: filled };
}

export const isFilled = ({ key, operator, value }: Filter) =>
  key !== "" && (!needsValue(operator) || (value !== undefined && value !== ""));

const HINTS: Readonly<Record<string, string>> = {
  $pageview: "Pages are seen when posthog-js is on them: it sends $pageview by itself.",
  $web_vitals: "posthog-js sends $web_vitals with the setting capture_performance: { web_vitals: true }.",
  $exception:
    "posthog-js sends $exception with the setting capture_exceptions: true; servers send errors with captureException.",
};
const WIDER = "Choose more time, or fewer conditions.";

export function whatToSend(question: Question): string {
  const text = JSON.stringify(question);
  const asked = Object.keys(HINTS).filter((event) => text.includes(`"${event}"`) || text.includes(`'${event}'`));
  const hint = asked.map((event) => HINTS[event]).join(" ");
  return hint === "" ? WIDER : `${hint} ${WIDER}`;
}

export type Variable = Schemas["InsightVariable"];
export type VariableTexts = Readonly<Record<string, string>>;

export function defaultTexts(variables: readonly Variable[]): VariableTexts {
  const textOf = (value: Variable["default"]) => (Array.isArray(value) ? value.join(", ") : String(value ?? ""));
  return Object.fromEntries(variables.map((variable) => [variable.name, textOf(variable.default)]));
}

export function bindTexts(question: Question, variables: readonly Variable[], texts: VariableTexts): Question | null {
  if (question.kind !== "HogQLQuery" || variables.length === 0) return question;
  const values = variables.map(({ name, type }) => [name, readValue(type, texts[name] ?? "")] as const);
  if (values.some(([, value]) => value === null)) return null;
  return { ...question, values: { ...question.values, ...Object.fromEntries(values) } };
}

function readValue(type: Variable["type"], text: string) {
  if (type === "List") return text.split(",").flatMap((item) => item.trim() || []);
  if (text === "") return null;
  if (type === "Number") return Number.isFinite(Number(text)) ? Number(text) : null;
  return type === "Boolean" ? text === "true" : text;
}
