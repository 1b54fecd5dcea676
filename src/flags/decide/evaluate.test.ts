import assert from "node:assert/strict";
import { test } from "node:test";
import {
  buildFlagSet,
  conditionOn,
  evaluateSet,
  evaluateTestFlags,
  flagWith,
  LOADED,
  NOT_LOADED,
  personContext,
  TWO_VARIANTS,
} from "../../../test/support/test-evaluate.ts";
import { parseFlags } from "../define/parse-flags.ts";

test("a flag is on if all properties of one condition match", () => {
  const both = conditionOn({ key: "plan", value: "pro" }, { key: "seats", operator: "gt", value: 5 });
  const flags = {
    f: flagWith(both, conditionOn({ key: "beta", value: true })),
    never: flagWith(),
    everyone: flagWith({}),
  };
  const cases: [object, boolean][] = [
    [{ plan: "pro", seats: 6 }, true],
    [{ plan: "pro", seats: 5 }, false],
    [{ seats: 6 }, false],
    [{ beta: "true" }, true],
    [{}, false],
  ];
  for (const [fromRequest, expected] of cases) {
    const decisions = evaluateTestFlags(flags, personContext(fromRequest, {}));
    assert.deepEqual(Object.fromEntries(decisions.flags), { f: expected, never: false, everyone: true });
    assert.equal(decisions.failed.size + decisions.undecided.size, 0);
  }
});

test("an inactive flag is not evaluated", () => {
  assert.deepEqual(
    [...evaluateTestFlags({ off: { active: false, ...flagWith({}) }, f: flagWith({}) }).flags],
    [["f", true]],
  );
});

test("the percentage applies to the hash of key and distinct id", () => {
  // The hash of new-checkout.u-1 is 0.2958…
  const valueAt = (rollout_percentage: number | null) =>
    evaluateTestFlags({ "new-checkout": flagWith({ rollout_percentage }) }).flags.get("new-checkout");
  assert.equal(valueAt(29.5), false);
  assert.equal(valueAt(29.6), true);
  assert.equal(valueAt(100), true);
  assert.equal(valueAt(0), false);
  assert.equal(valueAt(null), true);
});

test("a percentage includes that share of users; a larger one includes the same users and more", () => {
  const includedAt = (rollout_percentage: number) => {
    const set = buildFlagSet(parseFlags({ key: "grow", filters: { groups: [{ rollout_percentage }] } }).flags);
    const people = Array.from({ length: 5000 }, (_, index) => `person-${index}`);
    return new Set(
      people.filter((distinctId) => evaluateSet(set, { ...LOADED, distinctId }).flags.get("grow") === true),
    );
  };
  const [few, more] = [includedAt(10), includedAt(25)];
  assert.ok(Math.abs(few.size - 500) < 80 && Math.abs(more.size - 1250) < 120, `${few.size} ${more.size}`);
  assert.deepEqual(
    [...few].filter((distinctId) => !more.has(distinctId)),
    [],
  );
});

test("a variant is chosen by hash or forced by a condition, which is tried first", () => {
  const flags = {
    "new-checkout": {
      filters: {
        multivariate: TWO_VARIANTS,
        payloads: { control: '{"colour":"red"}', test: { colour: "blue" } },
        groups: [{}, { ...conditionOn({ key: "email", operator: "icontains", value: "@x.org" }), variant: "control" }],
      },
    },
  };
  // The hash of new-checkout.u-1variant is 0.9357…
  const byHash = evaluateTestFlags(flags);
  assert.deepEqual([...byHash.flags], [["new-checkout", "test"]]);
  assert.deepEqual([...byHash.payloads], [["new-checkout", { colour: "blue" }]]);
  const forced = evaluateTestFlags(flags, personContext({ email: "a@X.org" }));
  assert.deepEqual([...forced.flags], [["new-checkout", "control"]]);
  assert.deepEqual([...forced.payloads], [["new-checkout", '{"colour":"red"}']]);
});

test("a forced variant applies within the condition's percentage", () => {
  const value = (rollout_percentage: number) => {
    const filters = { multivariate: TWO_VARIANTS, groups: [{ variant: "control", rollout_percentage }] };
    return evaluateTestFlags({ "new-checkout": { filters } }).flags.get("new-checkout");
  };
  assert.equal(value(29.5), false);
  assert.equal(value(29.6), "control");
});

test("each property of the request takes precedence over the stored one", () => {
  const flags = { f: flagWith(conditionOn({ key: "plan", value: "pro" }, { key: "seats", value: 5 })) };
  assert.equal(
    evaluateTestFlags(flags, personContext({ plan: "pro" }, { plan: "free", seats: 5 })).flags.get("f"),
    true,
  );
  assert.equal(
    evaluateTestFlags(flags, personContext({ plan: "free" }, { plan: "pro", seats: 5 })).flags.get("f"),
    false,
  );
});

