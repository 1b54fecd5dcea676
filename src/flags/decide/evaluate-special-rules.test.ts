import assert from "node:assert/strict";
import { test } from "node:test";
import {
  conditionOn,
  evaluateTestFlags,
  flagWith,
  NOT_LOADED,
  personContext,
  TWO_VARIANTS,
} from "../../../test/support/test-evaluate.ts";

test("with experience continuity the stored identifier is hashed, if the hash matters", () => {
  const flags = {
    "new-checkout": { ensure_experience_continuity: true, ...flagWith({ rollout_percentage: 29.6 }) },
    "all-in": { ensure_experience_continuity: true, ...flagWith({}) },
    plain: flagWith({ rollout_percentage: 50 }),
  };
  const first = evaluateTestFlags(flags, { ...NOT_LOADED, distinctId: "later" });
  assert.deepEqual([...first.undecided], ["new-checkout"]);
  assert.deepEqual(first.missingData, { person: false, groups: new Set(), identifiers: new Set(["new-checkout"]) });
  assert.equal(evaluateTestFlags(flags).flags.get("new-checkout"), true);
  assert.equal(evaluateTestFlags(flags, { distinctId: "later" }).flags.get("new-checkout"), false);
  const continued = evaluateTestFlags(flags, { distinctId: "later", identifiers: new Map([["new-checkout", "u-1"]]) });
  assert.equal(continued.flags.get("new-checkout"), true);
});

test("a flag that depends on a cohort fails unless another condition decides it", () => {
  const cohort = { key: "id", type: "cohort", value: 7, operator: "in" };
  const flags = {
    "cohort-only": flagWith(conditionOn(cohort)),
    "also-person": flagWith(conditionOn(cohort, { key: "plan", value: "pro" })),
    "fails-anyway": flagWith(conditionOn(cohort, { key: "plan", value: "free" })),
    "on-anyway": flagWith(conditionOn(cohort), {}),
    "on-before": flagWith({}, conditionOn(cohort)),
    "out-anyway": flagWith({ ...conditionOn(cohort), rollout_percentage: 0 }),
  };
  const decisions = evaluateTestFlags(flags, personContext({}, { plan: "pro" }));
  assert.deepEqual([...decisions.failed.keys()], ["cohort-only", "also-person"]);
  assert.match(decisions.failed.get("cohort-only") ?? "", /cohort 7/);
  assert.deepEqual(Object.fromEntries(decisions.flags), {
    "fails-anyway": false,
    "on-anyway": true,
    "on-before": true,
    "out-anyway": false,
  });
  assert.equal(decisions.undecided.size, 0);
});

