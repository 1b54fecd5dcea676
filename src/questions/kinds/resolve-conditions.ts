import { dateOfFilter, relativeDate } from "../../flags/define/dates.ts";
import { invalidValue, problem } from "../../lib/problem.ts";
import { isOperator, readCondition } from "../comparison.ts";
import type { CohortCondition } from "./filter-context.ts";

const CONDITIONS = new Set(["properties", "fixedProperties", "values", "test_account_filters", "event_filters"]);
/** Aggregations of a numeric property. */
const FIGURES = new Set(["sum", "avg", "min", "max", "median", "p75", "p90", "p95", "p99"]);

/** Takes away members that are null, which the contract allows for absent ones, but not the `values` of SQL. */
export function withoutNulls<T>(node: T): T {
  if (Array.isArray(node)) return node.map(withoutNulls) as T;
  if (typeof node !== "object" || node === null) return node;
  const members = Object.entries(node).filter(([, value]) => value !== null);
  const isSql = "query" in node;
  return Object.fromEntries(
    members.map(([name, value]) => [name, isSql && name === "values" ? value : withoutNulls(value)]),
  ) as T;
}

/** Resolves relative dates. Throws `invalid_input` or `required`, with `attr`, for values that cannot be compared. */
export function resolveConditions<T>(question: T, now: number, path: readonly string[] = ["query"]): T {
  return resolve(question, path, now) as T;
}

type Fields = Readonly<Record<string, unknown>>;

const MINUTE_MS = 60_000;
const DEFAULT_TIME = "-30d";

/** Returns the times that a cohort's condition means: whole minutes, so that answers can be kept that long. */
export function timesOf(node: CohortCondition, asked: number): Pick<CohortCondition, "since" | "withinMs" | "now"> {
  const now = Math.ceil(asked / MINUTE_MS) * MINUTE_MS;
  const before = (value: unknown, unit: string | null | undefined) => {
    if (unit === "minute") return now - Number(value) * MINUTE_MS;
    const text = value === undefined || value === null ? DEFAULT_TIME : `-${value}${(unit ?? "day").charAt(0)}`;
    return relativeDate(text, now) ?? 0;
  };
  const { explicit_datetime: explicit, time_value, time_interval, seq_time_value, seq_time_interval } = node;
  const since = explicit ? (dateOfFilter(explicit, now) ?? 0) : before(time_value, time_interval);
  return { since: Math.max(0, since), withinMs: now - before(seq_time_value, seq_time_interval), now };
}

function resolve(node: unknown, path: readonly string[], now: number): unknown {
  if (Array.isArray(node)) return node.map((item, index) => resolve(item, [...path, String(index)], now));
  if (typeof node !== "object" || node === null) return node;
  const isDone = (node as Fields).type === "behavioral";
  const fields: Fields = { ...node, ...(isDone && timesOf(node as CohortCondition, now)) };
  const isOfProperty = !isDone && fields.type !== "cohort";
  const isCondition = typeof fields.key === "string" && CONDITIONS.has(path.at(-2) ?? "");
  if (isOfProperty && isCondition) return resolveOne(fields, path, now);
  if (FIGURES.has(String(fields.math)) && !fields.math_property) {
    const attr = [...path, "math_property"].join("__");
    throw problem("required", { attr, detail: `${attr} is required: ${fields.math} is of the numbers in a property.` });
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, resolve(value, [...path, name], now)]),
  );
}

function resolveOne(condition: Fields, path: readonly string[], now: number) {
  const operator = condition.operator ?? "exact";
  if (!isOperator(operator)) {
    throw invalidValue([...path, "operator"].join("__"), "is only of conditions on cohorts.");
  }
  try {
    const { comparison } = readCondition(operator, condition.value, now);
    return comparison.kind === "dated" ? { ...condition, value: new Date(comparison.time).toISOString() } : condition;
  } catch (error) {
    throw invalidValue([...path, "value"].join("__"), error instanceof Error ? error.message : String(error));
  }
}
