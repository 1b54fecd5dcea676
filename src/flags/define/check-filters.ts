import { exactNumber } from "../../lib/json/exact-number.ts";
import { isPropertyMap, type PropertyMap } from "../../lib/json/json.ts";
import type { RegexCompiler } from "./bounded-regex.ts";
import { checkFields, FIELDS } from "./check-fields.ts";
import { comparisonText } from "./comparable-values.ts";
import { dateOfFilter } from "./dates.ts";
import { PRESENCE_OPERATORS, PROPERTY_TYPES, VALUE_OPERATORS, type ValueOperator } from "./flag-definition.ts";
import { caretRange, parseVersion, tildeRange, wildcardRange } from "./semver.ts";
import {
  BETWEEN_0_AND_100,
  checkDefinitionSize,
  checkOptional,
  type DefinitionSize,
  expectList,
  expectObject,
  isBoolean,
  isIndex,
  isNonEmptyString,
  isPercentage,
  type ValidationPath,
} from "./validation.ts";

/** Tolerance of the sum of the variants' percentages: three times 33.33 is valid. */
const SUM_TOLERANCE = 0.011;
/** Each condition may give each variant. */
const MAX_OUTCOMES = 1000;

export function checkFilters(value: unknown, path: ValidationPath): void {
  const filters = expectObject(value, path);
  if (!filters || !hasGoodSize(filters, path)) return;
  checkFields(filters, FIELDS.filters, path);
  const variants = checkVariants(filters.multivariate, path.at("multivariate"));
  checkAggregation(filters, path);
  const conditions = expectList(filters.groups, path.at("groups"));
  const outcomes = conditions.length * variants.size;
  if (outcomes > MAX_OUTCOMES)
    path.at("groups").addProblem(`times the number of variants may be up to ${MAX_OUTCOMES}, not ${outcomes}`);
  for (const [group, at] of conditions) checkCondition(group, variants, at);
  for (const name of ["super_groups", "holdout_groups"] as const) checkOnlyCondition(filters[name], path.at(name));
  checkOlderHoldout(filters.holdout_groups, path.at("holdout_groups"));
  checkPayloads(filters.payloads, variants, path.at("payloads"));
  checkHoldout(filters.holdout, path.at("holdout"));
  for (const name of ["early_exit", "feature_enrollment"]) {
    checkOptional(filters[name], path.at(name), isBoolean, "must be true or false");
  }
}

function hasGoodSize(filters: PropertyMap, path: ValidationPath): boolean {
  const size = sizeOf(filters, path);
  if (size === undefined) return false;
  path.check.addSize(size, path);
  return true;
}

function sizeOf(filters: PropertyMap, path: ValidationPath): DefinitionSize | undefined {
  try {
    return checkDefinitionSize(filters);
  } catch (error) {
    path.addProblem(`must be JSON of a limited size: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function checkVariants(value: unknown, path: ValidationPath): Set<unknown> {
  const keys = new Set<unknown>();
  const multivariate = value === undefined || value === null ? undefined : expectObject(value, path);
  if (!multivariate) return keys;
  checkFields(multivariate, FIELDS.multivariate, path);
  let sum = 0;
  const list = expectList(multivariate.variants, path.at("variants"));
  for (const [item, at] of list) {
    const variant = expectObject(item, at);
    if (!variant) continue;
    checkFields(variant, FIELDS.variant, at);
    if (!isNonEmptyString(variant.key)) at.at("key").addProblem("is required: a name");
    else if (keys.has(variant.key)) at.at("key").addProblem("is already the key of another variant");
    keys.add(variant.key);
    if (isPercentage(variant.rollout_percentage)) sum += Number(variant.rollout_percentage);
    else at.at("rollout_percentage").addProblem(BETWEEN_0_AND_100);
  }
  if (list.length > 0 && Math.abs(sum - 100) > SUM_TOLERANCE) {
    path.at("variants").addProblem(`the percentages must sum to 100, not to ${Number(sum.toFixed(6))}`);
  }
  return keys;
}

function checkCondition(value: unknown, variants: Set<unknown> | undefined, path: ValidationPath): void {
  const condition = expectObject(value, path);
  if (!condition) return;
  checkFields(condition, FIELDS.condition, path);
  checkOptional(condition.rollout_percentage, path.at("rollout_percentage"), isPercentage, BETWEEN_0_AND_100);
  const isVariant = (key: unknown) => key === "" || (variants ? variants.has(key) : isNonEmptyString(key));
  checkOptional(condition.variant, path.at("variant"), isVariant, "is not one of the variants");
  checkAggregation(condition, path);
  for (const [property, at] of expectList(condition.properties ?? [], path.at("properties")))
    checkPropertyFilter(property, at);
}

/** Only the first of these conditions decides anything. */
function checkOnlyCondition(value: unknown, path: ValidationPath): void {
  const conditions = expectList(value ?? [], path);
  for (const [condition, at] of conditions) checkCondition(condition, undefined, at);
  if (conditions.length > 1) path.addProblem("may have one condition: the others would decide nothing");
}

/** A holdout has a share and a name; properties would decide nothing. */
function checkOlderHoldout(value: unknown, path: ValidationPath): void {
  const [group] = Array.isArray(value) ? value : [];
  if (!isPropertyMap(group)) return;
  if (!isNonEmptyString(group.variant)) path.at(0).at("variant").addProblem("is required: the value of the flag");
  if (Array.isArray(group.properties) && group.properties.length > 0) {
    path.at(0).at("properties").addProblem("is not supported in a holdout, which concerns a share of all");
  }
}

function checkAggregation(value: PropertyMap, path: ValidationPath): void {
  const index = path.at("aggregation_group_type_index");
  checkOptional(value.aggregation_group_type_index, index, isIndex, "must be a whole number from 0");
  checkOptional(
    value.aggregation_group_type,
    path.at("aggregation_group_type"),
    isNonEmptyString,
    "must be the name of a group type",
  );
}

function checkPayloads(value: unknown, variants: Set<unknown>, path: ValidationPath): void {
  const payloads = value === undefined || value === null ? undefined : expectObject(value, path);
  for (const key of Object.keys(payloads ?? {})) {
    if (key !== "true" && !variants.has(key)) path.at(key).addProblem('is neither "true" nor one of the variants');
  }
}

function checkHoldout(value: unknown, path: ValidationPath): void {
  const holdout = value === undefined || value === null ? undefined : expectObject(value, path);
  if (!holdout) return;
  checkFields(holdout, FIELDS.holdout, path);
  if (!isIndex(holdout.id)) path.at("id").addProblem("must be a whole number");
  if (!isPercentage(holdout.exclusion_percentage)) path.at("exclusion_percentage").addProblem(BETWEEN_0_AND_100);
}

/** Limit for dates, numbers and versions. */
const MAX_TEXT_LENGTH = 1000;

function checkPropertyFilter(value: unknown, path: ValidationPath): void {
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
