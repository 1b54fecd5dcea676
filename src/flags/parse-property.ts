import { fields, isIndex, isText, optional, type Place } from "./checks.ts";
import { dateOfFilter } from "./dates.ts";
import { PRESENCE_OPERATORS, PROPERTY_TYPES, VALUE_OPERATORS, type ValueOperator } from "./definition.ts";
import { numberOf } from "./numbers.ts";
import { compileRegex } from "./regex.ts";
import { caretRange, parseVersion, tildeRange, wildcardRange } from "./semver.ts";
import { textOf } from "./text.ts";

const COHORT_OPERATORS: readonly unknown[] = ["exact", "in", "not_in"];

/** Notes what is wrong with one property filter of a condition. */
export function checkProperty(value: unknown, place: Place): void {
  const filter = fields(value, place);
  if (!filter) return;
  const { key, type, operator = "exact" } = filter;
  if (typeof key !== "string") place.at("key").fault("is required: the name of a property");
  optional(filter.group_type_index, place.at("group_type_index"), isIndex, "must be a whole number from 0");
  if (type === "cohort") checkCohort(operator ?? "exact", filter.value, place);
  else if (type === "flag") checkDependency(operator, filter.value, place);
  else if (isOneOf(PROPERTY_TYPES, type ?? "person")) checkTest(operator ?? "exact", filter.value, place);
  else place.at("type").fault(`must be one of ${PROPERTY_TYPES.join(", ")}`);
}

function checkCohort(operator: unknown, value: unknown, place: Place): void {
  if (!COHORT_OPERATORS.includes(operator)) place.at("operator").fault("must be in or not_in for a cohort");
  if (!isIndex(value) && !isText(value)) place.at("value").fault("must be the id of a cohort");
}

function checkDependency(operator: unknown, value: unknown, place: Place): void {
  if (operator !== "flag_evaluates_to") place.at("operator").fault("must be flag_evaluates_to for a flag");
  if (typeof value !== "boolean" && !isText(value)) place.at("value").fault("must be true, false or a variant");
}

function checkTest(operator: unknown, value: unknown, place: Place): void {
  if (isOneOf(PRESENCE_OPERATORS, operator)) return;
  if (!isOneOf(VALUE_OPERATORS, operator)) {
    place.at("operator").fault(`${JSON.stringify(operator)} is not an operator`);
  } else if (value === undefined || value === null) {
    place.at("value").fault(`is required for the operator ${operator}`);
  } else {
    const fault = faultOf(operator, value);
    if (fault !== undefined) place.at("value").fault(fault);
  }
}

function isOneOf<T>(all: readonly T[], value: unknown): value is T {
  return (all as readonly unknown[]).includes(value);
}

/** What is wrong with the value for this operator, if anything. */
function faultOf(operator: ValueOperator, value: unknown): string | undefined {
  try {
    return (FAULTS[operator] ?? (() => undefined))(value, textOf(value));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

type Fault = (value: unknown, text: string) => string | undefined;

const FAULTS: Partial<Record<ValueOperator, Fault>> = {
  regex: regexFault,
  not_regex: regexFault,
  gt: orderFault,
  gte: orderFault,
  lt: orderFault,
  lte: orderFault,
  between: boundsFault,
  not_between: boundsFault,
  is_date_exact: dateFault,
  is_date_before: dateFault,
  is_date_after: dateFault,
  semver_eq: versionFault(parseVersion, "1.2.3"),
  semver_neq: versionFault(parseVersion, "1.2.3"),
  semver_gt: versionFault(parseVersion, "1.2.3"),
  semver_gte: versionFault(parseVersion, "1.2.3"),
  semver_lt: versionFault(parseVersion, "1.2.3"),
  semver_lte: versionFault(parseVersion, "1.2.3"),
  semver_tilde: versionFault(tildeRange, "1.2.3"),
  semver_caret: versionFault(caretRange, "1.2.3"),
  semver_wildcard: versionFault(wildcardRange, "1.2.*"),
};

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number";
}

function regexFault(value: unknown, text: string): string | undefined {
  if (!isScalar(value)) return "must be a regular expression";
  try {
    compileRegex(text);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `is not a regular expression in RE2 syntax, which has no lookaround and no back-references: ${reason}`;
  }
}

function orderFault(value: unknown): string | undefined {
  return isScalar(value) ? undefined : "must be a number";
}

function boundsFault(value: unknown): string | undefined {
  const [low, high, ...rest] = Array.isArray(value) ? value.map(numberOf) : [];
  const isRight = low !== undefined && high !== undefined && low <= high && rest.length === 0;
  return isRight ? undefined : "must be a list of two numbers, the lower one first";
}

function dateFault(value: unknown): string | undefined {
  if (dateOfFilter(value, 0) !== undefined) return undefined;
  return "must be a date such as 2024-03-05T10:00:00Z, or a time before now such as -7d";
}

function versionFault(parse: (text: string) => unknown, example: string): Fault {
  return (value, text) => (isScalar(value) && parse(text) ? undefined : `must be a version such as ${example}`);
}
