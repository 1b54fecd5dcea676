import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlagContext } from "./context.ts";
import { evaluateFlags, type FlagDecisions } from "./evaluate.ts";
import { flagSet } from "./flag-set.ts";
import { parseFlags } from "./parse.ts";

/** Everything is read and nothing is stored, unless the test says otherwise. */
const READ: FlagContext = {
  distinctId: "u-1",
  person: { given: {}, stored: {} },
  groups: new Map(),
  groupProperties: new Map(),
  groupTypes: ["company", "team"],
  identifiers: new Map(),
  now: Date.UTC(2024, 2, 5),
};
const UNREAD: Partial<FlagContext> = { person: { given: {}, stored: undefined }, identifiers: undefined };

const HALVES = {
  variants: [
    { key: "control", rollout_percentage: 50 },
    { key: "test", rollout_percentage: 50 },
  ],
};

function decide(flags: Record<string, object>, context: Partial<FlagContext> = {}): FlagDecisions {
  const wires = Object.entries(flags).map(([key, { filters, ...more }]: [string, { filters?: unknown }]) => ({
    key,
    filters,
    ...more,
  }));
  return evaluateFlags(flagSet(parseFlags(wires).flags), { ...READ, ...context });
}

/** A flag with these conditions. */
function on(...groups: object[]): object {
  return { filters: { groups } };
}

function when(...properties: object[]): object {
  return { properties };
}

function person(given: object, stored?: object): Partial<FlagContext> {
  return { person: { given: { ...given }, stored: stored && { ...stored } } };
}

test("any condition turns a flag on, all properties of one must match", () => {
  const both = when({ key: "plan", value: "pro" }, { key: "seats", operator: "gt", value: 5 });
  const flags = { f: on(both, when({ key: "beta", value: true })), never: on(), everybody: on({}) };
  const cases: [object, boolean][] = [
    [{ plan: "pro", seats: 6 }, true],
    [{ plan: "pro", seats: 5 }, false],
    [{ seats: 6 }, false],
    [{ beta: "true" }, true],
    [{}, false],
  ];
  for (const [given, expected] of cases) {
    const decisions = decide(flags, person(given, {}));
    assert.deepEqual(Object.fromEntries(decisions.flags), { f: expected, never: false, everybody: true });
    assert.equal(decisions.failed.size + decisions.undecided.size, 0);
  }
});

test("an inactive flag is in no answer", () => {
  assert.deepEqual([...decide({ off: { active: false, ...on({}) }, f: on({}) }).flags], [["f", true]]);
});

test("the percentage is of the hash of key and distinct id", () => {
  // new-checkout.u-1 falls at 0.2958…
  const at = (rollout_percentage: number | null) =>
    decide({ "new-checkout": on({ rollout_percentage }) }).flags.get("new-checkout");
  assert.equal(at(29.5), false);
  assert.equal(at(29.6), true);
  assert.equal(at(100), true);
  assert.equal(at(0), false);
  assert.equal(at(null), true);
});

test("a percentage lets about so many through, and who is in stays in when it grows", () => {
  const isIn = (rollout_percentage: number) => {
    const set = flagSet(parseFlags({ key: "grow", filters: { groups: [{ rollout_percentage }] } }).flags);
    const people = Array.from({ length: 5000 }, (_, at) => `person-${at}`);
    return new Set(
      people.filter((distinctId) => evaluateFlags(set, { ...READ, distinctId }).flags.get("grow") === true),
    );
  };
  const [few, more] = [isIn(10), isIn(25)];
  assert.ok(Math.abs(few.size - 500) < 80 && Math.abs(more.size - 1250) < 120, `${few.size} ${more.size}`);
  assert.deepEqual(
    [...few].filter((distinctId) => !more.has(distinctId)),
    [],
  );
});

test("a variant is chosen by hash, or forced by a condition, which is tried first; payloads follow", () => {
  const flags = {
    "new-checkout": {
      filters: {
        multivariate: HALVES,
        payloads: { control: '{"colour":"red"}', test: { colour: "blue" } },
        groups: [{}, { ...when({ key: "email", operator: "icontains", value: "@x.org" }), variant: "control" }],
      },
    },
  };
  // new-checkout.u-1variant falls at 0.9357…
  const byHash = decide(flags);
  assert.deepEqual([...byHash.flags], [["new-checkout", "test"]]);
  assert.deepEqual([...byHash.payloads], [["new-checkout", { colour: "blue" }]]);
  const forced = decide(flags, person({ email: "a@X.org" }));
  assert.deepEqual([...forced.flags], [["new-checkout", "control"]]);
  assert.deepEqual([...forced.payloads], [["new-checkout", '{"colour":"red"}']]);
});

