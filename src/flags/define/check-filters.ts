import { exactNumber } from "../../lib/json/exact-number.ts";
import { isPropertyMap, type PropertyMap } from "../../lib/json/json.ts";
import type { RegexCompiler } from "./bounded-regex.ts";
import { comparisonText } from "./comparable-values.ts";
import { dateOfFilter } from "./dates.ts";
import type { PropertyOperator } from "./flag-definition.ts";
import { caretRange, parseVersion, tildeRange, wildcardRange } from "./semver.ts";
import type { FlagCheck, FlagPath } from "./validation.ts";

/** Tolerance of the sum of the variants' percentages: three times 33.33 is valid. */
const SUM_TOLERANCE = 0.011;
/** Each condition may give each variant. */
const MAX_OUTCOMES = 1000;

/** Adds the problems that no schema finds. What has another shape than the schema says is skipped. */
export function checkFilters(filters: PropertyMap, path: FlagPath, check: FlagCheck): void {
  const multivariate = isPropertyMap(filters.multivariate) ? filters.multivariate : {};
  const variants = checkVariants(multivariate.variants, [...path, "multivariate", "variants"], check);
  const conditions = objectsOf(filters.groups, [...path, "groups"]);
  const outcomes = conditions.length * variants.size;
  const tooMany = `times the number of variants may be up to ${MAX_OUTCOMES}, not ${outcomes}`;
  if (outcomes > MAX_OUTCOMES) check.add([...path, "groups"], tooMany);
  for (const [{ variant }, at] of conditions) {
    if (variant && !variants.has(variant)) check.add([...at, "variant"], "is not one of the variants");
  }
  for (const key of Object.keys(isPropertyMap(filters.payloads) ? filters.payloads : {})) {
    if (key === "true" || variants.has(key)) continue;
    check.add([...path, "payloads", key], 'is neither "true" nor one of the variants');
  }
  for (const [condition, at] of [...conditions, ...objectsOf(filters.super_groups, [...path, "super_groups"])]) {
    for (const [test, testAt] of objectsOf(condition.properties, [...at, "properties"])) checkTest(test, testAt, check);
  }
}

/** Returns the objects of a list with their paths. */
function objectsOf(list: unknown, path: FlagPath): (readonly [PropertyMap, FlagPath])[] {
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  return items.flatMap((item, index) => (isPropertyMap(item) ? [[item, [...path, index]] as const] : []));
}

/** Returns the keys of the variants. */
function checkVariants(list: unknown, path: FlagPath, check: FlagCheck): Set<unknown> {
  const keys = new Set<unknown>();
  let sum = 0;
  for (const [{ key, rollout_percentage: share }, at] of objectsOf(list, path)) {
    if (keys.has(key)) check.add([...at, "key"], "is already the key of another variant");
    keys.add(key);
    sum += Number(share);
  }
  if (keys.size > 0 && Math.abs(sum - 100) > SUM_TOLERANCE) {
    check.add(path, `the percentages must sum to 100, not to ${Number(sum.toFixed(6))}`);
  }
  return keys;
}

/** Checks that a value suits its operator. */
function checkTest({ type, operator: given, value }: PropertyMap, path: FlagPath, check: FlagCheck): void {
  const operator = (given ?? "exact") as PropertyOperator;
  if (type === "cohort" || type === "flag" || operator === "is_set" || operator === "is_not_set") return;
  const isGiven = value !== undefined && value !== null;
  const missing = `is required for the operator ${operator}`;
  const problem = isGiven ? valueProblem(operator, value, check.regexes) : missing;
  if (problem !== undefined) check.add([...path, "value"], problem);
}

/** Limit for dates, numbers and versions. */
const MAX_TEXT_LENGTH = 1000;

function valueProblem(operator: PropertyOperator, value: unknown, regexes: RegexCompiler): string | undefined {
  const check = VALUE_CHECKS.get(operator);
  if (check === undefined) return undefined;
  const text = isScalar(value) ? comparisonText(value) : "";
  if (text.length > MAX_TEXT_LENGTH) return `is longer than ${MAX_TEXT_LENGTH} characters`;
  return check(value, text, regexes);
}

type ValueCheck = (value: unknown, text: string, regexes: RegexCompiler) => string | undefined;

/** Operators without a check compare with any value. */
const VALUE_CHECKS = new Map<PropertyOperator, ValueCheck>([
  ...checksOf(regexProblem, "regex", "not_regex"),
  ...checksOf(orderProblem, "gt", "gte", "lt", "lte"),
  ...checksOf(boundsProblem, "between", "not_between"),
  ...checksOf(dateProblem, "is_date_exact", "is_date_before", "is_date_after"),
  ...checksOf(versionCheck(parseVersion, "1.2.3"), "semver_eq", "semver_neq"),
  ...checksOf(versionCheck(parseVersion, "1.2.3"), "semver_gt", "semver_gte", "semver_lt", "semver_lte"),
  ...checksOf(versionCheck(tildeRange, "1.2.3"), "semver_tilde"),
  ...checksOf(versionCheck(caretRange, "1.2.3"), "semver_caret"),
  ...checksOf(versionCheck(wildcardRange, "1.2.*"), "semver_wildcard"),
]);

function checksOf(check: ValueCheck, ...operators: PropertyOperator[]) {
  return operators.map((operator) => [operator, check] as const);
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

const LOOKAROUND_ADVICE = "Use two conditions instead: one that must match, and one with not_regex for what must not.";

function regexProblem(value: unknown, text: string, regexes: RegexCompiler): string | undefined {
  if (!isScalar(value)) return "must be a regular expression";
  try {
    regexes.check(text);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/\(\?<?[=!]/.test(text)) return `has lookaround, which RE2 syntax lacks. ${LOOKAROUND_ADVICE}`;
    return `is not a regular expression in RE2 syntax, which has no lookaround and no backreferences: ${reason}`;
  }
}

function orderProblem(value: unknown): string | undefined {
  return exactNumber(value) === undefined
    ? "must be a number; for dates, use is_date_before or is_date_after"
    : undefined;
}

function boundsProblem(value: unknown): string | undefined {
  const [low, high, ...rest] = Array.isArray(value) ? value.map(exactNumber) : [];
  const isValid = low !== undefined && high !== undefined && low <= high && rest.length === 0;
  return isValid ? undefined : "must be a list of two numbers, the lower one first";
}

function dateProblem(value: unknown): string | undefined {
  if (dateOfFilter(value, 0) !== undefined) return undefined;
  return "must be a date such as 2024-03-05T10:00:00Z, a time before now such as -7d, or seconds since 1970";
}

function versionCheck(parse: (text: string) => unknown, example: string): ValueCheck {
  return (value, text) => (isScalar(value) && parse(text) ? undefined : `must be a version such as ${example}`);
}
