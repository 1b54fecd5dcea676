import type { PropertyMap } from "../values/properties.ts";
import { comparisonText } from "./comparison-text.ts";
import { checkProperty } from "./parse-property.ts";
import {
  BETWEEN_0_AND_100,
  checkOptional,
  expectList,
  expectObject,
  isBoolean,
  isIndex,
  isNonEmptyString,
  isPercentage,
  type ValidationPath,
} from "./validation.ts";

/** How far the sum of the variants' percentages may be from 100: three times 33.33 will do. */
const SUM_TOLERANCE = 0.011;

/** Notes what is wrong with the `filters` of a flag. */
export function checkFilters(value: unknown, place: ValidationPath): void {
  const filters = expectObject(value, place);
  if (!filters) return;
  if (!isJson(filters, place)) return;
  const variants = checkVariants(filters.multivariate, place.at("multivariate"));
  checkAggregation(filters, place);
  for (const [group, at] of expectList(filters.groups, place.at("groups"))) checkCondition(group, variants, at);
  for (const name of ["super_groups", "holdout_groups"]) {
    for (const [group, at] of expectList(filters[name] ?? [], place.at(name))) checkCondition(group, undefined, at);
  }
  checkPayloads(filters.payloads, variants, place.at("payloads"));
  checkHoldout(filters.holdout, place.at("holdout"));
  for (const name of ["early_exit", "feature_enrollment"]) {
    checkOptional(filters[name], place.at(name), isBoolean, "must be true or false");
  }
}

/** What was read from YAML may be infinite, or hold what JSON cannot. */
function isJson(filters: PropertyMap, place: ValidationPath): boolean {
  try {
    comparisonText(filters);
    return true;
  } catch (error) {
    place.addProblem(`must be JSON: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** Gives the keys of the variants. */
function checkVariants(value: unknown, place: ValidationPath): Set<unknown> {
  const keys = new Set<unknown>();
  const multivariate = value === undefined || value === null ? undefined : expectObject(value, place);
  if (!multivariate) return keys;
  let sum = 0;
  const list = expectList(multivariate.variants, place.at("variants"));
  for (const [item, at] of list) {
    const variant = expectObject(item, at);
    if (!variant) continue;
    if (!isNonEmptyString(variant.key)) at.at("key").addProblem("is required: a name");
    else if (keys.has(variant.key)) at.at("key").addProblem("is the key of another variant already");
    keys.add(variant.key);
    if (isPercentage(variant.rollout_percentage)) sum += Number(variant.rollout_percentage);
    else at.at("rollout_percentage").addProblem(BETWEEN_0_AND_100);
  }
  if (list.length > 0 && Math.abs(sum - 100) > SUM_TOLERANCE) {
    place.at("variants").addProblem(`the percentages must sum to 100, not to ${Number(sum.toFixed(6))}`);
  }
  return keys;
}

function checkCondition(value: unknown, variants: Set<unknown> | undefined, place: ValidationPath): void {
  const condition = expectObject(value, place);
  if (!condition) return;
  checkOptional(condition.rollout_percentage, place.at("rollout_percentage"), isPercentage, BETWEEN_0_AND_100);
  const isVariant = (key: unknown) => key === "" || (variants ? variants.has(key) : isNonEmptyString(key));
  checkOptional(condition.variant, place.at("variant"), isVariant, "is not one of the variants");
  checkAggregation(condition, place);
  for (const [property, at] of expectList(condition.properties ?? [], place.at("properties")))
    checkProperty(property, at);
}

function checkAggregation(value: PropertyMap, place: ValidationPath): void {
  const index = place.at("aggregation_group_type_index");
  checkOptional(value.aggregation_group_type_index, index, isIndex, "must be a whole number from 0");
  checkOptional(
    value.aggregation_group_type,
    place.at("aggregation_group_type"),
    isNonEmptyString,
    "must be the name of a group type",
  );
}

function checkPayloads(value: unknown, variants: Set<unknown>, place: ValidationPath): void {
  const payloads = value === undefined || value === null ? undefined : expectObject(value, place);
  for (const key of Object.keys(payloads ?? {})) {
    if (key !== "true" && !variants.has(key)) place.at(key).addProblem('is neither "true" nor one of the variants');
  }
}

function checkHoldout(value: unknown, place: ValidationPath): void {
  const holdout = value === undefined || value === null ? undefined : expectObject(value, place);
  if (!holdout) return;
  if (!isIndex(holdout.id)) place.at("id").addProblem("must be a whole number");
  if (!isPercentage(holdout.exclusion_percentage)) place.at("exclusion_percentage").addProblem(BETWEEN_0_AND_100);
}
