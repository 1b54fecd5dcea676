import assert from "node:assert/strict";
import { test } from "node:test";
import { decide, HALVES, on, person, UNREAD, when } from "./test-evaluate.ts";

test("with experience continuity the kept identifier decides, where the hash matters at all", () => {
  const flags = {
    "new-checkout": { ensure_experience_continuity: true, ...on({ rollout_percentage: 29.6 }) },
    "all-in": { ensure_experience_continuity: true, ...on({}) },
    plain: on({ rollout_percentage: 50 }),
  };
  const first = decide(flags, { ...UNREAD, distinctId: "later" });
  assert.deepEqual([...first.undecided], ["new-checkout"]);
  assert.deepEqual(first.wants, { person: false, groups: new Set(), identifiers: new Set(["new-checkout"]) });
  assert.equal(decide(flags).flags.get("new-checkout"), true);
  assert.equal(decide(flags, { distinctId: "later" }).flags.get("new-checkout"), false);
  const kept = decide(flags, { distinctId: "later", identifiers: new Map([["new-checkout", "u-1"]]) });
  assert.equal(kept.flags.get("new-checkout"), true);
});

test("a flag that hangs on a cohort fails; where another condition settles it, it does not", () => {
  const cohort = { key: "id", type: "cohort", value: 7, operator: "in" };
  const flags = {
    hangs: on(when(cohort)),
    "also-person": on(when(cohort, { key: "plan", value: "pro" })),
    "fails-anyway": on(when(cohort, { key: "plan", value: "free" })),
    "on-anyway": on(when(cohort), {}),
    "on-before": on({}, when(cohort)),
    "out-anyway": on({ ...when(cohort), rollout_percentage: 0 }),
  };
  const decisions = decide(flags, person({}, { plan: "pro" }));
  assert.deepEqual([...decisions.failed.keys()], ["hangs", "also-person"]);
  assert.match(decisions.failed.get("hangs") ?? "", /cohort 7/);
  assert.deepEqual(Object.fromEntries(decisions.flags), {
    "fails-anyway": false,
    "on-anyway": true,
    "on-before": true,
    "out-anyway": false,
  });
  assert.equal(decisions.undecided.size, 0);
});

test("one flag that throws leaves the others alone", () => {
  const deep = JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`);
  const flags = {
    before: on({}),
    deep: on(when({ key: "p", operator: "icontains", value: "x" })),
    long: on(when({ key: "q", operator: "regex", value: "(a+)+$" })),
    after: on(when({ key: "p", operator: "is_set" })),
  };
  const decisions = decide(flags, person({ p: deep, q: `${"a".repeat(100_000)}!` }, {}));
  assert.deepEqual(
    [...decisions.flags],
    [
      ["before", true],
      ["after", true],
    ],
  );
  assert.deepEqual([...decisions.failed.keys()], ["deep", "long"]);
});

test("a flag may depend on the value of another", () => {
  const needs = (key: string, value: unknown) => on(when({ key, type: "flag", operator: "flag_evaluates_to", value }));
  const flags = {
    "is-test": needs("new-checkout", "test"),
    "is-control": needs("new-checkout", "control"),
    "is-on": needs("new-checkout", true),
    "is-off": needs("new-checkout", false),
    "off-is-off": needs("nobody", false),
    "off-is-on": needs("nobody", true),
    "inactive-is-off": needs("inactive", false),
    "gone-is-off": needs("gone", false),
    "chain-end": needs("is-test", true),
    "new-checkout": { filters: { multivariate: HALVES, groups: [{}] } },
    nobody: on(),
    inactive: { active: false, ...on({}) },
  };
  const decisions = decide(flags);
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
    nobody: false,
  });
  assert.deepEqual(
    [...decisions.flags.keys()],
    Object.keys(flags).filter((key) => key !== "inactive"),
  );
});

test("flags that depend on one another fail, and those that depend on a failed one hang on it", () => {
  const needs = (key: string) => when({ key, type: "flag", operator: "flag_evaluates_to", value: true });
  const flags = {
    x: on(needs("y")),
    y: on(needs("x"), {}),
    "needs-cohort": on(when({ key: "id", type: "cohort", value: 1 })),
    hangs: on(needs("needs-cohort")),
    settled: on(needs("needs-cohort"), {}),
  };
  const decisions = decide(flags);
  assert.deepEqual([...decisions.failed.keys()], ["x", "y", "needs-cohort", "hangs"]);
  assert.deepEqual([...decisions.flags], [["settled", true]]);
});

test("what a dependency wants, its dependents want", () => {
  const flags = {
    dependent: on(when({ key: "base", type: "flag", operator: "flag_evaluates_to", value: true })),
    base: {
      ensure_experience_continuity: true,
      ...on({ ...when({ key: "plan", value: "pro" }), rollout_percentage: 50 }),
    },
  };
  const decisions = decide(flags, UNREAD);
  assert.deepEqual([...decisions.undecided], ["dependent", "base"]);
  assert.deepEqual(decisions.wants, { person: true, groups: new Set(), identifiers: new Set(["base"]) });
});

test("early exit: whom a percentage leaves out is not asked about the conditions after it", () => {
  const groups = [{ ...when({ key: "plan", value: "pro" }), rollout_percentage: 0 }, {}];
  const flags = { early: { filters: { early_exit: true, groups } }, plain: on(...groups) };
  assert.deepEqual([...decide(flags, person({ plan: "pro" }, {})).flags.values()], [false, true]);
  assert.deepEqual([...decide(flags, person({ plan: "free" }, {})).flags.values()], [true, true]);
  assert.deepEqual([...decide(flags, UNREAD).undecided], ["early"]);
});

test("who has enrolled has the flag, who has refused has not, and everybody else is decided by the conditions", () => {
  const key = "$feature_enrollment/beta";
  const older = {
    super_groups: [
      { properties: [{ key, type: "person", operator: "exact", value: ["true"] }], rollout_percentage: 100 },
    ],
  };
  for (const form of [{ feature_enrollment: true }, older]) {
    for (const [groups, otherwise] of [
      [[], false],
      [[{}], true],
    ] as const) {
      const flags = { beta: { filters: { ...form, groups } } };
      assert.equal(decide(flags, person({ [key]: true }, {})).flags.get("beta"), true);
      assert.equal(decide(flags, person({}, { [key]: "true" })).flags.get("beta"), true);
      assert.equal(decide(flags, person({ [key]: "false" }, {})).flags.get("beta"), false);
      assert.equal(decide(flags).flags.get("beta"), otherwise);
      assert.deepEqual([...decide(flags, UNREAD).undecided], ["beta"]);
    }
  }
});

test("who is held out gets the holdout, before any condition", () => {
  // holdout-u-1 falls at 0.9919…
  const older = (rollout_percentage: number) => ({
    holdout_groups: [{ properties: [], rollout_percentage, variant: "holdout-3" }],
  });
  const newer = (exclusion_percentage: number) => ({ holdout: { id: 3, exclusion_percentage } });
  for (const form of [older, newer]) {
    const value = (percentage: number) =>
      decide({ f: { filters: { ...form(percentage), groups: [{}] } } }).flags.get("f");
    assert.equal(value(99), true);
    assert.equal(value(99.5), "holdout-3");
    assert.equal(value(0), true);
  }
});
