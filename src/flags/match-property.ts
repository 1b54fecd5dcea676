/**
 * Whether a property passes a filter, as servers of this family decide it. They know all properties of a person, so one that is
 * absent is an answer: it passes `is_not_set` and the negations (`is_not`, `not_…`), and fails everything else, `semver_neq` too.
 * A property that is null is set; it compares as the text `null`. What cannot be read as the number, date or version that the
 * operator is about passes neither the operator nor its opposite. Values that are no text compare by their JSON.
 */
import type { Millis } from "../storage/ports/common.ts";
import { comparisonText, foldAscii } from "./comparison-text.ts";
import { dateOfFilter, dateOfProperty } from "./dates.ts";
import type { PropertyFilter, PropertyOperator, ValueOperator } from "./flag-definition.ts";
import { numberOf } from "./numbers.ts";
import { regexMatches } from "./regex.ts";
import {
  caretRange,
  compareVersions,
  isWithin,
  parseVersion,
  tildeRange,
  type VersionRange,
  wildcardRange,
} from "./semver.ts";

/** `wanted` is the filter's value, `actual` the property's. */
type Comparison = (wanted: unknown, actual: unknown, now: Millis) => boolean;

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

/** True where the operator is passed by whoever lacks the property. */
export function matchesWhenAbsent(operator: PropertyOperator): boolean {
  return operator === "is_not" || operator === "is_not_set" || operator.startsWith("not_");
}

/** True if a property that is there, with this value, passes the filter. Throws for values that are too deep or too long to compare. */
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
  return (wanted, ...args) => (Array.isArray(wanted) ? wanted : [wanted]).some((item) => test(item, ...args));
}

function equals(wanted: unknown, actual: unknown): boolean {
  const text = comparisonText(actual).toLowerCase();
  if (!Array.isArray(wanted)) return comparisonText(wanted).toLowerCase() === text;
  return wanted.some((item) => comparisonText(item).toLowerCase() === text);
}

function contains(wanted: unknown, actual: unknown): boolean {
  return foldAscii(comparisonText(actual)).includes(foldAscii(comparisonText(wanted)));
}

function startsWith(wanted: unknown, actual: unknown): boolean {
  return foldAscii(comparisonText(actual)).startsWith(foldAscii(comparisonText(wanted)));
}

function endsWith(wanted: unknown, actual: unknown): boolean {
  return foldAscii(comparisonText(actual)).endsWith(foldAscii(comparisonText(wanted)));
}

function matchesRegex(wanted: unknown, actual: unknown): boolean {
  return regexMatches(comparisonText(wanted), comparisonText(actual));
}

/** Numbers by size; where the filter is no number, as in an ISO date, texts by their characters. */
function ordered(holds: (order: number) => boolean): Comparison {
  return (wanted, actual) => {
    const limit = numberOf(wanted);
    if (limit === undefined)
      return actual !== null && holds(compareTexts(comparisonText(actual), comparisonText(wanted)));
    const number = numberOf(actual);
    return number !== undefined && holds(number - limit);
  };
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function between(holds: (isInside: boolean) => boolean): Comparison {
  return (wanted, actual) => {
    const [low, high] = Array.isArray(wanted) ? wanted.map(numberOf) : [];
    const number = numberOf(actual);
    if (low === undefined || high === undefined || number === undefined) return false;
    return holds(low <= number && number <= high);
  };
}

function dated(holds: (order: number) => boolean): Comparison {
  return (wanted, actual, now) => {
    const [limit, date] = [dateOfFilter(wanted, now), dateOfProperty(actual)];
    return limit !== undefined && date !== undefined && holds(date - limit);
  };
}

function versioned(holds: (order: number) => boolean): Comparison {
  return (wanted, actual) => {
    const [limit, version] = [parseVersion(comparisonText(wanted)), parseVersion(comparisonText(actual))];
    return limit !== undefined && version !== undefined && holds(compareVersions(version, limit));
  };
}

function ranged(rangeOf: (text: string) => VersionRange | undefined): Comparison {
  return (wanted, actual) => {
    const [range, version] = [rangeOf(comparisonText(wanted)), parseVersion(comparisonText(actual))];
    return range !== undefined && version !== undefined && isWithin(version, range);
  };
}
