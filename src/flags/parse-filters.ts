import type { PropertyMap } from "../values/properties.ts";
import {
  BETWEEN_0_AND_100,
  fields,
  isBoolean,
  isIndex,
  isPercentage,
  isText,
  items,
  optional,
  type Place,
} from "./checks.ts";
import { checkProperty } from "./parse-property.ts";
import { textOf } from "./text.ts";

/** How far the sum of the variants' percentages may be from 100: three times 33.33 will do. */
const SUM_TOLERANCE = 0.011;

/** Notes what is wrong with the `filters` of a flag. */
export function checkFilters(value: unknown, place: Place): void {
  const filters = fields(value, place);
  if (!filters) return;
  if (!isJson(filters, place)) return;
  const variants = checkVariants(filters.multivariate, place.at("multivariate"));
  checkAggregation(filters, place);
  for (const [group, at] of items(filters.groups, place.at("groups"))) checkCondition(group, variants, at);
  for (const name of ["super_groups", "holdout_groups"]) {
    for (const [group, at] of items(filters[name] ?? [], place.at(name))) checkCondition(group, undefined, at);
  }
  checkPayloads(filters.payloads, variants, place.at("payloads"));
  checkHoldout(filters.holdout, place.at("holdout"));
  for (const name of ["early_exit", "feature_enrollment"]) {
    optional(filters[name], place.at(name), isBoolean, "must be true or false");
  }
}

/** What was read from YAML may be infinite, or hold what JSON cannot. */
function isJson(filters: PropertyMap, place: Place): boolean {
  try {
    textOf(filters);
    return true;
  } catch (error) {
    place.fault(`must be JSON: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** Gives the keys of the variants. */
function checkVariants(value: unknown, place: Place): Set<unknown> {
  const keys = new Set<unknown>();
  const multivariate = value === undefined || value === null ? undefined : fields(value, place);
  if (!multivariate) return keys;
  let sum = 0;
  const list = items(multivariate.variants, place.at("variants"));
  for (const [item, at] of list) {
    const variant = fields(item, at);
    if (!variant) continue;
    if (!isText(variant.key)) at.at("key").fault("is required: a name");
    else if (keys.has(variant.key)) at.at("key").fault("is the key of another variant already");
    keys.add(variant.key);
    if (isPercentage(variant.rollout_percentage)) sum += Number(variant.rollout_percentage);
    else at.at("rollout_percentage").fault(BETWEEN_0_AND_100);
  }
  if (list.length > 0 && Math.abs(sum - 100) > SUM_TOLERANCE) {
    place.at("variants").fault(`the percentages must sum to 100, not to ${Number(sum.toFixed(6))}`);
  }
  return keys;
}

function checkCondition(value: unknown, variants: Set<unknown> | undefined, place: Place): void {
  const condition = fields(value, place);
  if (!condition) return;
  optional(condition.rollout_percentage, place.at("rollout_percentage"), isPercentage, BETWEEN_0_AND_100);
  const isVariant = (key: unknown) => key === "" || (variants ? variants.has(key) : isText(key));
  optional(condition.variant, place.at("variant"), isVariant, "is not one of the variants");
  checkAggregation(condition, place);
  for (const [property, at] of items(condition.properties ?? [], place.at("properties"))) checkProperty(property, at);
}

function checkAggregation(value: PropertyMap, place: Place): void {
  const index = place.at("aggregation_group_type_index");
  optional(value.aggregation_group_type_index, index, isIndex, "must be a whole number from 0");
  optional(
    value.aggregation_group_type,
    place.at("aggregation_group_type"),
    isText,
    "must be the name of a group type",
  );
}

function checkPayloads(value: unknown, variants: Set<unknown>, place: Place): void {
  const payloads = value === undefined || value === null ? undefined : fields(value, place);
  for (const key of Object.keys(payloads ?? {})) {
    if (key !== "true" && !variants.has(key)) place.at(key).fault('is neither "true" nor one of the variants');
  }
}

function checkHoldout(value: unknown, place: Place): void {
  const holdout = value === undefined || value === null ? undefined : fields(value, place);
  if (!holdout) return;
  if (!isIndex(holdout.id)) place.at("id").fault("must be a whole number");
  if (!isPercentage(holdout.exclusion_percentage)) place.at("exclusion_percentage").fault(BETWEEN_0_AND_100);
}
