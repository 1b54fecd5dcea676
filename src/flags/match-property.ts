/**
 * Whether a property matches a filter. Server-side evaluation knows all properties of a person, so an absent property
 * is a fact: it matches `is_not_set` and the negations (`is_not`, `not_…`), and no other operator, not even
 * `semver_neq`. A null property is set and compares as the text `null`. A value that is not a number, date or version
 * matches neither an operator for those nor its opposite. Values other than strings compare by their JSON.
 */
import type { Millis } from "../storage/ports/common.ts";
import { comparisonText, foldAscii, numberOf, regexMatches } from "./comparable-values.ts";
import { dateOfFilter, dateOfProperty } from "./dates.ts";
import type { PropertyFilter, PropertyOperator, ValueOperator } from "./flag-definition.ts";
import {
  caretRange,
  compareVersions,
  isWithin,
  parseVersion,
  tildeRange,
  type VersionRange,
  wildcardRange,
} from "./semver.ts";

/** `expected` is the filter's value, `actual` the property's. */
type Comparison = (expected: unknown, actual: unknown, now: Millis) => boolean;

const COMPARISONS: Record<ValueOperator, Comparison> = {
  exact: equals,
  is_not: not(equals),
  in: equals,
  not_in: not(equals),
  icontains: contains,
  not_icontains: not(contains),
  icontains_multi: anyOf(contains),
  not_icontains_multi: not(anyOf(contains)),
  starts_with: startsWith,
  not_starts_with: not(startsWith),
  ends_with: endsWith,
  not_ends_with: not(endsWith),
  regex: matchesRegex,
  not_regex: not(matchesRegex),
  gt: ordered((order) => order > 0),
  gte: ordered((order) => order >= 0),
  lt: ordered((order) => order < 0),
  lte: ordered((order) => order <= 0),
  between: between((isInside) => isInside),
  not_between: between((isInside) => !isInside),
  is_date_exact: dated((order) => order === 0),
  is_date_before: dated((order) => order < 0),
  is_date_after: dated((order) => order > 0),
  semver_eq: versioned((order) => order === 0),
  semver_neq: versioned((order) => order !== 0),
  semver_gt: versioned((order) => order > 0),
  semver_gte: versioned((order) => order >= 0),
  semver_lt: versioned((order) => order < 0),
  semver_lte: versioned((order) => order <= 0),
  semver_tilde: ranged(tildeRange),
  semver_caret: ranged(caretRange),
  semver_wildcard: ranged(wildcardRange),
};

/** Returns true if the operator matches an absent property. */
export function matchesWhenAbsent(operator: PropertyOperator): boolean {
  return operator === "is_not" || operator === "is_not_set" || operator.startsWith("not_");
}

/** Returns true if a property with this value matches. Throws for values that are too deep or too long to compare. */
export function matchesFilter(
  filter: PropertyFilter,
  operator: PropertyOperator,
  actual: unknown,
  now: Millis,
): boolean {
  if (operator === "is_set") return true;
  if (operator === "is_not_set" || filter.value === undefined || filter.value === null) return false;
  return COMPARISONS[operator](filter.value, actual, now);
}

function not(test: Comparison): Comparison {
  return (...args) => !test(...args);
}

function anyOf(test: Comparison): Comparison {
  return (expected, ...args) => (Array.isArray(expected) ? expected : [expected]).some((item) => test(item, ...args));
}

function equals(expected: unknown, actual: unknown): boolean {
  const text = comparisonText(actual).toLowerCase();
  if (!Array.isArray(expected)) return comparisonText(expected).toLowerCase() === text;
  return expected.some((item) => comparisonText(item).toLowerCase() === text);
}

function contains(expected: unknown, actual: unknown): boolean {
  return foldAscii(comparisonText(actual)).includes(foldAscii(comparisonText(expected)));
}

function startsWith(expected: unknown, actual: unknown): boolean {
  return foldAscii(comparisonText(actual)).startsWith(foldAscii(comparisonText(expected)));
}

function endsWith(expected: unknown, actual: unknown): boolean {
  return foldAscii(comparisonText(actual)).endsWith(foldAscii(comparisonText(expected)));
}

function matchesRegex(expected: unknown, actual: unknown): boolean {
  return regexMatches(comparisonText(expected), comparisonText(actual));
}

/** Compares numbers, or texts if the filter's value is not a number (such as an ISO date). */
function ordered(holds: (order: number) => boolean): Comparison {
  return (expected, actual) => {
    const limit = numberOf(expected);
    if (limit === undefined)
      return actual !== null && holds(compareTexts(comparisonText(actual), comparisonText(expected)));
    const number = numberOf(actual);
    return number !== undefined && holds(number - limit);
  };
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function between(holds: (isInside: boolean) => boolean): Comparison {
  return (expected, actual) => {
    const [low, high] = Array.isArray(expected) ? expected.map(numberOf) : [];
    const number = numberOf(actual);
    if (low === undefined || high === undefined || number === undefined) return false;
    return holds(low <= number && number <= high);
  };
}

function dated(holds: (order: number) => boolean): Comparison {
  return (expected, actual, now) => {
    const [limit, date] = [dateOfFilter(expected, now), dateOfProperty(actual)];
    return limit !== undefined && date !== undefined && holds(date - limit);
  };
}

function versioned(holds: (order: number) => boolean): Comparison {
  return (expected, actual) => {
    const [limit, version] = [parseVersion(comparisonText(expected)), parseVersion(comparisonText(actual))];
    return limit !== undefined && version !== undefined && holds(compareVersions(version, limit));
  };
}

function ranged(rangeOf: (text: string) => VersionRange | undefined): Comparison {
  return (expected, actual) => {
    const [range, version] = [rangeOf(comparisonText(expected)), parseVersion(comparisonText(actual))];
    return range !== undefined && version !== undefined && isWithin(version, range);
  };
}