test("a forced variant is for those within the condition's percentage", () => {
  const value = (rollout_percentage: number) => {
    const filters = { multivariate: HALVES, groups: [{ variant: "control", rollout_percentage }] };
    return decide({ "new-checkout": { filters } }).flags.get("new-checkout");
  };
  assert.equal(value(29.5), false);
  assert.equal(value(29.6), "control");
});

test("what the request gives wins over what is stored, property by property", () => {
  const flags = { f: on(when({ key: "plan", value: "pro" }, { key: "seats", value: 5 })) };
  assert.equal(decide(flags, person({ plan: "pro" }, { plan: "free", seats: 5 })).flags.get("f"), true);
  assert.equal(decide(flags, person({ plan: "free" }, { plan: "pro", seats: 5 })).flags.get("f"), false);
});

test("names that every object has are no properties, and may be properties", () => {
  const set = (key: string) => on(when({ key, operator: "is_set" }));
  const flags = { a: set("__proto__"), b: set("constructor"), c: set("") };
  assert.deepEqual([...decide(flags).flags.values()], [false, false, false]);
  const given = JSON.parse('{"__proto__":1,"constructor":2,"":3}');
  const decisions = decide(flags, { person: { given, stored: {} } });
  assert.deepEqual([...decisions.flags.values()], [true, true, true]);
});

test("distinct_id is a property of everybody", () => {
  const flags = { f: on(when({ key: "distinct_id", value: ["u-1"] })) };
  assert.equal(decide(flags, UNREAD).flags.get("f"), true);
  assert.equal(decide(flags, { ...UNREAD, distinctId: "u-2" }).flags.get("f"), false);
  assert.equal(decide(flags, person({ distinct_id: "other" })).flags.get("f"), false);
});

test("no store is needed for what the request decides", () => {
  const needs = when({ key: "plan", value: "pro" }, { key: "country", value: "CH" });
  const flags = {
    "by-percentage": on({ rollout_percentage: 50 }),
    "by-given": on(when({ key: "plan", value: "pro" })),
    "fails-anyway": on(when({ key: "country", value: "CH" }, { key: "plan", value: "free" })),
    "on-anyway": on(when({ key: "country", value: "CH" }), {}),
    "out-anyway": on({ ...when({ key: "country", value: "CH" }), rollout_percentage: 0 }),
    "needs-country": on(needs),
  };
  const first = decide(flags, { ...UNREAD, ...person({ plan: "pro" }) });
  assert.deepEqual([...first.undecided], ["needs-country"]);
  assert.equal(first.flags.size, 5);
  assert.equal(first.flags.get("on-anyway"), true);
  assert.equal(first.flags.get("out-anyway"), false);
  assert.deepEqual(first.wants, { person: true, groups: new Set(), identifiers: new Set() });
  assert.equal(first.failed.size, 0);
  const second = decide(flags, person({ plan: "pro" }, { country: "ch" }));
  assert.equal(second.flags.get("needs-country"), true);
  assert.deepEqual([...second.undecided], []);
  for (const [key, value] of first.flags) assert.equal(second.flags.get(key), value, key);
});

test("a later condition decides only if the open ones before it would give the same value", () => {
  const open = when({ key: "email", operator: "icontains", value: "@x.org" });
  const flags = {
    same: on(open, {}),
    "other-variant": {
      filters: { multivariate: HALVES, groups: [{ ...open, variant: "control" }, { variant: "test" }] },
    },
    "same-variant": { filters: { multivariate: HALVES, groups: [{ ...open, variant: "test" }, { variant: "test" }] } },
  };
  const decisions = decide(flags, UNREAD);
  assert.deepEqual(
    [...decisions.flags],
    [
      ["same", true],
      ["same-variant", "test"],
    ],
  );
  assert.deepEqual([...decisions.undecided], ["other-variant"]);
});

