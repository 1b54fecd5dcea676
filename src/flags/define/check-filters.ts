import { isPropertyMap, type PropertyMap } from "../../lib/json/json.ts";
import { checkFields, FIELDS } from "./check-fields.ts";
import { checkPropertyFilter } from "./check-property-filter.ts";
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
