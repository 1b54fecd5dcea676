import assert from "node:assert/strict";
import { test } from "node:test";
import { flagFromWire, flagToWire } from "./flag-definition.ts";
import { parseFlags } from "./parse-flags.ts";
import { InvalidFlags } from "./validation.ts";

const EXPORTED = {
  id: 7,
  team_id: 1,
  name: "New checkout",
  key: "new-checkout",
  filters: {
    groups: [
      {
        properties: [
          { key: "email", type: "person", value: ["a@x.org"], operator: null },
          { key: "id", type: "cohort", value: 12, operator: "in", cohort_name: "Testers" },
          { key: "plan", type: "group", value: "pro", operator: "exact", group_type_index: 0 },
          { key: "beta", type: "person", value: "is_set", operator: "is_set" },
        ],
        rollout_percentage: null,
        variant: "control",
        users_affected: 0.5,
      },
      { properties: [], rollout_percentage: 33.3, variant: null },
    ],
    payloads: { control: '{"a": 1}', test: { b: [2] } },
    multivariate: {
      variants: [
        { key: "control", name: "Control", rollout_percentage: 50 },
        { key: "test", name: "", rollout_percentage: 50 },
      ],
    },
    super_groups: null,
    aggregation_group_type_index: null,
    invented_later: { deep: [1] },
  },
  deleted: false,
  active: true,
  created_at: "2024-03-05T10:00:00Z",
  created_by: { id: 1 },
  ensure_experience_continuity: null,
};

/** The smallest flag with these filters. */
function flag(filters: unknown, more: object = {}): object {
  return { key: "f", filters, ...more };
}

function withProperty(property: object): object {
  return flag({ groups: [{ properties: [{ key: "k", ...property }] }] });
}

function problemsOf(value: unknown): readonly string[] {
  try {
    parseFlags(value);
    return [];
  } catch (error) {
    assert.ok(error instanceof InvalidFlags);
    assert.equal(error.message, error.problems.join("\n"));
    return error.problems;
  }
}

test("an exported flag applies unchanged, with the fields of its filters that nobody here knows", () => {
  const { flags, skipped } = parseFlags([EXPORTED]);
  assert.deepEqual(skipped, []);
  assert.deepEqual(flags, [
    {
      key: "new-checkout",
      name: "New checkout",
      active: true,
      ensureExperienceContinuity: false,
      filters: EXPORTED.filters,
    },
  ]);
});

test("what is stored is read back, and parses again", () => {
  const [first] = parseFlags(EXPORTED).flags;
  assert.ok(first);
  const wire = JSON.parse(JSON.stringify(flagToWire(first)));
  assert.deepEqual(flagFromWire(wire), first);
  assert.deepEqual(parseFlags(wire).flags, [first]);
});

test("one flag, a list, and the lists of exports are read; deleted flags are passed over", () => {
  const [a, b] = [flag({ groups: [] }), flag({ groups: [] }, { key: "g" })];
  const gone = { key: "f", deleted: true, filters: "whatever" };
  for (const value of [[a, b, gone], { flags: [a, b, gone] }, { count: 3, next: null, results: [a, b, gone] }]) {
    const { flags, skipped } = parseFlags(value);
    assert.deepEqual(
      flags.map(({ key }) => key),
      ["f", "g"],
    );
    assert.deepEqual(skipped, ["f"]);
  }
  assert.deepEqual(parseFlags([]).flags, []);
  const [only] = parseFlags(a).flags;
  assert.deepEqual(only, {
    key: "f",
    name: "",
    active: true,
    ensureExperienceContinuity: false,
    filters: { groups: [] },
  });
});

test("a flag that is depended on may be named by key or by its id in the export", () => {
  const on = (key: string) => ({
    groups: [
      { properties: [{ key, type: "flag", operator: "flag_evaluates_to", value: true, dependency_chain: [1] }] },
    ],
  });
  const { flags } = parseFlags([
    { key: "base", id: 41, filters: { groups: [] } },
    { key: "by-id", filters: on("41") },
    { key: "by-key", filters: on("base") },
    { key: "elsewhere", filters: on("not-in-this-file") },
    { key: "42", id: 43, filters: { groups: [] } },
    { key: "other", id: 42, filters: on("42") },
  ]);
  assert.deepEqual(
    flags.flatMap(({ filters }) => filters.groups.flatMap(({ properties }) => properties?.map(({ key }) => key) ?? [])),
    ["base", "base", "not-in-this-file", "42"],
  );
  const [filter] = flags[1]?.filters.groups[0]?.properties ?? [];
  assert.deepEqual(filter?.dependency_chain, [1]);
});

