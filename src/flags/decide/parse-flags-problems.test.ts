import assert from "node:assert/strict";
import { test } from "node:test";
import { FlagOperator } from "../../../generated/console.ts";
import { flagWithFilters, problemsOf } from "../../../test/support/test-evaluate.ts";
import { parseFlags } from "../define/parse-flags.ts";
import type { InvalidFlags } from "../define/validation.ts";

const UNKNOWN_OPERATOR = `must be one of ${FlagOperator.map(String).join(", ")}`;

function withProperty(property: object): object {
  return flagWithFilters({ groups: [{ properties: [{ key: "k", ...property }] }] });
}

test("every problem is reported with its path", () => {
  const problems = problemsOf([
    flagWithFilters({
      groups: [{ rollout_percentage: 101, variant: "ghost" }, "x", { properties: [{ operator: "like", value: 1 }] }],
    }),
    flagWithFilters({ groups: [] }),
    flagWithFilters({ groups: "none" }, { key: "no spaces", active: "yes", name: 5, ensure_experience_continuity: 1 }),
    flagWithFilters(undefined, { key: "" }),
    7,
  ]);
  assert.deepEqual(problems, [
    "flags[0].filters.groups[0].rollout_percentage: must be between 0 and 100",
    "flags[0].filters.groups[1]: must be an object",
    `flags[0].filters.groups[2].properties[0].operator: ${UNKNOWN_OPERATOR}`,
    "flags[0].filters.groups[2].properties[0].key: is required",
    "flags[0].filters.groups[0].variant: is not one of the variants",
    "flags[1].key: f is already the key of flags[0]",
    "flags[2].key: must be 1 to 400 letters, digits or any of _ - . : /",
    "flags[2].name: must be a text or null",
    "flags[2].active: must be true or false",
    "flags[2].ensure_experience_continuity: must be true or false",
    "flags[2].filters.groups: must be a list",
    "flags[3].filters: is required",
    "flags[3].key: must be 1 to 400 letters, digits or any of _ - . : /",
    "flags[4]: must be an object",
  ]);
});

test("variants sum to 100 and have unique keys; payloads belong to a variant or to true", () => {
  const variants = (...shares: unknown[]) => ({
    groups: [],
    multivariate: { variants: shares.map((rollout_percentage, index) => ({ key: `v${index}`, rollout_percentage })) },
  });
  for (const shares of [[100], [50, 50], [33.33, 33.33, 33.33], [33.33, 33.33, 33.34], [0.1, 99.9], [0, 100], []]) {
    assert.deepEqual(problemsOf(flagWithFilters(variants(...shares))), [], String(shares));
  }
  const sum = "flag.filters.multivariate.variants: the percentages must sum to 100, not to";
  assert.deepEqual(problemsOf(flagWithFilters(variants(50, 49))), [`${sum} 99`]);
  assert.deepEqual(problemsOf(flagWithFilters(variants(60, 60))), [`${sum} 120`]);
  assert.deepEqual(problemsOf(flagWithFilters(variants(-1, 100))), [
    "flag.filters.multivariate.variants[0].rollout_percentage: must be between 0 and 100",
    `${sum} 99`,
  ]);
  const sameKeys = [
    { key: "a", rollout_percentage: 50 },
    { key: "a", rollout_percentage: 50 },
  ];
  assert.deepEqual(problemsOf(flagWithFilters({ groups: [], multivariate: { variants: sameKeys } })), [
    "flag.filters.multivariate.variants[1].key: is already the key of another variant",
  ]);
  assert.deepEqual(problemsOf(flagWithFilters({ groups: [], multivariate: {} })), [
    "flag.filters.multivariate.variants: is required",
  ]);
  assert.deepEqual(problemsOf(flagWithFilters({ ...variants(100), payloads: { v0: "1", true: 2, "v 1": 3 } })), [
    'flag.filters.payloads["v 1"]: is neither "true" nor one of the variants',
  ]);
});

