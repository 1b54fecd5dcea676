import type { Schemas } from "../../../generated/openapi.ts";
import { exactNumber } from "../../lib/json/exact-number.ts";
import type { PropertyMap } from "../../lib/json/json.ts";
import type { Steps } from "../../lib/threads/loop-turns.ts";
import {
  type Aggregation,
  type Condition,
  type FlagDefinition,
  type FlagFilters,
  type PropertyFilter,
  payloadText,
  unusualScope,
} from "../define/flag-definition.ts";
import { type CohortRules, type CohortsById, isPortableCohort, localCohort, NO_COHORTS } from "./cohort-rules.ts";
import { sortForEvaluation } from "./compile-flag.ts";
import { variantsOf } from "./outcome.ts";

/** In the contract's shape; libraries ask the service to evaluate one with `ensure_experience_continuity`. */
type LocalFlag = Omit<Schemas["FlagDefinition"], "id" | "version">;

export interface LocalDefinitions {
  readonly flags: readonly LocalFlag[];
  /** The flags refer to group types by their index in this list. */
  readonly groupTypes: readonly string[];
  /** The cohorts that libraries can decide, by id. */
  readonly cohorts: PropertyMap;
}

/** Returns flags for libraries, with all that definitions omit written out. `groupTypes` are those of the project. */
export function* localDefinitions(
  flags: readonly FlagDefinition[],
  groupTypes: readonly string[],
  cohorts: CohortsById = NO_COHORTS,
): Steps<LocalDefinitions> {
  const named = flags.flatMap(({ filters }) => filters.aggregation_group_type ?? []);
  const types = [...new Set([...groupTypes, ...named])];
  const local: LocalFlag[] = [];
  for (const flag of flags) {
    const { key, name, active, filters } = flag;
    const ensure_experience_continuity = active && !isPortable(flag, cohorts);
    const fields = { key, name, active, ensure_experience_continuity, deleted: false as const };
    local.push({ ...unusualScope(flag), ...fields, filters: localFilters(filters, types) } as LocalFlag);
    yield;
  }
  const isKnown = ({ id }: CohortRules) => isPortableCohort(id, cohorts, isPortableTest);
  const portable = [...cohorts.values()].filter(isKnown).map((cohort) => [cohort.id, localCohort(cohort)]);
  return { flags: local, groupTypes: types, cohorts: Object.fromEntries(portable) };
}

function localFilters(filters: FlagFilters, types: readonly string[]): PropertyMap {
  const { aggregation_group_type: name, aggregation_group_type_index: index } = filters;
  return {
    ...filters,
    groups: sortForEvaluation(filters.groups).map(([, condition]) => localCondition(condition)),
    aggregation_group_type_index: typeof name === "string" ? types.indexOf(name) : (index ?? null),
    payloads: localPayloads(filters),
  };
}

/** Some libraries would read an empty variant as the name of a variant. */
function localCondition(condition: Condition): PropertyMap {
  return { ...condition, properties: condition.properties ?? [], variant: condition.variant || null };
}

/** Returns the payloads as JSON text. Copies that of `true` to every variant without a payload. */
function localPayloads(filters: FlagFilters): Readonly<Record<string, string>> {
  const own = Object.entries(filters.payloads ?? {}).map(([name, payload]) => [name, payloadText(payload)] as const);
  const shared = own.find(([name]) => name === "true")?.[1];
  if (shared === undefined) return Object.fromEntries(own);
  return Object.fromEntries([...variantsOf(filters).map(({ key }) => [key, shared] as const), ...own]);
}

/** Returns true if every library decides the flag as `evaluateFlags` does, given all properties that the flag reads. */
export function isPortable(
  { ensure_experience_continuity, bucketing_identifier, filters }: FlagDefinition,
  cohorts: CohortsById = NO_COHORTS,
): boolean {
  const isByDevice = bucketing_identifier === "device_id"; // older libraries do not know it
  if (ensure_experience_continuity || isByDevice || hasUnportableRules(filters)) return false;
  return filters.groups.every(
    (condition) =>
      hasSameAggregation(condition, filters) &&
      (condition.properties ?? []).every((filter) =>
        filter.type === "cohort"
          ? isPortableMember(filter, filters, cohorts)
          : isSubjectProperty(filter, filters) && isPortableTest(filter),
      ),
  );
}

/** Libraries ignore `not_in`, and read the properties of a group, which no cohort has. */
function isPortableMember({ operator, value }: PropertyFilter, filters: FlagFilters, cohorts: CohortsById): boolean {
  if (operator === "not_in" || subjectType(filters) !== "person") return false;
  return isPortableCohort(Number(value), cohorts, isPortableTest);
}

/** Holdouts, enrollment and early exit are known only to the newest libraries, or to none. */
function hasUnportableRules(filters: FlagFilters): boolean {
  const { holdout, holdout_groups, super_groups, feature_enrollment, early_exit } = filters;
  const lists = [holdout_groups, super_groups];
  return Boolean(holdout || feature_enrollment || early_exit) || lists.some((groups) => groups && groups.length > 0);
}

/** Only the newest libraries know conditions with an aggregation other than the flag's. */
function hasSameAggregation(condition: Condition, filters: FlagFilters): boolean {
  const names = ["aggregation_group_type", "aggregation_group_type_index"] as const;
  return names.every((name) => condition[name] === undefined || (condition[name] ?? null) === (filters[name] ?? null));
}

/** Libraries read the properties of the flag's subject, whatever type the filter has. */
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
/** Syntax with the same meaning in RE2 and JavaScript: no flags, names, nested classes or rare escapes. */
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
      return exactNumber(value) !== undefined;
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
