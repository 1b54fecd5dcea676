import assert from "node:assert/strict";
import { test } from "node:test";
import { flagToJson, parseStoredFlag } from "./flag-definition.ts";
import { parseFlags } from "./parse-flags.ts";
import { flagWithFilters, problemsOf } from "./test-parse-flags.ts";

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

test("an exported flag is unchanged, including unknown fields of its filters", () => {
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
    ensureExperienceContinuity: false,
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
  assert.deepEqual(problemsOf({}), [
    "flag.key: must be 1 to 400 letters, digits or any of _ - . : /",
    "flag.filters: is required: an object",
  ]);
});

test("keys have 1 to 400 characters", () => {
  assert.deepEqual(problemsOf(flagWithFilters({ groups: [] }, { key: "k".repeat(400) })), []);
  assert.deepEqual(problemsOf(flagWithFilters({ groups: [] }, { key: "__proto__" })), []);
  for (const key of ["", "k".repeat(401), "a b", "ключ", "a\n", 5, null]) {
    assert.equal(problemsOf(flagWithFilters({ groups: [] }, { key })).length, 1, String(key));
  }
});