test("the value of a filter must suit its operator", () => {
  const valid: [string, unknown][] = [
    ["exact", ["a", 1, true]],
    ["is_not", { a: 1 }],
    ["icontains", 5],
    ["regex", "^a+$"],
    ["not_regex", 5],
    ["gt", 5],
    ["lte", "5.5"],
    ["between", [1, "2"]],
    ["is_date_after", "-7d"],
    ["is_date_after", 1709640000],
    ["is_date_exact", "2024-03-05"],
    ["semver_gte", "1.2"],
    ["semver_caret", "1.2.3"],
    ["semver_wildcard", "1.*"],
    ["is_set", undefined],
    ["is_not_set", null],
  ];
  for (const [operator, value] of valid) assert.deepEqual(problemsOf(withProperty({ operator, value })), [], operator);
  const invalid: [string, unknown, RegExp][] = [
    ["exact", undefined, /is required for the operator exact/],
    ["icontains", null, /is required/],
    ["exact", Number.NaN, /JSON/],
    ["regex", "(?=lookahead)", /has lookaround.*two conditions/],
    ["regex", "(a", /RE2 syntax/],
    ["not_regex", ["a"], /must be a regular expression/],
    ["gt", [5], /must be a number/],
    ["lte", "2024-01-01", /must be a number; for dates, use is_date_before/],
    ["semver_eq", `1.${"1".repeat(1000)}`, /longer than 1000/],
    ["is_date_after", "1".repeat(1001), /longer than 1000/],
    ["regex", `(?:${"a?".repeat(488)}){0,1000}0`, /repeats too much/],
    ["lt", true, /must be a number/],
    ["between", [2, 1], /two numbers/],
    ["not_between", [1, 2, 3], /two numbers/],
    ["is_date_before", "someday", /must be a date/],
    ["is_date_after", true, /must be a date/],
    ["semver_eq", "latest", /version such as 1\.2\.3/],
    ["semver_wildcard", "1.*.3", /version such as 1\.2\.\*/],
  ];
  for (const [operator, value, message] of invalid) {
    const [problem = "", ...others] = problemsOf(withProperty({ operator, value }));
    assert.deepEqual(others, []);
    assert.match(problem, /^flag\.filters(\.groups\[0\]\.properties\[0\]\.value)?: /, operator);
    assert.match(problem, message);
  }
});

test("references to flags and groups are validated", () => {
  const valid = [
    { type: "flag", value: "control", operator: "flag_evaluates_to" },
    { type: "group", group_type_index: 0, value: "x" },
    { type: null, value: "x" },
  ];
  for (const property of valid) assert.deepEqual(problemsOf(withProperty(property)), []);
  const path = "flag.filters.groups[0].properties[0]";
  const invalid: [object, string][] = [
    [{ type: "cohort", value: "x", operator: "in" }, `${path}.value: must be the id of a cohort`],
    [{ type: "cohort", value: 1, operator: "gt" }, `${path}.operator: must be in or not_in`],
    [{ type: "flag", value: true }, `${path}.operator: is required`],
    [{ type: "flag", value: true, operator: "is" }, `${path}.operator: must be flag_evaluates_to for a flag`],
    [{ type: "flag", value: 1, operator: "flag_evaluates_to" }, `${path}.value: must be true, false or a variant`],
    [{ type: "event", value: 1 }, `${path}.type: must be one of person, group, cohort, flag, null`],
    [{ value: 1, operator: "flag_evaluates_to" }, `${path}.operator: ${UNKNOWN_OPERATOR}`],
    [{ type: "group", value: 1, group_type_index: -1 }, `${path}.group_type_index: must be a whole number from 0`],
  ];
  for (const [property, problem] of invalid) assert.deepEqual(problemsOf(withProperty(property)), [problem]);
});