test("a flag whose evaluation throws does not affect others", () => {
  const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`);
  const flags = {
    before: flagWith({}),
    deep: flagWith(conditionOn({ key: "p", operator: "icontains", value: "x" })),
    long: flagWith(conditionOn({ key: "q", operator: "regex", value: "(a+)+$" })),
    after: flagWith(conditionOn({ key: "p", operator: "is_set" })),
  };
  const decisions = evaluateTestFlags(flags, personContext({ p: deep, q: `${"a".repeat(100_000)}!` }, {}));
  assert.deepEqual(
    [...decisions.flags],
    [
      ["before", true],
      ["after", true],
    ],
  );
  assert.deepEqual([...decisions.failed.keys()], ["deep", "long"]);
});

test("a flag may depend on the value of another flag", () => {
  const needs = (key: string, value: unknown) =>
    flagWith(conditionOn({ key, type: "flag", operator: "flag_evaluates_to", value }));
  const flags = {
    "is-test": needs("new-checkout", "test"),
    "is-control": needs("new-checkout", "control"),
    "is-on": needs("new-checkout", true),
    "is-off": needs("new-checkout", false),
    "off-is-off": needs("never-on", false),
    "off-is-on": needs("never-on", true),
    "inactive-is-off": needs("inactive", false),
    "gone-is-off": needs("gone", false),
    "chain-end": needs("is-test", true),
    "new-checkout": { filters: { multivariate: TWO_VARIANTS, groups: [{}] } },
    "never-on": flagWith(),
    inactive: { active: false, ...flagWith({}) },
  };
  const decisions = evaluateTestFlags(flags);
  assert.deepEqual(Object.fromEntries(decisions.flags), {
    "is-test": true,
    "is-control": false,
    "is-on": true,
    "is-off": false,
    "off-is-off": true,
    "off-is-on": false,
    "inactive-is-off": true,
    "gone-is-off": false,
    "chain-end": true,
    "new-checkout": "test",
    "never-on": false,
  });
  assert.deepEqual(
    [...decisions.flags.keys()],
    Object.keys(flags).filter((key) => key !== "inactive"),
  );
});

test("flags that depend on themselves or on a missing flag are off, and so are those that depend on them", () => {
  const needs = (key: string) => conditionOn({ key, type: "flag", operator: "flag_evaluates_to", value: true });
  const flags = {
    x: flagWith(needs("y")),
    y: flagWith(needs("x"), {}),
    "after-cycle": flagWith(needs("y"), {}),
    "needs-gone": flagWith({}, needs("gone")),
    "after-gone": flagWith({}, needs("needs-gone")),
    "needs-cohort": flagWith(conditionOn({ key: "id", type: "cohort", value: 1 })),
    dependent: flagWith(needs("needs-cohort")),
    decided: flagWith(needs("needs-cohort"), {}),
  };
  const decisions = evaluateTestFlags(flags);
  assert.deepEqual([...decisions.failed.keys()], ["needs-cohort", "dependent"]);
  const broken = ["x", "y", "after-cycle", "needs-gone", "after-gone"];
  assert.deepEqual([...decisions.flags], [...broken.map((key) => [key, false]), ["decided", true]]);
  for (const key of broken) assert.equal(decisions.reasons.get(key)?.code, "missing_dependency", key);
});

test("a flag needs the data that its dependency needs", () => {
  const flags = {
    dependent: flagWith(conditionOn({ key: "base", type: "flag", operator: "flag_evaluates_to", value: true })),
    base: {
      ensure_experience_continuity: true,
      ...flagWith({ ...conditionOn({ key: "plan", value: "pro" }), rollout_percentage: 50 }),
    },
  };
  const decisions = evaluateTestFlags(flags, NOT_LOADED);
  assert.deepEqual([...decisions.undecided], ["dependent", "base"]);
  assert.deepEqual(decisions.missingData, { person: true, groups: new Set(), identifiers: new Set(["base"]) });
});

test("early exit: a subject outside a percentage is not tested against later conditions", () => {
  const groups = [{ ...conditionOn({ key: "plan", value: "pro" }), rollout_percentage: 0 }, {}];
  const flags = { early: { filters: { early_exit: true, groups } }, plain: flagWith(...groups) };
  assert.deepEqual([...evaluateTestFlags(flags, personContext({ plan: "pro" }, {})).flags.values()], [false, true]);
  assert.deepEqual([...evaluateTestFlags(flags, personContext({ plan: "free" }, {})).flags.values()], [true, true]);
  assert.deepEqual([...evaluateTestFlags(flags, NOT_LOADED).undecided], ["early"]);
});

test("enrollment decides the flag for those who opted in or out, the conditions for everyone else", () => {
  const key = "$feature_enrollment/beta";
  const olderForm = {
    super_groups: [
      { properties: [{ key, type: "person", operator: "exact", value: ["true"] }], rollout_percentage: 100 },
    ],
  };
  for (const form of [{ feature_enrollment: true }, olderForm]) {
    for (const [groups, otherwise] of [
      [[], false],
      [[{}], true],
    ] as const) {
      const flags = { beta: { filters: { ...form, groups } } };
      assert.equal(evaluateTestFlags(flags, personContext({ [key]: true }, {})).flags.get("beta"), true);
      assert.equal(evaluateTestFlags(flags, personContext({}, { [key]: "true" })).flags.get("beta"), true);
      assert.equal(evaluateTestFlags(flags, personContext({ [key]: "false" }, {})).flags.get("beta"), false);
      assert.equal(evaluateTestFlags(flags).flags.get("beta"), otherwise);
      assert.deepEqual([...evaluateTestFlags(flags, NOT_LOADED).undecided], ["beta"]);
    }
  }
});

test("a holdout precedes all conditions", () => {
  // The hash of holdout-u-1 is 0.9919…
  const older = (rollout_percentage: number) => ({
    holdout_groups: [{ properties: [], rollout_percentage, variant: "holdout-3" }],
  });
  const newer = (exclusion_percentage: number) => ({ holdout: { id: 3, exclusion_percentage } });
  for (const form of [older, newer]) {
    const value = (percentage: number) =>
      evaluateTestFlags({ f: { filters: { ...form(percentage), groups: [{}] } } }).flags.get("f");
    assert.equal(value(99), true);
    assert.equal(value(99.5), "holdout-3");
    assert.equal(value(0), true);
  }
});
