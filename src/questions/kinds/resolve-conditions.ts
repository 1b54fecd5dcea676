import { problem } from "../../lib/problem.ts";
import { isOperator, readCondition } from "../comparison.ts";

const CONDITIONS = new Set(["properties", "fixedProperties", "values", "test_account_filters"]);
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

function resolve(node: unknown, path: readonly string[], now: number): unknown {
  if (Array.isArray(node)) return node.map((item, index) => resolve(item, [...path, String(index)], now));
  if (typeof node !== "object" || node === null) return node;
  const fields: Readonly<Record<string, unknown>> = { ...node };
  if (typeof fields.key === "string" && CONDITIONS.has(path.at(-2) ?? "")) return resolveOne(fields, path, now);
  if (FIGURES.has(String(fields.math)) && !fields.math_property) {
    const attr = [...path, "math_property"].join("__");
    throw problem("required", { attr, detail: `${attr} is required: ${fields.math} is of the numbers in a property.` });
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, resolve(value, [...path, name], now)]),
  );
}

function resolveOne(condition: Readonly<Record<string, unknown>>, path: readonly string[], now: number) {
  const operator = condition.operator ?? "exact";
  if (!isOperator(operator)) return condition;
  try {
    const { comparison } = readCondition(operator, condition.value, now);
    return comparison.kind === "dated" ? { ...condition, value: new Date(comparison.time).toISOString() } : condition;
  } catch (error) {
    const attr = [...path, "value"].join("__");
    throw problem("invalid_input", { attr, detail: `${attr} ${error instanceof Error ? error.message : error}` });
  }
}
