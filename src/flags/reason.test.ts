import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluateFlags } from "./evaluate.ts";
import { buildFlagSet } from "./flag-set.ts";
import { parseFlags } from "./parse-flags.ts";
import { explain, type Reason } from "./reason.ts";

const WHERE_PRO = { properties: [{ key: "plan", value: "pro" }] };
const NOBODY = { rollout_percentage: 0 };

function reasonOf(filters: object, given: object = {}): Reason | undefined {
  const set = buildFlagSet(parseFlags({ key: "f", filters }).flags);
  const { reasons } = evaluateFlags(set, {
    distinctId: "u-1",
    person: { given: { ...given }, stored: {} },
    groups: new Map(),
    groupProperties: new Map(),
    groupTypes: ["company"],
    identifiers: new Map(),
    now: 0,
  });
  return reasons.get("f");
}

const cases: [name: string, filters: object, reason: Reason, given?: object][] = [
  ["a condition applies", { groups: [WHERE_PRO, {}] }, { code: "condition_match", condition: 1 }],
  ["the first that applies", { groups: [WHERE_PRO, {}] }, { code: "condition_match", condition: 0 }, { plan: "pro" }],
  ["none applies", { groups: [WHERE_PRO] }, { code: "no_condition_match", condition: null }],
  ["there is none", { groups: [] }, { code: "no_condition_match", condition: null }],
  ["outside the percentage", { groups: [WHERE_PRO, NOBODY] }, { code: "out_of_rollout_bound", condition: 1 }],
  ["early exit", { early_exit: true, groups: [NOBODY, {}] }, { code: "out_of_rollout_bound", condition: 0 }],
  ["no group", { aggregation_group_type: "company", groups: [{}] }, { code: "no_group_type", condition: 0 }],
  [
    "a forced variant is counted where it is defined",
    {
      multivariate: { variants: [{ key: "a", rollout_percentage: 100 }] },
      groups: [{}, { variant: "a" }],
    },
    { code: "condition_match", condition: 1 },
  ],
  [
    "enrolment",
    { feature_enrollment: true, groups: [] },
    { code: "super_condition_value", condition: null },
    { "$feature_enrollment/f": true },
  ],
  [
    "a holdout",
    { holdout: { id: 1, exclusion_percentage: 100 }, groups: [{}] },
    { code: "holdout_condition_value", condition: null },
  ],
];
for (const [name, filters, reason, given] of cases) {
  test(`${name}: ${reason.code}`, () => {
    assert.deepEqual(reasonOf(filters, given), reason);
  });
}

test("each is told in a sentence", () => {
  assert.equal(explain({ code: "condition_match", condition: 0 }), "Matched condition set 1");
  const sentences = cases.map(([, , reason]) => explain(reason));
  assert.ok(sentences.every((sentence) => sentence.length > 10));
});