test("every problem is told, with its place", () => {
  const problems = problemsOf([
    flag({
      groups: [{ rollout_percentage: 101, variant: "ghost" }, "x", { properties: [{ operator: "like", value: 1 }] }],
    }),
    flag({ groups: [] }),
    flag({ groups: "none" }, { key: "no spaces", active: "yes", name: 5, ensure_experience_continuity: 1 }),
    flag(undefined, { key: "" }),
    7,
  ]);
  assert.deepEqual(problems, [
    "flags[0].filters.groups[0].rollout_percentage: must be between 0 and 100",
    "flags[0].filters.groups[0].variant: is not one of the variants",
    "flags[0].filters.groups[1]: must be an object",
    "flags[0].filters.groups[2].properties[0].key: is required: the name of a property",
    'flags[0].filters.groups[2].properties[0].operator: "like" is not an operator',
    "flags[1].key: f is the key of flags[0] already",
    "flags[2].key: must be 1 to 400 letters, digits or any of _ - . : /",
    "flags[2].name: must be text",
    "flags[2].active: must be true or false",
    "flags[2].ensure_experience_continuity: must be true or false",
    "flags[2].filters.groups: must be a list",
    "flags[3].key: must be 1 to 400 letters, digits or any of _ - . : /",
    "flags[3].filters: is required: an object",
    "flags[4]: must be an object",
  ]);
});

test("what is no flag at all is told so", () => {
  for (const value of [null, undefined, "x", 5, true]) assert.equal(problemsOf(value).length, 1);
  assert.deepEqual(problemsOf({}), [
    "flag.key: must be 1 to 400 letters, digits or any of _ - . : /",
    "flag.filters: is required: an object",
  ]);
});

test("keys have 1 to 400 characters", () => {
  assert.deepEqual(problemsOf(flag({ groups: [] }, { key: "k".repeat(400) })), []);
  assert.deepEqual(problemsOf(flag({ groups: [] }, { key: "__proto__" })), []);
  for (const key of ["", "k".repeat(401), "a b", "ключ", "a\n", 5, null]) {
    assert.equal(problemsOf(flag({ groups: [] }, { key })).length, 1, String(key));
  }
});

test("variants sum to 100 and have keys of their own; payloads belong to them or to true", () => {
  const variants = (...shares: unknown[]) => ({
    groups: [],
    multivariate: { variants: shares.map((rollout_percentage, index) => ({ key: `v${index}`, rollout_percentage })) },
  });
  for (const shares of [[100], [50, 50], [33.33, 33.33, 33.33], [33.33, 33.33, 33.34], [0.1, 99.9], [0, 100], []]) {
    assert.deepEqual(problemsOf(flag(variants(...shares))), [], String(shares));
  }
  const sum = "flag.filters.multivariate.variants: the percentages must sum to 100, not to";
  assert.deepEqual(problemsOf(flag(variants(50, 49))), [`${sum} 99`]);
  assert.deepEqual(problemsOf(flag(variants(60, 60))), [`${sum} 120`]);
  assert.deepEqual(problemsOf(flag(variants(-1, 100))), [
    "flag.filters.multivariate.variants[0].rollout_percentage: must be between 0 and 100",
  ]);
  const twice = [
    { key: "a", rollout_percentage: 50 },
    { key: "a", rollout_percentage: 50 },
  ];
  assert.deepEqual(problemsOf(flag({ groups: [], multivariate: { variants: twice } })), [
    "flag.filters.multivariate.variants[1].key: is the key of another variant already",
  ]);
  assert.deepEqual(problemsOf(flag({ groups: [], multivariate: {} })), [
    "flag.filters.multivariate.variants: is required: a list",
  ]);
  assert.deepEqual(problemsOf(flag({ ...variants(100), payloads: { v0: "1", true: 2, "v 1": 3 } })), [
    'flag.filters.payloads["v 1"]: is neither "true" nor one of the variants',
  ]);
});

