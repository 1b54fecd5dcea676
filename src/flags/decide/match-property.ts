/**
 * Whether a property matches a filter. Server-side evaluation knows all properties of a person, so an absent property
 * is a fact: it matches `is_not_set` and the negations (`is_not`, `not_…`), and no other operator, not even
 * `semver_neq`. A null property is set and compares as the text `null`. A value that is not a number, date or version
 * matches neither an operator for those nor its opposite. Values other than strings compare by their JSON.
 */
import { exactNumber } from "../../lib/json/exact-number.ts";
import type { Millis } from "../../store/ports/common.ts";
import type { RegexBudget } from "../define/bounded-regex.ts";
import { comparisonText, foldAscii } from "../define/comparable-values.ts";
import type { ComparedValue } from "../define/compared-value.ts";
import { dateOfFilter, parseDate } from "../define/dates.ts";
import type { PropertyOperator } from "../define/flag-definition.ts";
import {
  caretRange,
  compareVersions,
  parseVersion,
  tildeRange,
  type VersionTest,
  wildcardRange,
} from "../define/semver.ts";

/** Characters that one decision may look at to find texts in others: five milliseconds at worst. */
const MAX_SEARCHED = 5_000_000;
/** Made once: thousands of comparisons may fail, and a stack trace costs more than they do. */
const EXHAUSTED = new RangeError("values are too long for the texts that are looked for in them");

/** Looks for texts in others until together they are too long. */
export class SearchBudget {
  #left = MAX_SEARCHED;

  /** Throws if the texts that were searched are too long together. */
  contains(text: string, part: string): boolean {
    if (part.length > text.length) return false;
    this.#left -= text.length;
    if (this.#left < 0) throw EXHAUSTED;
    return text.includes(part);
  }
}

export interface MatchContext {
  readonly now: Millis;
  readonly regexes: RegexBudget;
  readonly searches: SearchBudget;
}

/** Returns whether a property's value matches. Throws if the value is too large or too deep to compare. */
export type Matcher = (actual: ComparedValue, context: MatchContext) => boolean;

type Compiler = (expected: unknown) => Matcher;

const COMPILERS: Record<Exclude<PropertyOperator, "is_set" | "is_not_set">, Compiler> = {
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

const ALWAYS: Matcher = () => true;
const NEVER: Matcher = () => false;

export function matchesWhenAbsent(operator: PropertyOperator): boolean {
  return operator === "is_not" || operator === "is_not_set" || operator.startsWith("not_");
}

/** Prepares a filter. If its value cannot be compared, the matcher throws the reason. */
export function compileMatcher(operator: PropertyOperator, expected: unknown): Matcher {
  if (operator === "is_set") return ALWAYS;
  if (operator === "is_not_set" || expected === undefined || expected === null) return NEVER;
  try {
    return COMPILERS[operator](expected);
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function not(compile: Compiler): Compiler {
  return (expected) => {
    const matches = compile(expected);
    return (actual, context) => !matches(actual, context);
  };
}

function anyOf(compile: Compiler): Compiler {
  return (expected) => {
    const matchers = (Array.isArray(expected) ? expected : [expected]).map(compile);
    return (actual, context) => matchers.some((matches) => matches(actual, context));
  };
}

/** An empty list equals what is true: version 2 of the rules of client libraries. */
function equals(expected: unknown): Matcher {
  if (Array.isArray(expected)) {
    if (expected.length === 0) return ({ lowerCase, value }) => lowerCase === "true" || isAllTrue(value);
    const texts = new Set(expected.map((item) => comparisonText(item).toLowerCase()));
    return (actual) => texts.has(actual.lowerCase);
  }
  const text = comparisonText(expected).toLowerCase();
  return (actual) => actual.lowerCase === text;
}

/** Called only for values that are small enough to compare. */
function isAllTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isAllTrue);
  return value === true || (typeof value === "string" && value.toLowerCase() === "true");
}

function contains(expected: unknown): Matcher {
  const text = foldAscii(comparisonText(expected));
  return (actual, { searches }) => searches.contains(actual.folded, text);
}

function startsWith(expected: unknown): Matcher {
  const text = foldAscii(comparisonText(expected));
  return (actual) => actual.folded.startsWith(text);
}

function endsWith(expected: unknown): Matcher {
  const text = foldAscii(comparisonText(expected));
  return (actual) => actual.folded.endsWith(text);
}

function matchesRegex(expected: unknown): Matcher {
  const pattern = comparisonText(expected);
  return (actual, { regexes }) => regexes.matches(pattern, actual.text);
}

function ordered(holds: (order: number) => boolean): Compiler {
  return (expected) => {
    const limit = exactNumber(expected);
    if (limit === undefined) return NEVER;
    return ({ number }) => number !== undefined && holds(number < limit ? -1 : number > limit ? 1 : 0);
  };
}

function between(holds: (isInside: boolean) => boolean): Compiler {
  return (expected) => {
    const [low, high] = Array.isArray(expected) ? expected.map(exactNumber) : [];
    if (low === undefined || high === undefined) return NEVER;
    return ({ number }) => number !== undefined && holds(low <= number && number <= high);
  };
}

function dated(holds: (order: number) => boolean): Compiler {
  return (expected) => {
    const fixed = typeof expected === "string" ? parseDate(expected) : undefined;
    return ({ date }, { now }) => {
      const limit = fixed ?? dateOfFilter(expected, now);
      return limit !== undefined && date !== undefined && holds(date - limit);
    };
  };
}

function versioned(holds: (order: number) => boolean): Compiler {
  return (expected) => {
    const limit = parseVersion(comparisonText(expected));
    return ({ version }) => limit !== undefined && version !== undefined && holds(compareVersions(version, limit));
  };
}

function ranged(rangeOf: (text: string) => VersionTest | undefined): Compiler {
  return (expected) => {
    const isInRange = rangeOf(comparisonText(expected));
    return ({ version }) => isInRange !== undefined && version !== undefined && isInRange(version);
  };
}
