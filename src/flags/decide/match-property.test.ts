import assert from "node:assert/strict";
import { test } from "node:test";
import { FlagOperator } from "../../../generated/console.ts";
import { RegexBudget } from "../define/bounded-regex.ts";
import { ComparedValue, TextBudget } from "../define/compared-value.ts";
import type { PropertyOperator } from "../define/flag-definition.ts";
import { compileMatcher, matchesWhenAbsent, SearchBudget } from "./match-property.ts";

const NOW = Date.UTC(2024, 2, 5, 12);
const matches = (operator: PropertyOperator, expected: unknown, actual: unknown) =>
  compileMatcher(operator, expected)(new ComparedValue(actual, new TextBudget()), {
    now: NOW,
    regexes: new RegexBudget(),
    searches: new SearchBudget(),
  });

const EVERY_OPERATOR: readonly PropertyOperator[] = FlagOperator.filter((operator) => operator !== null);
const VALUE_OPERATORS = EVERY_OPERATOR.filter((operator) => operator !== "is_set" && operator !== "is_not_set");

/** Operator, filter value, property values that match, property values that do not. */
const CASES: [PropertyOperator, unknown, unknown[], unknown[]][] = [
  ["exact", "Pro", ["Pro", "PRO", "pro"], ["pro ", "", "free", null, ["pro"], {}]],
  ["exact", "ÀÉ", ["àé"], ["ae"]],
  ["exact", 5, [5, "5"], ["5.0", 50, true, null]],
  ["exact", true, [true, "true", "True"], [false, 1, "yes", null, "1"]],
  ["exact", "false", [false, "FALSE"], [true, 0, "", "other", null]],
  ["exact", ["US", "ca", 7], ["us", "CA", "7", 7], ["uk", "", null, ["us", "ca", 7]]],
  ["exact", [], [], ["", "a", null]],
  ["exact", "null", [null, "null"], ["", 0]],
  ["exact", { b: 1, a: [2] }, [{ a: [2], b: 1 }, '{"a":[2],"b":1}'], [{ a: [2] }, "[object Object]"]],
  ["is_not", "pro", ["free", "", null, 5], ["pro", "PRO"]],
  ["is_not", ["a", "b"], ["c", null], ["A", "b"]],
  ["in", ["a", "b"], ["A", "b"], ["c", "ab"]],
  ["not_in", ["a", "b"], ["c", "ab"], ["A"]],
  ["icontains", "@Example.", ["x@EXAMPLE.com"], ["x@example", "", null]],
  ["icontains", 3, ["val3", 323, 3], ["three"]],
  ["icontains", "Ä", ["xÄx"], ["xäx"]],
  ["not_icontains", "@example.", ["x@other.com", null], ["x@EXAMPLE.com"]],
  ["icontains_multi", ["foo", "BAR"], ["xFOOx", "bar"], ["baz", "", null]],
  ["icontains_multi", "foo", ["xfoo"], ["bar"]],
  ["not_icontains_multi", ["foo", "bar"], ["baz"], ["xfoox", "BAR"]],
  ["starts_with", "ab", ["abc", "AB"], ["cab", ""]],
  ["not_starts_with", "ab", ["cab", ""], ["ABc"]],
  ["ends_with", "bc", ["abc", "BC"], ["bcd", ""]],
  ["not_ends_with", "bc", ["bcd"], ["aBC"]],
  ["regex", "^u\\d+$", ["u1", "u123"], ["u", "xu1", "U1", null, 1]],
  ["regex", "\\d", [7, "a7", [7]], ["a", true]],
  ["not_regex", "^u\\d+$", ["u", "xu1"], ["u1"]],
  ["gt", 5, [6, "6", 5.1, "1e3", "10"], [5, "5", 4, "abc", "", null, true, [], "6px"]],
  ["gt", "9", [10, "10"], [9, 8, "a"]],
  ["gte", 5, [5, "5", "+5.0", 6], [4.9, "x", null]],
  ["lt", 5, [4, "-7", ".5"], [5, 6, null, "", false]],
  ["lte", 5, [5, 4], [5.01, "x"]],
  ["gt", "2024-01-01", [], ["2024-06-01", "2025", 2025, null]],
  ["lte", "m", [], ["a", "m", 1]],
  ["exact", [], [true, "True", [], [true, ["TRUE"]]], [false, "", 0, "x", null, [true, 0], {}]],
  ["is_not", [], [false, "x"], [true, []]],
  ["exact", "false", [false, "False"], ["banana", 0, null, "", {}]],
  ["exact", ["true", "false"], [true, "FALSE"], ["x", null]],
  ["between", [1, "5"], [1, 3, "5"], [0, 6, "x", null]],
  ["not_between", [1, 5], [0, "6"], [1, 3, 5, "x", null]],
  [
    "is_date_exact",
    "2024-03-05T12:00:00Z",
    ["2024-03-05 12:00:00", "2024-03-05T13:00:00+01:00", NOW, NOW / 1000],
    ["2024-03-05", "x", null],
  ],
  [
    "is_date_before",
    "-7d",
    ["2024-02-27T11:59:59Z", "2020-01-01"],
    ["2024-02-27T12:00:00Z", "2024-03-01", "", null, true, {}],
  ],
  ["is_date_after", "-7d", ["2024-02-27T12:00:01Z", NOW], ["2024-02-27T12:00:00Z", "2020-01-01", "soon"]],
  ["is_date_after", "2024-01-01", ["2024-01-02"], ["2024-01-01"]],
  ["semver_eq", "1.2.3", ["1.2.3", "v1.2.3", "1.02.3"], ["1.2.4", "1.2.3-beta", "1.2.3.4", "1.2.3+b", "x", null]],
  ["semver_eq", "1.2", [1.2, "1.2.0"], ["1.2.1"]],
  ["semver_neq", "1.2.3", ["1.2.4"], ["1.2.3", "x", "", null]],
  ["semver_gt", "1.9.0", ["1.10.0", "2"], ["1.9.0", "1.8.99", "x"]],
  ["semver_gte", "1.9.0", ["1.9", "1.10.0"], ["1.8.9"]],
  ["semver_lt", "1.10.0", ["1.9.9"], ["1.10.0", "x"]],
  ["semver_lte", "1.10.0", ["1.10.0", "1.2"], ["1.10.1"]],
  ["semver_tilde", "1.2.3", ["1.2.9"], ["1.3.0"]],
  ["semver_caret", "1.2.3", ["1.9.0"], ["2.0.0"]],
  ["semver_wildcard", "1.2.*", ["1.2.9"], ["1.3.0", "x"]],
  ["is_set", "is_set", ["", null, false, 0], []],
  ["is_not_set", "is_not_set", [], ["", null, false]],
];