test("what was decided without the store is what the store would have led to", () => {
  const keys = ["a", "b"];
  const operators = ["exact", "is_not", "is_set", "is_not_set"];
  const conditions = operators.flatMap((operator) => keys.map((key) => ({ key, operator, value: 1 })));
  const flags: Record<string, object> = {};
  for (const [i, first] of conditions.entries()) {
    for (const [j, second] of conditions.entries()) {
      flags[`all-${i}-${j}`] = on(when(first, second));
      flags[`any-${i}-${j}`] = on(when(first), { ...when(second), rollout_percentage: 50 });
      flags[`forced-${i}-${j}`] = {
        filters: {
          multivariate: HALVES,
          early_exit: i % 2 === 0,
          groups: [{ ...when(first), variant: "test", rollout_percentage: 40 }, when(second)],
        },
      };
    }
  }
  for (const given of [{}, { a: 1 }, { b: 2 }, { a: 1, b: 1 }]) {
    const early = decide(flags, { ...UNREAD, ...person(given) });
    assert.equal(early.flags.size + early.undecided.size, Object.keys(flags).length);
    for (const stored of [{}, { a: 1 }, { a: 2 }, { b: 1 }, { a: 2, b: 1 }]) {
      const late = decide(flags, person(given, stored));
      assert.equal(late.undecided.size, 0);
      for (const [key, value] of early.flags)
        assert.equal(late.flags.get(key), value, `${key} ${JSON.stringify({ given, stored })}`);
    }
  }
});

test("a group flag counts the request's group, by number or by name", () => {
  const filters = { groups: [when({ key: "size", operator: "gte", value: 10, type: "group", group_type_index: 0 })] };
  const flags = {
    numbered: { filters: { ...filters, aggregation_group_type_index: 0 } },
    named: { filters: { ...filters, aggregation_group_type: "company" } },
    "other-type": { filters: { groups: [{}], aggregation_group_type: "team" } },
    "unknown-type": { filters: { groups: [{}], aggregation_group_type_index: 4 } },
  };
  const absent = decide(flags, UNREAD);
  assert.deepEqual([...absent.flags.values()], [false, false, false, false]);
  const groups = new Map([["company", "acme"]]);
  const first = decide(flags, { ...UNREAD, groups });
  assert.deepEqual([...first.undecided], ["numbered", "named"]);
  assert.deepEqual(first.wants, { person: false, groups: new Set(["company"]), identifiers: new Set() });
  for (const [known, expected] of [
    [{ given: { size: 10 }, stored: undefined }, true],
    [{ given: {}, stored: { size: 12 } }, true],
    [{ given: { size: 1 }, stored: { size: 12 } }, false],
    [{ given: {}, stored: {} }, false],
  ] as const) {
    const decisions = decide(flags, { groups, groupProperties: new Map([["company", known]]) });
    assert.deepEqual([...decisions.flags.values()], [expected, expected, false, false]);
  }
});

test("the hash of a group flag is of the group's key, and $group_key is a property of every group", () => {
  const flags = {
    "new-checkout": {
      filters: { groups: [{ rollout_percentage: 29.6 }], aggregation_group_type_index: 0, multivariate: HALVES },
    },
    key: { filters: { groups: [when({ key: "$group_key", value: "u-1" })], aggregation_group_type: "company" } },
  };
  const decisions = decide(flags, { ...UNREAD, distinctId: "somebody", groups: new Map([["company", "u-1"]]) });
  assert.deepEqual(
    [...decisions.flags],
    [
      ["new-checkout", "test"],
      ["key", true],
    ],
  );
});

test("a condition may count others than its flag, and a filter may ask of others than its condition", () => {
  const flags = {
    mixed: {
      filters: {
        groups: [{ aggregation_group_type_index: 0, rollout_percentage: 100 }, when({ key: "vip", value: true })],
      },
    },
    both: {
      filters: {
        aggregation_group_type: "company",
        groups: [when({ key: "size", value: 5 }, { key: "vip", type: "person", value: true })],
      },
    },
  };
  const company = {
    groups: new Map([["company", "acme"]]),
    groupProperties: new Map([["company", { given: { size: 5 }, stored: {} }]]),
  };
  assert.deepEqual([...decide(flags).flags.values()], [false, false]);
  assert.deepEqual([...decide(flags, person({ vip: true }, {})).flags.values()], [true, false]);
  assert.deepEqual([...decide(flags, company).flags.values()], [true, false]);
  assert.deepEqual([...decide(flags, { ...company, ...person({ vip: true }, {}) }).flags.values()], [true, true]);
});

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
