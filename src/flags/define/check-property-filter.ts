import { exactNumber } from "../../lib/json/exact-number.ts";
import type { RegexCompiler } from "./bounded-regex.ts";
import { checkFields, FIELDS } from "./check-fields.ts";
import { comparisonText } from "./comparable-values.ts";
import { dateOfFilter } from "./dates.ts";
import { PRESENCE_OPERATORS, PROPERTY_TYPES, VALUE_OPERATORS, type ValueOperator } from "./flag-definition.ts";
import { caretRange, parseVersion, tildeRange, wildcardRange } from "./semver.ts";
import { checkOptional, expectObject, isIndex, isNonEmptyString, type ValidationPath } from "./validation.ts";

/** Limit for dates, numbers and versions. */
const MAX_TEXT_LENGTH = 1000;

export function checkPropertyFilter(value: unknown, path: ValidationPath): void {
  const filter = expectObject(value, path);
  if (!filter) return;
  const { key, type, operator = "exact" } = filter;
  checkFields(filter, FIELDS.property, path);
  if (typeof key !== "string") path.at("key").addProblem("is required: the name of a property");
  checkOptional(filter.group_type_index, path.at("group_type_index"), isIndex, "must be a whole number from 0");
  if (type === "cohort") checkMember(operator, filter.value, path);
  else if (type === "flag") checkDependency(operator, filter.value, path);
  else if (isOneOf(PROPERTY_TYPES, type ?? "person")) checkComparison(operator ?? "exact", filter.value, path);
  else path.at("type").addProblem("must be one of person, group, cohort, flag");
}

function checkMember(operator: unknown, value: unknown, path: ValidationPath): void {
  if (!isOneOf(["in", "not_in", "exact", null], operator)) path.at("operator").addProblem("must be in or not_in");
  if (!isIndex(Number(value))) path.at("value").addProblem("must be the id of a cohort");
}

function checkDependency(operator: unknown, value: unknown, path: ValidationPath): void {
  if (operator !== "flag_evaluates_to") path.at("operator").addProblem("must be flag_evaluates_to for a flag");
  if (typeof value !== "boolean" && !isNonEmptyString(value))
    path.at("value").addProblem("must be true, false or a variant");
}

function checkComparison(operator: unknown, value: unknown, path: ValidationPath): void {
  if (isOneOf(PRESENCE_OPERATORS, operator)) return;
  if (!isOneOf(VALUE_OPERATORS, operator)) {
    path.at("operator").addProblem(`${JSON.stringify(operator)} is not an operator`);
  } else if (value === undefined || value === null) {
    path.at("value").addProblem(`is required for the operator ${operator}`);
  } else {
    const problem = valueProblem(operator, value, path.check.regexes);
    if (problem !== undefined) path.at("value").addProblem(problem);
  }
}

function isOneOf<T>(all: readonly T[], value: unknown): value is T {
  return (all as readonly unknown[]).includes(value);
}

function valueProblem(operator: ValueOperator, value: unknown, regexes: RegexCompiler): string | undefined {
  const check = VALUE_CHECKS[operator];
  if (check === undefined) return undefined;
  const text = isScalar(value) ? comparisonText(value) : "";
  if (text.length > MAX_TEXT_LENGTH) return `is longer than ${MAX_TEXT_LENGTH} characters`;
  return check(value, text, regexes);
}

type ValueCheck = (value: unknown, text: string, regexes: RegexCompiler) => string | undefined;

const VALUE_CHECKS: Partial<Record<ValueOperator, ValueCheck>> = {
  regex: regexProblem,
  not_regex: regexProblem,
  gt: orderProblem,
  gte: orderProblem,
  lt: orderProblem,
  lte: orderProblem,
  between: boundsProblem,
  not_between: boundsProblem,
  is_date_exact: dateProblem,
  is_date_before: dateProblem,
  is_date_after: dateProblem,
  semver_eq: versionCheck(parseVersion, "1.2.3"),
  semver_neq: versionCheck(parseVersion, "1.2.3"),
  semver_gt: versionCheck(parseVersion, "1.2.3"),
  semver_gte: versionCheck(parseVersion, "1.2.3"),
  semver_lt: versionCheck(parseVersion, "1.2.3"),
  semver_lte: versionCheck(parseVersion, "1.2.3"),
  semver_tilde: versionCheck(tildeRange, "1.2.3"),
  semver_caret: versionCheck(caretRange, "1.2.3"),
  semver_wildcard: versionCheck(wildcardRange, "1.2.*"),
};

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