test("names of Object.prototype are properties only if set", () => {
  const set = (key: string) => flagWith(conditionOn({ key, operator: "is_set" }));
  const flags = { a: set("__proto__"), b: set("constructor"), c: set("") };
  assert.deepEqual([...evaluateTestFlags(flags).flags.values()], [false, false, false]);
  const fromRequest = JSON.parse('{"__proto__":1,"constructor":2,"":3}');
  const decisions = evaluateTestFlags(flags, { person: { fromRequest, stored: {} } });
  assert.deepEqual([...decisions.flags.values()], [true, true, true]);
});

test("distinct_id is a property of every person", () => {
  const flags = { f: flagWith(conditionOn({ key: "distinct_id", value: ["u-1"] })) };
  assert.equal(evaluateTestFlags(flags, NOT_LOADED).flags.get("f"), true);
  assert.equal(evaluateTestFlags(flags, { ...NOT_LOADED, distinctId: "u-2" }).flags.get("f"), false);
  assert.equal(evaluateTestFlags(flags, personContext({ distinct_id: "other" })).flags.get("f"), false);
});

test("flags that the request decides need no store", () => {
  const needs = conditionOn({ key: "plan", value: "pro" }, { key: "country", value: "CH" });
  const flags = {
    "by-percentage": flagWith({ rollout_percentage: 50 }),
    "by-request": flagWith(conditionOn({ key: "plan", value: "pro" })),
    "fails-anyway": flagWith(conditionOn({ key: "country", value: "CH" }, { key: "plan", value: "free" })),
    "on-anyway": flagWith(conditionOn({ key: "country", value: "CH" }), {}),
    "out-anyway": flagWith({ ...conditionOn({ key: "country", value: "CH" }), rollout_percentage: 0 }),
    "needs-country": flagWith(needs),
  };
  const first = evaluateTestFlags(flags, { ...NOT_LOADED, ...personContext({ plan: "pro" }) });
  assert.deepEqual([...first.undecided], ["needs-country"]);
  assert.equal(first.flags.size, 5);
  assert.equal(first.flags.get("on-anyway"), true);
  assert.equal(first.flags.get("out-anyway"), false);
  assert.deepEqual(first.missingData, { person: true, groups: new Set(), identifiers: new Set() });
  assert.equal(first.failed.size, 0);
  const second = evaluateTestFlags(flags, personContext({ plan: "pro" }, { country: "ch" }));
  assert.equal(second.flags.get("needs-country"), true);
  assert.deepEqual([...second.undecided], []);
  for (const [key, value] of first.flags) assert.equal(second.flags.get(key), value, key);
});

test("a condition decides only if the open ones before it would give the same value", () => {
  const open = conditionOn({ key: "email", operator: "icontains", value: "@x.org" });
  const flags = {
    same: flagWith(open, {}),
    "other-variant": {
      filters: { multivariate: TWO_VARIANTS, groups: [{ ...open, variant: "control" }, { variant: "test" }] },
    },
    "same-variant": {
      filters: { multivariate: TWO_VARIANTS, groups: [{ ...open, variant: "test" }, { variant: "test" }] },
    },
  };
  const decisions = evaluateTestFlags(flags, NOT_LOADED);
  assert.deepEqual(
    [...decisions.flags],
    [
      ["same", true],
      ["same-variant", "test"],
    ],
  );
  assert.deepEqual([...decisions.undecided], ["other-variant"]);
});

test("reading the store never changes a decided flag", () => {
  const keys = ["a", "b"];
  const operators = ["exact", "is_not", "is_set", "is_not_set"];
  const conditions = operators.flatMap((operator) => keys.map((key) => ({ key, operator, value: 1 })));
  const flags: Record<string, object> = {};
  for (const [i, first] of conditions.entries()) {
    for (const [j, second] of conditions.entries()) {
      flags[`all-${i}-${j}`] = flagWith(conditionOn(first, second));
      flags[`any-${i}-${j}`] = flagWith(conditionOn(first), { ...conditionOn(second), rollout_percentage: 50 });
      flags[`forced-${i}-${j}`] = {
        filters: {
          multivariate: TWO_VARIANTS,
          early_exit: i % 2 === 0,
          groups: [{ ...conditionOn(first), variant: "test", rollout_percentage: 40 }, conditionOn(second)],
        },
      };
    }
  }
  for (const fromRequest of [{}, { a: 1 }, { b: 2 }, { a: 1, b: 1 }]) {
    const early = evaluateTestFlags(flags, { ...NOT_LOADED, ...personContext(fromRequest) });
    assert.equal(early.flags.size + early.undecided.size, Object.keys(flags).length);
    for (const stored of [{}, { a: 1 }, { a: 2 }, { b: 1 }, { a: 2, b: 1 }]) {
      const late = evaluateTestFlags(flags, personContext(fromRequest, stored));
      assert.equal(late.undecided.size, 0);
      for (const [key, value] of early.flags)
        assert.equal(late.flags.get(key), value, `${key} ${JSON.stringify({ fromRequest, stored })}`);
    }
  }
});
