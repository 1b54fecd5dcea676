import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFlags } from "./parse-flags.ts";
import { isPortable } from "./portable.ts";

function portable(filters: object, more: object = {}): boolean {
  const [flag] = parseFlags({ key: "f", filters: { groups: [{}], ...filters }, ...more }).flags;
  return isPortable(flag ?? assert.fail());
}

const where = (property: object, more: object = {}) =>
  portable({ groups: [{ properties: [{ key: "p", ...property }] }], ...more });

const VARIANTS = { multivariate: { variants: [{ key: "a", rollout_percentage: 100 }] } };
const COMPANY = { aggregation_group_type_index: 0 };

const shapes: [name: string, filters: object, expected: boolean, more?: object][] = [
  ["no conditions", { groups: [] }, true],
  ["a percentage", { groups: [{ rollout_percentage: 20 }] }, true],
  ["variants, one of them forced", { ...VARIANTS, groups: [{ variant: "a" }, {}] }, true],
  ["a group type by its number", COMPANY, true],
  ["a group type by its name", { aggregation_group_type: "company" }, true],
  ["a condition that counts the same", { ...COMPANY, groups: [COMPANY] }, true],
  ["a condition that counts others", { ...COMPANY, groups: [{ aggregation_group_type_index: null }] }, false],
  [
    "a condition that counts groups, of a flag that counts persons",
    { groups: [{ aggregation_group_type: "company" }] },
    false,
  ],
  ["experience continuity", {}, false, { ensure_experience_continuity: true }],
  ["a holdout", { holdout: { id: 1, exclusion_percentage: 5 } }, false],
  ["an older holdout", { holdout_groups: [{ variant: "h" }] }, false],
  ["no holdouts", { holdout: null, holdout_groups: [] }, true],
  ["enrolment", { feature_enrollment: true }, false],
  ["older enrolment", { super_groups: [{ properties: [] }] }, false],
  ["no enrolment", { feature_enrollment: false, super_groups: null }, true],
  ["an early exit", { early_exit: true }, false],
  ["no early exit", { early_exit: false }, true],
];
for (const [name, filters, expected, more] of shapes) {
  test(`${name}: ${expected ? "may" : "may not"} be evaluated elsewhere`, () => {
    assert.equal(portable(filters, more), expected);
  });
}

const tests: [property: object, expected: boolean][] = [
  [{ value: "pro" }, true],
  [{ operator: null, value: "pro" }, true],
  [{ type: "person", value: ["a", 1, true] }, true],
  [{ value: [] }, false],
  [{ value: ["a", null] }, false],
  [{ value: { a: 1 } }, false],
  [{ operator: "is_not", value: "pro" }, true],
  [{ operator: "is_set" }, true],
  [{ operator: "is_not_set" }, true],
  [{ operator: "icontains", value: "@x.org" }, true],
  [{ operator: "icontains", value: "Ø" }, false],
  [{ operator: "icontains", value: ["a"] }, false],
  [{ operator: "starts_with", value: "a" }, false],
  [{ operator: "regex", value: "^[a-z0-9]+@(?:x|y)\\.org$" }, true],
  [{ operator: "not_regex", value: "\\d{2,3}\\b" }, true],
  [{ operator: "regex", value: "(?i)abc" }, false],
  [{ operator: "regex", value: "\\pL" }, false],
  [{ operator: "regex", value: "\\Aabc\\z" }, false],
  [{ operator: "regex", value: "[[:alpha:]]" }, false],
  [{ operator: "regex", value: "(?P<name>a)" }, false],
  [{ operator: "regex", value: "\\s" }, false],
  [{ operator: "regex", value: "ø" }, false],
  [{ operator: "gt", value: 5 }, true],
  [{ operator: "lte", value: "5.5" }, true],
  [{ operator: "gt", value: "2024-01-01" }, false],
  [{ operator: "between", value: [1, 2] }, false],
  [{ operator: "is_date_after", value: "-7d" }, true],
  [{ operator: "is_date_after", value: "-1m" }, false],
  [{ operator: "is_date_before", value: "2024-03-05" }, true],
  [{ operator: "is_date_before", value: "2024-03-05T10:00:00Z" }, true],
  [{ operator: "is_date_before", value: "2024-03-05T10:00:00" }, false],
  [{ operator: "is_date_exact", value: "2024-03-05" }, false],
  [{ operator: "semver_gt", value: "1.2.3" }, false],
  [{ type: "group", value: "a" }, false],
  [{ type: "cohort", operator: "in", value: 1 }, false],
  [{ type: "flag", operator: "flag_evaluates_to", value: true }, false],
];
for (const [property, expected] of tests) {
  test(`${JSON.stringify(property)} ${expected ? "may" : "may not"} be tested elsewhere`, () => {
    assert.equal(where(property), expected);
  });
}

test("a group flag's properties are those of its group", () => {
  assert.equal(where({ value: "a" }, COMPANY), true);
  assert.equal(where({ type: "group", group_type_index: 0, value: "a" }, COMPANY), true);
  assert.equal(where({ type: "group", group_type_index: 1, value: "a" }, COMPANY), false);
  assert.equal(where({ type: "person", value: "a" }, COMPANY), false);
});
