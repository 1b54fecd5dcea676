import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluateTestFlags, personContext } from "../../../test/support/test-evaluate.ts";
import { explainReason, type Reason } from "./outcome.ts";

const IF_PRO = { properties: [{ key: "plan", value: "pro" }] };
const EXCLUDE_ALL = { rollout_percentage: 0 };
const OUTSIDE_FIRST = { groups: [EXCLUDE_ALL, EXCLUDE_ALL, IF_PRO, { aggregation_group_type_index: 0 }] };
const NO_GROUP_LAST = { groups: [IF_PRO, { aggregation_group_type_index: 0 }] };
const NEEDS_GONE = { properties: [{ key: "gone", type: "flag", operator: "flag_evaluates_to", value: false }] };

function reasonOf(filters: object, properties: object = {}): Reason | undefined {
  return evaluateTestFlags({ f: { filters } }, personContext(properties, {})).reasons.get("f");
}

const cases: [name: string, filters: object, reason: Reason, properties?: object][] = [
  ["a condition applies", { groups: [IF_PRO, {}] }, { code: "condition_match", condition: 1 }],
  ["the first that applies", { groups: [IF_PRO, {}] }, { code: "condition_match", condition: 0 }, { plan: "pro" }],
  ["none applies", { groups: [IF_PRO, IF_PRO] }, { code: "no_condition_match", condition: 1 }],
  ["no conditions", { groups: [] }, { code: "no_condition_match", condition: null }],
  ["outside the percentage", { groups: [IF_PRO, EXCLUDE_ALL] }, { code: "out_of_rollout_bound", condition: 1 }],
  ["outside the percentage, then others", OUTSIDE_FIRST, { code: "out_of_rollout_bound", condition: 1 }],
  ["no group for one of them", NO_GROUP_LAST, { code: "no_condition_match", condition: 0 }],
  ["a missing flag", { groups: [NEEDS_GONE, {}] }, { code: "missing_dependency", condition: null }],
  ["early exit", { early_exit: true, groups: [EXCLUDE_ALL, {}] }, { code: "out_of_rollout_bound", condition: 0 }],
  ["no group", { aggregation_group_type: "company", groups: [{}] }, { code: "no_group_type", condition: 0 }],
  [
    "a forced variant has its index in the definition",
    {
      multivariate: { variants: [{ key: "a", rollout_percentage: 100 }] },
      groups: [{}, { variant: "a" }],
    },
    { code: "condition_match", condition: 1 },
  ],
  [
    "enrollment",
    { feature_enrollment: true, groups: [] },
    { code: "super_condition_value", condition: 0 },
    { "$feature_enrollment/f": true },
  ],
  [
    "a holdout",
    { holdout: { id: 1, exclusion_percentage: 100 }, groups: [{}] },
    { code: "holdout_condition_value", condition: null },
  ],
];
for (const [name, filters, reason, properties] of cases) {
  test(`${name}: ${reason.code}`, () => {
    assert.deepEqual(reasonOf(filters, properties), reason);
  });
}

test("every reason has a sentence", () => {
  assert.equal(explainReason({ code: "condition_match", condition: 0 }), "Matched condition set 1");
  const sentences = cases.map(([, , reason]) => explainReason(reason));
  assert.ok(sentences.every((sentence) => sentence.length > 10));
});