test("a group type is a name or an index; bucketing by device is refused", () => {
  assert.deepEqual(problemsOf(flagWithFilters({ groups: [], aggregation_group_type: "company" })), []);
  assert.deepEqual(
    problemsOf(flagWithFilters({ groups: [{ aggregation_group_type_index: 1 }], aggregation_group_type_index: 0 })),
    [],
  );
  assert.deepEqual(
    problemsOf(flagWithFilters({ groups: [{ aggregation_group_type: 1 }], aggregation_group_type_index: "0" })),
    [
      "flag.filters.groups[0].aggregation_group_type: must be the name of a group type",
      "flag.filters.aggregation_group_type_index: must be a whole number from 0",
    ],
  );
  const scope = { bucketing_identifier: "email", evaluation_runtime: "edge", evaluation_contexts: "web" };
  assert.deepEqual(problemsOf(flagWithFilters({ groups: [] }, scope)), [
    "flag.evaluation_contexts: must be a list of up to 100 texts",
    'flag.bucketing_identifier: must be one of distinct_id, device_id, "", null',
    "flag.evaluation_runtime: must be one of all, client, server, null",
  ]);
});

test("the size of a definition is limited", () => {
  const refused = (filters: object, problem: RegExp) => {
    const [first, ...others] = problemsOf(flagWithFilters(filters));
    assert.match(first ?? "", problem);
    assert.deepEqual(others, []);
  };
  const variants = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ key: `v${index}`, rollout_percentage: index === 0 ? 100 : 0 }));
  const many = (length: number): unknown[] => Array(length).fill({});
  refused({ groups: many(5000) }, /filters: .* more than 5000 objects/);
  refused({ groups: [], payloads: { true: Array(50_000).fill(1) } }, /filters: .* more than 50000 values/);
  refused({ groups: many(101), multivariate: { variants: variants(10) } }, /groups: .* up to 1000, not 1010/);
  assert.deepEqual(problemsOf(flagWithFilters({ groups: many(100), multivariate: { variants: variants(10) } })), []);
});

test("the check ends with as many problems as are wanted", () => {
  const invalid = { groups: Array(100).fill({ rollout_percentage: 101 }) };
  assert.throws(
    () => parseFlags(flagWithFilters(invalid), { maxProblems: 1 }),
    (error: InvalidFlags) => {
      return error.problems.length === 1;
    },
  );
});

test("filters that are not JSON are refused, including cyclic ones", () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  for (const extra of [cycle, Number.POSITIVE_INFINITY, JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`)]) {
    const [problem, ...others] = problemsOf(flagWithFilters({ groups: [], extra }));
    assert.match(problem ?? "", /^flag\.filters: must be JSON of a limited size: /);
    assert.deepEqual(others, []);
  }
});

test("older and newer forms of holdouts and enrollment are validated", () => {
  const valid = {
    groups: [],
    early_exit: true,
    feature_enrollment: null,
    super_groups: [{ properties: [{ key: "$feature_enrollment/f", value: ["true"] }], rollout_percentage: 100 }],
    holdout: { id: 3, exclusion_percentage: 10 },
    holdout_groups: [{ variant: "holdout-3", rollout_percentage: 10, properties: [] }],
  };
  assert.deepEqual(problemsOf(flagWithFilters(valid)), []);
  const invalid = {
    groups: [],
    early_exit: "no",
    super_groups: [{ rollout_percentage: 200 }],
    holdout_groups: [{ rollout_percentage: 200, properties: [{ key: "plan", value: "pro" }] }],
    holdout: { id: "x", exclusion_percentage: null },
  };
  assert.deepEqual(problemsOf(flagWithFilters(invalid)), [
    "flag.filters.early_exit: must be true or false",
    "flag.filters.super_groups[0].rollout_percentage: must be between 0 and 100",
    "flag.filters.holdout.id: must be a whole number",
    "flag.filters.holdout.exclusion_percentage: must be between 0 and 100",
    "flag.filters.holdout_groups[0].rollout_percentage: must be between 0 and 100",
    "flag.filters.holdout_groups[0].variant: is required",
    "flag.filters.holdout_groups[0].properties: is not supported in a holdout, which concerns a share of all",
  ]);
});
