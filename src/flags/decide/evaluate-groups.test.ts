import assert from "node:assert/strict";
import { test } from "node:test";
import {
  conditionOn,
  evaluateTestFlags,
  NOT_LOADED,
  personContext,
  TWO_VARIANTS,
} from "../../../test/support/test-evaluate.ts";

test("a group flag uses the request's group, by index or by name", () => {
  const filters = {
    groups: [conditionOn({ key: "size", operator: "gte", value: 10, type: "group", group_type_index: 0 })],
  };
  const flags = {
    numbered: { filters: { ...filters, aggregation_group_type_index: 0 } },
    named: { filters: { ...filters, aggregation_group_type: "company" } },
    "other-type": { filters: { groups: [{}], aggregation_group_type: "team" } },
    "unknown-type": { filters: { groups: [{}], aggregation_group_type_index: 4 } },
  };
  const absent = evaluateTestFlags(flags, NOT_LOADED);
  assert.deepEqual([...absent.flags.values()], [false, false, false, false]);
  const groups = new Map([["company", "acme"]]);
  const first = evaluateTestFlags(flags, { ...NOT_LOADED, groups });
  assert.deepEqual([...first.undecided], ["numbered", "named"]);
  assert.deepEqual(first.missingData, { person: false, groups: new Set(["company"]), identifiers: new Set() });
  for (const [known, expected] of [
    [{ fromRequest: { size: 10 }, stored: undefined }, true],
    [{ fromRequest: {}, stored: { size: 12 } }, true],
    [{ fromRequest: { size: 1 }, stored: { size: 12 } }, false],
    [{ fromRequest: {}, stored: {} }, false],
  ] as const) {
    const decisions = evaluateTestFlags(flags, { groups, groupProperties: new Map([["company", known]]) });
    assert.deepEqual([...decisions.flags.values()], [expected, expected, false, false]);
  }
});

test("a group flag hashes the group key, and $group_key is a property of every group", () => {
  const flags = {
    "new-checkout": {
      filters: { groups: [{ rollout_percentage: 29.6 }], aggregation_group_type_index: 0, multivariate: TWO_VARIANTS },
    },
    key: { filters: { groups: [conditionOn({ key: "$group_key", value: "u-1" })], aggregation_group_type: "company" } },
  };
  const decisions = evaluateTestFlags(flags, {
    ...NOT_LOADED,
    distinctId: "any-user",
    groups: new Map([["company", "u-1"]]),
  });
  assert.deepEqual(
    [...decisions.flags],
    [
      ["new-checkout", "test"],
      ["key", true],
    ],
  );
});

test("a condition may have another aggregation than its flag, and a filter another subject than its condition", () => {
  const flags = {
    mixed: {
      filters: {
        groups: [
          { aggregation_group_type_index: 0, rollout_percentage: 100 },
          conditionOn({ key: "vip", value: true }),
        ],
      },
    },
    both: {
      filters: {
        aggregation_group_type: "company",
        groups: [conditionOn({ key: "size", value: 5 }, { key: "vip", type: "person", value: true })],
      },
    },
  };
  const company = {
    groups: new Map([["company", "acme"]]),
    groupProperties: new Map([["company", { fromRequest: { size: 5 }, stored: {} }]]),
  };
  assert.deepEqual([...evaluateTestFlags(flags).flags.values()], [false, false]);
  assert.deepEqual([...evaluateTestFlags(flags, personContext({ vip: true }, {})).flags.values()], [true, false]);
  assert.deepEqual([...evaluateTestFlags(flags, company).flags.values()], [true, false]);
  assert.deepEqual(
    [...evaluateTestFlags(flags, { ...company, ...personContext({ vip: true }, {}) }).flags.values()],
    [true, true],
  );
});
