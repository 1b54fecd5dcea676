/**
 * Which flags server libraries may evaluate by themselves. They know the rules of a flag and the properties that the application gives them, and follow
 * rules of their own where the two of us are not bound to agree: what only newer ones know, and what languages see differently. Any flag that has to
 * do with those is left to this service.
 */
import type { Aggregation, Condition, FlagDefinition, FlagFilters, PropertyFilter } from "./flag-definition.ts";
import { numberOf } from "./numbers.ts";

/** True if every server library decides this flag as `evaluateFlags` does, for whom it knows all that the flag asks for. */
export function isPortable({ ensureExperienceContinuity, filters }: FlagDefinition): boolean {
  if (ensureExperienceContinuity || hasUnportableRules(filters)) return false;
  return filters.groups.every(
    (condition) =>
      hasSameAggregation(condition, filters) &&
      (condition.properties ?? []).every((filter) => isSubjectProperty(filter, filters) && isPortableTest(filter)),
  );
}

/** What takes somebody out of the conditions, or ends them early, is known to the newest libraries only, or to none. */
function hasUnportableRules({
  holdout,
  holdout_groups,
  super_groups,
  feature_enrollment,
  early_exit,
}: FlagFilters): boolean {
  const lists = [holdout_groups, super_groups];
  return Boolean(holdout || feature_enrollment || early_exit) || lists.some((groups) => groups && groups.length > 0);
}

/** A condition that counts others than its flag does is known to the newest libraries only. */
function hasSameAggregation(condition: Condition, filters: FlagFilters): boolean {
  const names = ["aggregation_group_type", "aggregation_group_type_index"] as const;
  return names.every((name) => condition[name] === undefined || (condition[name] ?? null) === (filters[name] ?? null));
}

/** Libraries read properties of whom the flag counts, whatever the filter says. */
function isSubjectProperty({ type, group_type_index: index }: PropertyFilter, filters: FlagFilters): boolean {
  const own = filters.aggregation_group_type_index ?? null;
  if ((index ?? null) !== null && index !== own) return false;
  return (type ?? subjectType(filters)) === subjectType(filters);
}

function subjectType({ aggregation_group_type: name, aggregation_group_type_index: index }: Aggregation): string {
  return (name ?? index ?? null) === null ? "person" : "group";
}

const SCALARS = ["string", "number", "boolean"];
const ASCII = /^[\x20-\x7e]*$/;
/** What RE2 and JavaScript read alike: no flags, no names, no classes in classes, no escapes but the common ones. */
const PORTABLE_REGEX = /^(?:[^\\()[\]]|\\[dDwWbB]|\\[^A-Za-z0-9]|\((?!\?)|\(\?:|\)|\[\^?[^\\[\]]+\])*$/;
const RELATIVE_TIME = /^-?\d+[hdw]$/;
const ABSOLUTE_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

function isPortableTest({ operator, value }: PropertyFilter): boolean {
  const text = String(value);
  switch (operator ?? "exact") {
    case "exact":
    case "is_not":
      return Array.isArray(value) ? value.length > 0 && value.every(isScalar) : isScalar(value);
    case "is_set":
    case "is_not_set":
      return true;
    case "icontains":
    case "not_icontains":
      return isScalar(value) && ASCII.test(text);
    case "regex":
    case "not_regex":
      return isScalar(value) && ASCII.test(text) && PORTABLE_REGEX.test(text);
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return numberOf(value) !== undefined;
    case "is_date_before":
    case "is_date_after":
      return RELATIVE_TIME.test(text) || ABSOLUTE_TIME.test(text);
    default:
      return false;
  }
}

function isScalar(value: unknown): boolean {
  return SCALARS.includes(typeof value);
}