test("each operator is given a value that it can use", () => {
  const right: [string, unknown][] = [
    ["exact", ["a", 1, true]],
    ["is_not", { a: 1 }],
    ["icontains", 5],
    ["regex", "^a+$"],
    ["not_regex", 5],
    ["gt", 5],
    ["lte", "2024-01-01"],
    ["between", [1, "2"]],
    ["is_date_after", "-7d"],
    ["is_date_exact", "2024-03-05"],
    ["semver_gte", "1.2"],
    ["semver_caret", "1.2.3"],
    ["semver_wildcard", "1.*"],
    ["is_set", undefined],
    ["is_not_set", null],
  ];
  for (const [operator, value] of right) assert.deepEqual(problemsOf(withProperty({ operator, value })), [], operator);
  const wrong: [string, unknown, RegExp][] = [
    ["exact", undefined, /is required for the operator exact/],
    ["icontains", null, /is required/],
    ["exact", Number.NaN, /JSON/],
    ["regex", "(?=lookahead)", /RE2 syntax, which has no lookaround.*\(\?=/],
    ["regex", "(a", /RE2 syntax/],
    ["not_regex", ["a"], /must be a regular expression/],
    ["gt", [5], /must be a number/],
    ["lt", true, /must be a number/],
    ["between", [2, 1], /two numbers/],
    ["not_between", [1, 2, 3], /two numbers/],
    ["is_date_before", "someday", /must be a date/],
    ["is_date_after", 5, /must be a date/],
    ["semver_eq", "latest", /version such as 1\.2\.3/],
    ["semver_wildcard", "1.*.3", /version such as 1\.2\.\*/],
  ];
  for (const [operator, value, message] of wrong) {
    const [problem = "", ...others] = problemsOf(withProperty({ operator, value }));
    assert.deepEqual(others, []);
    assert.match(problem, /^flag\.filters(\.groups\[0\]\.properties\[0\]\.value)?: /, operator);
    assert.match(problem, message);
  }
});

test("cohorts, flags and groups are referred to rightly", () => {
  const right = [
    { type: "cohort", value: 5 },
    { type: "cohort", value: "5", operator: "not_in" },
    { type: "flag", value: "control", operator: "flag_evaluates_to" },
    { type: "group", group_type_index: 0, value: "x" },
    { type: null, value: "x" },
  ];
  for (const property of right) assert.deepEqual(problemsOf(withProperty(property)), []);
  const at = "flag.filters.groups[0].properties[0]";
  const wrong: [object, string][] = [
    [{ type: "cohort", value: {} }, `${at}.value: must be the id of a cohort`],
    [{ type: "cohort", value: 1, operator: "gt" }, `${at}.operator: must be in or not_in for a cohort`],
    [{ type: "flag", value: true }, `${at}.operator: must be flag_evaluates_to for a flag`],
    [{ type: "flag", value: 1, operator: "flag_evaluates_to" }, `${at}.value: must be true, false or a variant`],
    [{ type: "event", value: 1 }, `${at}.type: must be one of person, group, cohort, flag`],
    [{ value: 1, operator: "flag_evaluates_to" }, `${at}.operator: "flag_evaluates_to" is not an operator`],
    [{ type: "group", value: 1, group_type_index: -1 }, `${at}.group_type_index: must be a whole number from 0`],
  ];
  for (const [property, problem] of wrong) assert.deepEqual(problemsOf(withProperty(property)), [problem]);
});

test("whom a flag counts is named, or numbered; bucketing by device is refused", () => {
  assert.deepEqual(problemsOf(flag({ groups: [], aggregation_group_type: "company" })), []);
  assert.deepEqual(
    problemsOf(flag({ groups: [{ aggregation_group_type_index: 1 }], aggregation_group_type_index: 0 })),
    [],
  );
  assert.deepEqual(problemsOf(flag({ groups: [{ aggregation_group_type: 1 }], aggregation_group_type_index: "0" })), [
    "flag.filters.aggregation_group_type_index: must be a whole number from 0",
    "flag.filters.groups[0].aggregation_group_type: must be the name of a group type",
  ]);
  assert.deepEqual(problemsOf(flag({ groups: [] }, { bucketing_identifier: "device_id" })), [
    "flag.bucketing_identifier: device_id is not supported: flags are decided by distinct id or group",
  ]);
});

test("filters that are not JSON are refused, not followed without end", () => {
  const circle: unknown[] = [];
  circle.push(circle);
  for (const extra of [circle, Number.POSITIVE_INFINITY, JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`)]) {
    const [problem, ...others] = problemsOf(flag({ groups: [], extra }));
    assert.match(problem ?? "", /^flag\.filters: must be JSON: /);
    assert.deepEqual(others, []);
  }
});

test("the older and newer forms of holdouts and enrolment are checked as well", () => {
  const right = {
    groups: [],
    early_exit: true,
    feature_enrollment: null,
    super_groups: [{ properties: [{ key: "$feature_enrollment/f", value: ["true"] }], rollout_percentage: 100 }],
    holdout: { id: 3, exclusion_percentage: 10 },
    holdout_groups: [{ variant: "holdout-3", rollout_percentage: 10, properties: [] }],
  };
  assert.deepEqual(problemsOf(flag(right)), []);
  const wrong = {
    groups: [],
    early_exit: "no",
    super_groups: [{ rollout_percentage: 200 }],
    holdout: { id: "x", exclusion_percentage: null },
  };
  assert.deepEqual(problemsOf(flag(wrong)), [
    "flag.filters.super_groups[0].rollout_percentage: must be between 0 and 100",
    "flag.filters.holdout.id: must be a whole number",
    "flag.filters.holdout.exclusion_percentage: must be between 0 and 100",
    "flag.filters.early_exit: must be true or false",
  ]);
});
