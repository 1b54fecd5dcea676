import { isPropertyMap, type PropertyMap } from "../values/json.ts";
import { checkPropertyFilter } from "./check-property-filter.ts";
import { comparisonText } from "./comparable-values.ts";
import type { Condition, FlagDefinition, FlagFilters } from "./flag-definition.ts";
import {
  BETWEEN_0_AND_100,
  checkOptional,
  expectList,
  expectObject,
  type FlagProblem,
  InvalidFlags,
  isBoolean,
  isIndex,
  isNonEmptyString,
  isPercentage,
  ValidationPath,
} from "./validation.ts";

const KEY = /^[\w.:/-]{1,400}$/;
/** Tolerance of the sum of the variants' percentages: three times 33.33 is valid. */
const SUM_TOLERANCE = 0.011;

export interface ParsedFlags {
  readonly flags: FlagDefinition[];
  /** Keys of the flags that the file marks as deleted. They are neither validated nor returned. */
  readonly skipped: string[];
}

/**
 * Validates flag definitions: one flag, a list, or an export with a list under `flags` or `results`. Conditions may
 * refer to other flags by the ids of the list, or of `others`.
 * Keeps unknown fields of `filters` and drops other unknown fields. Throws `InvalidFlags` with all problems.
 */
export function parseFlags(value: unknown, others: readonly PropertyMap[] = []): ParsedFlags {
  const problems: FlagProblem[] = [];
  const list = findFlagList(value);
  const all = list
    ? list.map((item, index) => [item, new ValidationPath(["flags", index], problems)] as const)
    : [[value, new ValidationPath(["flag"], problems)] as const];
  const skipped = all.filter(([item]) => isDeleted(item));
  const present = all.filter(([item]) => !isDeleted(item));
  const pathsByKey = new Map<unknown, string>();
  for (const [item, path] of present) checkFlag(item, path, pathsByKey);
  if (problems.length > 0) throw new InvalidFlags(problems);
  const flags = present.map(([item]) => item as PropertyMap);
  const keys = keysByReference([...others, ...flags]);
  return {
    flags: flags.map((flag) => toDefinition(flag, keys)),
    skipped: skipped.map(([item]) => String((item as PropertyMap).key)),
  };
}

function findFlagList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isPropertyMap(value) || Object.hasOwn(value, "key")) return undefined;
  return [value.flags, value.results].find((list) => Array.isArray(list));
}

function isDeleted(item: unknown): boolean {
  return isPropertyMap(item) && item.deleted === true;
}

/** Adds the problems of one flag. `pathsByKey` holds the paths of the flags checked before. */
function checkFlag(value: unknown, path: ValidationPath, pathsByKey: Map<unknown, string>): void {
  const flag = expectObject(value, path);
  if (!flag) return;
  if (typeof flag.key !== "string" || !KEY.test(flag.key)) {
    path.at("key").addProblem("must be 1 to 400 letters, digits or any of _ - . : /");
  } else if (pathsByKey.has(flag.key)) {
    path.at("key").addProblem(`${flag.key} is already the key of ${pathsByKey.get(flag.key)}`);
  }
  pathsByKey.set(flag.key, path.text);
  checkOptional(flag.name, path.at("name"), (name) => typeof name === "string", "must be text");
  for (const name of ["active", "ensure_experience_continuity"]) {
    checkOptional(flag[name], path.at(name), isBoolean, "must be true or false");
  }
  if (flag.bucketing_identifier === "device_id") {
    path
      .at("bucketing_identifier")
      .addProblem("device_id is not supported: flags are evaluated by distinct id or group");
  }
  checkFilters(flag.filters, path.at("filters"));
}

/** Returns flag keys by key and by exported id. A key precedes an equal id. */
function keysByReference(flags: readonly PropertyMap[]): Map<string, string> {
  const byId = flags.map(({ id, key }) => [String(id), key as string] as const);
  return new Map([...byId, ...flags.map(({ key }) => [key as string, key as string] as const)]);
}

function toDefinition(flag: PropertyMap, keys: ReadonlyMap<string, string>): FlagDefinition {
  const filters = flag.filters as FlagFilters;
  return {
    key: flag.key as string,
    name: (flag.name as string | null | undefined) ?? "",
    active: flag.active !== false,
    ensureExperienceContinuity: flag.ensure_experience_continuity === true,
    filters: { ...filters, groups: filters.groups.map((condition) => withDependencyKeys(condition, keys)) },
  };
}

/** Replaces the ids by which exported conditions refer to flags with keys. */
function withDependencyKeys(condition: Condition, keys: ReadonlyMap<string, string>): Condition {
  if (!condition.properties?.some(({ type }) => type === "flag")) return condition;
  const properties = condition.properties.map((filter) =>
    filter.type === "flag" ? { ...filter, key: keys.get(filter.key) ?? filter.key } : filter,
  );
  return { ...condition, properties };
}

/** Adds the problems of the `filters` of a flag. */
function checkFilters(value: unknown, path: ValidationPath): void {
  const filters = expectObject(value, path);
  if (!filters) return;
  if (!isJson(filters, path)) return;
  const variants = checkVariants(filters.multivariate, path.at("multivariate"));
  checkAggregation(filters, path);
  for (const [group, at] of expectList(filters.groups, path.at("groups"))) checkCondition(group, variants, at);
  for (const name of ["super_groups", "holdout_groups"]) {
    for (const [group, at] of expectList(filters[name] ?? [], path.at(name))) checkCondition(group, undefined, at);
  }
  checkPayloads(filters.payloads, variants, path.at("payloads"));
  checkHoldout(filters.holdout, path.at("holdout"));
  for (const name of ["early_exit", "feature_enrollment"]) {
    checkOptional(filters[name], path.at(name), isBoolean, "must be true or false");
  }
}

/** YAML can express values that JSON cannot, such as infinity and cycles. */
function isJson(filters: PropertyMap, path: ValidationPath): boolean {
  try {
    comparisonText(filters);
    return true;
  } catch (error) {
    path.addProblem(`must be JSON: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** Returns the keys of the variants. */
function checkVariants(value: unknown, path: ValidationPath): Set<unknown> {
  const keys = new Set<unknown>();
  const multivariate = value === undefined || value === null ? undefined : expectObject(value, path);
  if (!multivariate) return keys;
  let sum = 0;
  const list = expectList(multivariate.variants, path.at("variants"));
  for (const [item, at] of list) {
    const variant = expectObject(item, at);
    if (!variant) continue;
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
  checkOptional(condition.rollout_percentage, path.at("rollout_percentage"), isPercentage, BETWEEN_0_AND_100);
  const isVariant = (key: unknown) => key === "" || (variants ? variants.has(key) : isNonEmptyString(key));
  checkOptional(condition.variant, path.at("variant"), isVariant, "is not one of the variants");
  checkAggregation(condition, path);
  for (const [property, at] of expectList(condition.properties ?? [], path.at("properties")))
    checkPropertyFilter(property, at);
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
  if (!isIndex(holdout.id)) path.at("id").addProblem("must be a whole number");
  if (!isPercentage(holdout.exclusion_percentage)) path.at("exclusion_percentage").addProblem(BETWEEN_0_AND_100);
}
