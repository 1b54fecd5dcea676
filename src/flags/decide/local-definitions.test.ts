import assert from "node:assert/strict";
import { test } from "node:test";
import { runAtOnce } from "../../../test/support/test-evaluate.ts";
import { parseStoredFlag } from "../define/flag-definition.ts";
import { parseFlags } from "../define/parse-flags.ts";
import { isPortable, localDefinitions } from "./local-definitions.ts";

function local(flags: object[], groupTypes: string[] = []) {
  return runAtOnce(localDefinitions(parseFlags(flags).flags, groupTypes));
}

const TWO_VARIANTS = { multivariate: { variants: ["a", "b"].map((key) => ({ key, rollout_percentage: 50 })) } };

test("conditions that force a variant come first", () => {
  const groups = [{ rollout_percentage: 10 }, { variant: "b" }, { variant: "" }, { variant: "a" }];
  const [flag] = local([{ key: "f", filters: { ...TWO_VARIANTS, groups } }]).flags;
  assert.deepEqual(flag?.filters.groups, [
    { variant: "b", properties: [] },
    { variant: "a", properties: [] },
    { rollout_percentage: 10, variant: null, properties: [] },
    { variant: null, properties: [] },
  ]);
});

test("variants without a payload get that of true", () => {
  const payloads = { true: "shared", b: { own: 1 } };
  const [flag, plain] = local([
    { key: "f", filters: { ...TWO_VARIANTS, payloads, groups: [] } },
    { key: "plain", filters: { groups: [], payloads: null } },
  ]).flags;
  assert.deepEqual(flag?.filters.payloads, { true: '"shared"', a: '"shared"', b: '{"own":1}' });
  assert.deepEqual(plain?.filters.payloads, {});
});

test("flags refer to group types by index, including types that no event has named yet", () => {
  const filters = { groups: [{}] };
  const { flags, groupTypes } = local(
    [
      { key: "known", filters: { ...filters, aggregation_group_type: "team" } },
      { key: "new", filters: { ...filters, aggregation_group_type: "company" } },
      { key: "by number", filters: { ...filters, aggregation_group_type_index: 0 } },
      { key: "persons", filters },
    ].map((flag) => ({ ...flag, key: flag.key.replace(" ", "-") })),
    ["house", "team"],
  );
  assert.deepEqual(groupTypes, ["house", "team", "company"]);
  assert.deepEqual(
    flags.map((flag) => flag.filters.aggregation_group_type_index),
    [1, 2, 0, null],
  );
});

test("libraries ask the service about unportable flags, except inactive ones", () => {
  const continuing = { ensure_experience_continuity: true, filters: { groups: [{}] } };
  const { flags } = local([
    { key: "on", ...continuing },
    { key: "off", active: false, ...continuing },
    { key: "plain", filters: { groups: [{}] } },
  ]);
  assert.deepEqual(
    flags.map((flag) => [flag.key, flag.active, flag.ensure_experience_continuity]),
    [
      ["on", true, true],
      ["off", false, false],
      ["plain", true, false],
    ],
  );
});

function portable(filters: object, more: object = {}): boolean {
  const stored = { key: "f", filters: { groups: [{}], ...filters }, ...more };
  return isPortable(parseStoredFlag(JSON.stringify(stored)));
}

const portableWith = (property: object, more: object = {}) =>
  portable({ groups: [{ properties: [{ key: "p", ...property }] }], ...more });

const VARIANTS = { multivariate: { variants: [{ key: "a", rollout_percentage: 100 }] } };
const COMPANY = { aggregation_group_type_index: 0 };

const shapes: [name: string, filters: object, expected: boolean, more?: object][] = [
  ["no conditions", { groups: [] }, true],
  ["a percentage", { groups: [{ rollout_percentage: 20 }] }, true],
  ["variants, one of them forced", { ...VARIANTS, groups: [{ variant: "a" }, {}] }, true],
  ["a group type by index", COMPANY, true],
  ["a group type by name", { aggregation_group_type: "company" }, true],
  ["a condition with the same aggregation", { ...COMPANY, groups: [COMPANY] }, true],
  ["a condition with another aggregation", { ...COMPANY, groups: [{ aggregation_group_type_index: null }] }, false],
  ["a group condition of a person flag", { groups: [{ aggregation_group_type: "company" }] }, false],
  ["experience continuity", {}, false, { ensure_experience_continuity: true }],
  ["a holdout", { holdout: { id: 1, exclusion_percentage: 5 } }, false],
  ["an older holdout", { holdout_groups: [{ variant: "h" }] }, false],
  ["no holdouts", { holdout: null, holdout_groups: [] }, true],
  ["enrollment", { feature_enrollment: true }, false],
  ["older enrollment", { super_groups: [{ properties: [] }] }, false],
  ["no enrollment", { feature_enrollment: false, super_groups: null }, true],
  ["an early exit", { early_exit: true }, false],
  ["no early exit", { early_exit: false }, true],
];
for (const [name, filters, expected, more] of shapes) {
  test(`${name}: ${expected ? "portable" : "not portable"}`, () => {
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
  test(`${JSON.stringify(property)}: ${expected ? "portable" : "not portable"}`, () => {
    assert.equal(portableWith(property), expected);
  });
}

test("libraries can test only the group's properties for a group flag", () => {
  assert.equal(portableWith({ value: "a" }, COMPANY), true);
  assert.equal(portableWith({ type: "group", group_type_index: 0, value: "a" }, COMPANY), true);
  assert.equal(portableWith({ type: "group", group_type_index: 1, value: "a" }, COMPANY), false);
  assert.equal(portableWith({ type: "person", value: "a" }, COMPANY), false);
});