for (const [operator, value, matching, mismatching] of CASES) {
  test(`${operator} ${JSON.stringify(value)}`, () => {
    for (const actual of [...matching, ...mismatching]) {
      assert.equal(matches(operator, value, actual), matching.includes(actual), JSON.stringify(actual));
    }
  });
}

test("every operator is tested", () => {
  assert.deepEqual(new Set(CASES.map(([operator]) => operator)), new Set(EVERY_OPERATOR));
});

test("an absent property matches only the negations", () => {
  assert.deepEqual(EVERY_OPERATOR.filter(matchesWhenAbsent), [
    "is_not",
    "not_in",
    "not_icontains",
    "not_icontains_multi",
    "not_starts_with",
    "not_ends_with",
    "not_regex",
    "not_between",
    "is_not_set",
  ]);
});

test("a filter without a meaningful value matches nothing", () => {
  for (const operator of VALUE_OPERATORS) {
    for (const value of [undefined, null]) {
      assert.equal(matches(operator, value, "a"), false, operator);
    }
  }
  const meaningless: [PropertyOperator, unknown][] = [
    ["between", 5],
    ["not_between", ["a", "b"]],
    ["is_date_before", "soon"],
    ["semver_neq", "latest"],
    ["semver_wildcard", "x.*"],
  ];
  for (const [operator, value] of meaningless) {
    assert.equal(matches(operator, value, "1.2.3"), false, operator);
  }
});

test("values that are too deep, too long or too many to compare are refused, but are set", () => {
  const nested = (depth: number): unknown => JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
  const cases: [fits: unknown, exceeds: unknown, reason: RegExp][] = [
    ["a".repeat(10_000), "a".repeat(10_001), /longer than 10000/],
    [["a".repeat(9_990)], ["a".repeat(9_999)], /longer than 10000/],
    [new Array(1000).fill(1), new Array(1001).fill(1), /more than 1000 items/],
    [{ a: new Array(1000).fill(1) }, { a: new Array(1001).fill(1) }, /more than 1000 items/],
    [nested(60), nested(500), /nests deeper/],
  ];
  for (const [fits, exceeds, reason] of cases) {
    for (const operator of ["exact", "not_icontains", "starts_with", "regex", "semver_gt"] as const) {
      matches(operator, "1.2.3", fits);
      assert.throws(() => matches(operator, "1.2.3", exceeds), reason);
    }
    assert.equal(matches("is_set", null, exceeds), true);
    for (const operator of ["gt", "between", "is_date_after"] as const) {
      const compare = () => matches(operator, [1, 2], exceeds);
      if (typeof exceeds === "string" && operator !== "gt") assert.throws(compare, reason);
    }
  }
});

test("texts are found in others", () => {
  const budget = new SearchBudget();
  assert.deepEqual([budget.contains("abc", "bc"), budget.contains("abc", "ac")], [true, false]);
  assert.deepEqual([budget.contains("abc", ""), budget.contains("abc", "abcd")], [true, false]);
});

test("one decision looks for thousands of texts in short values, or for fewer in long ones", () => {
  const search = (length: number, times: number) => {
    const budget = new SearchBudget();
    for (let count = 0; count < times; count++) budget.contains("a".repeat(length), "b");
  };
  search(100, 50_000);
  search(10_000, 500);
  assert.throws(() => search(10_000, 501), RangeError);
});
