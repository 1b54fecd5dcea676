import assert from "node:assert/strict";
import { test } from "node:test";
import { flagWithFilters, problemsOf } from "../../../test/support/test-evaluate.ts";

test("fields that could change a decision are refused with their name, unless they say nothing", () => {
  const inert = {
    evaluation_tags: [],
    ...{ has_encrypted_payloads: false, rollback_conditions: [], archived: false, rollout_percentage: 100 },
  };
  assert.deepEqual(problemsOf(flagWithFilters({ groups: [{ negation: false }], later: {} }, inert)), []);
  const effective = {
    ...{ evaluation_tags: ["web"], later: 1 },
    ...{ has_encrypted_payloads: true, rollback_conditions: [{}], archived: true, rollout_percentage: 50 },
  };
  const rules = {
    groups: [{ later: 1, properties: [{ key: "a", value: 1, negation: true }] }],
    multivariate: { variants: [{ key: "v", rollout_percentage: 100, later: 1 }], later: 1 },
    holdout: { id: 1, exclusion_percentage: 1, later: 1 },
    later: [1],
  };
  const paths = problemsOf(flagWithFilters(rules, effective)).map((problem) => problem.split(": ", 1)[0]);
  assert.deepEqual(paths, [
    ...Object.keys(effective)
      .slice(0, -1)
      .map((name) => `flag.${name}`),
    "flag.filters.groups[0].properties[0].negation",
    "flag.filters.groups[0].later",
    "flag.filters.multivariate.variants[0].later",
    "flag.filters.multivariate.later",
    "flag.filters.holdout.later",
    "flag.filters.later",
    "flag.rollout_percentage",
  ]);
});

test("what would be ignored without a word is refused", () => {
  const [condition, held] = [{ properties: [] }, { variant: "holdout-1", rollout_percentage: 10 }];
  const rules = { groups: [], super_groups: [condition, condition], holdout_groups: [held, held] };
  const one = "must be a list of at most one condition: others would decide nothing";
  assert.deepEqual(problemsOf(flagWithFilters(rules, { deleted: "true" })), [
    "flag.deleted: must be true or false",
    `flag.filters.super_groups: ${one}`,
    `flag.filters.holdout_groups: ${one}`,
  ]);
});
