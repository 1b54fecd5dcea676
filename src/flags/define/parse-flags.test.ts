import assert from "node:assert/strict";
import { test } from "node:test";
import { flagWithFilters, problemsOf } from "../../../test/support/test-evaluate.ts";
import { flagToJson, parseStoredFlag } from "./flag-definition.ts";
import { parseFlags } from "./parse-flags.ts";

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
          { key: "id", type: "person", value: 12, operator: "exact", cohort_name: "", label: "Id", negation: false },
          { key: "plan", type: "group", value: "pro", operator: "exact", group_type_index: 0 },
          { key: "beta", type: "person", value: "is_set", operator: "is_set" },
        ],
        rollout_percentage: null,
        variant: "control",
        users_affected: 0.5,
        sort_key: "f0a7",
        description: "Testers",
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
    holdout: null,
  },
  deleted: false,
  active: true,
  created_at: "2024-03-05T10:00:00Z",
  created_by: { id: 1, first_name: "Ada", email: "ada@x.org", is_email_verified: true },
  updated_at: "2024-03-06T10:00:00Z",
  version: 3,
  last_modified_by: { id: 1 },
  archived: false,
  is_simple_flag: false,
  rollout_percentage: null,
  ensure_experience_continuity: null,
  experiment_set: [4],
  experiment_set_metadata: [{ id: 4, name: "E" }],
  surveys: [],
  features: [{ id: "f", name: "F" }],
  rollback_conditions: [],
  performed_rollback: false,
  can_edit: true,
  tags: ["checkout"],
  evaluation_contexts: [],
  evaluation_tags: [],
  usage_dashboard: 12,
  analytics_dashboards: [3],
  has_enriched_analytics: true,
  user_access_level: "manager",
  creation_context: "feature_flags",
  is_remote_configuration: false,
  has_encrypted_payloads: false,
  status: "ACTIVE",
  evaluation_runtime: "all",
  bucketing_identifier: null,
  last_called_at: "2024-03-06T10:00:00Z",
  is_used_in_replay_settings: false,
};

test("an exported flag keeps its rules, with what they say about themselves, and its tags", () => {
  const { flags, skipped } = parseFlags([EXPORTED]);
  assert.deepEqual(skipped, []);
  assert.deepEqual(flags, [
    {
      key: "new-checkout",
      name: "New checkout",
      active: true,
      ensure_experience_continuity: false,
      is_remote_configuration: false,
      tags: ["checkout"],
      ...{ bucketing_identifier: "distinct_id", evaluation_runtime: "all", evaluation_contexts: [] },
      filters: EXPORTED.filters,
    },
  ]);
});

test("a stored flag is read back unchanged and is valid input", () => {
  const [first] = parseFlags(EXPORTED).flags;
  assert.ok(first);
  const json = JSON.parse(JSON.stringify(flagToJson(first)));
  assert.deepEqual(parseStoredFlag(JSON.stringify(json)), first);
  assert.deepEqual(parseFlags(json).flags, [first]);
});

test("one flag, a list and exports are accepted; deleted flags are skipped", () => {
  const [a, b] = [flagWithFilters({ groups: [] }), flagWithFilters({ groups: [] }, { key: "g" })];
  const deleted = { key: "f", deleted: true, filters: "whatever" };
  for (const value of [
    [a, b, deleted],
    { flags: [a, b, deleted] },
    { count: 3, next: null, results: [a, b, deleted] },
  ]) {
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
    ensure_experience_continuity: false,
    is_remote_configuration: false,
    tags: [],
    ...{ bucketing_identifier: "distinct_id", evaluation_runtime: "all", evaluation_contexts: [] },
    filters: { groups: [] },
  });
});

test("a filter may refer to another flag by key or by its id in the export", () => {
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

test("values other than flags are refused", () => {
  for (const value of [null, undefined, "x", 5, true]) assert.equal(problemsOf(value).length, 1);
  assert.deepEqual(problemsOf({}), ["flag.key: is required", "flag.filters: is required"]);
});

test("keys have 1 to 400 characters", () => {
  assert.deepEqual(problemsOf(flagWithFilters({ groups: [] }, { key: "k".repeat(400) })), []);
  assert.deepEqual(problemsOf(flagWithFilters({ groups: [] }, { key: "__proto__" })), []);
  for (const key of ["", "k".repeat(401), "a b", "ключ", "a\n", 5, null]) {
    assert.equal(problemsOf(flagWithFilters({ groups: [] }, { key })).length, 1, String(key));
  }
});

test("flags of a file are bounded together: their number, sizes and expressions", () => {
  const file = (count: number, filters: (index: number) => object) =>
    Array.from({ length: count }, (_, index) => ({ key: `flag-${index}`, filters: filters(index) }));
  const matching = (pattern: string) => ({
    groups: [{ properties: [{ key: "p", operator: "regex", value: pattern }] }],
  });
  const patterns = file(80, (index) => matching(`(?:a${index}){1,400}`));
  assert.match(problemsOf(patterns).at(0) ?? "", /^flags\[\d+\].*value: .*together with those of the other flags$/);
  assert.deepEqual(problemsOf(patterns.slice(0, 20)), []);
  const listed = (index: number) => [{ properties: [{ key: "p", value: new Array(40_000).fill(index) }] }];
  const large = file(14, (index) => ({ groups: listed(index) }));
  assert.match(problemsOf(large).at(0) ?? "", /^flags\[12\]\.filters: with this flag, .* more than 500000 values$/);
  const nothing = { groups: [] };
  assert.deepEqual(problemsOf(file(10_001, () => nothing)), ["flags: may have 10000 flags, not 10001"]);
  assert.deepEqual(problemsOf(file(10_000, () => nothing)), []);
});
