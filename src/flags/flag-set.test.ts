import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlagDefinition } from "./flag-definition.ts";
import { buildFlagSet } from "./flag-set.ts";
import { parseFlags } from "./parse-flags.ts";

function flags(dependencies: Record<string, string[]>, inactive: string[] = []): FlagDefinition[] {
  return parseFlags(
    Object.entries(dependencies).map(([key, on]) => ({
      key,
      active: !inactive.includes(key),
      filters: {
        groups: [
          { properties: on.map((other) => ({ key: other, type: "flag", operator: "flag_evaluates_to", value: true })) },
        ],
      },
    })),
  ).flags;
}

test("flags come after those that they depend on; circles and their dependents are named", () => {
  const set = buildFlagSet(
    flags({
      top: ["a", "b"],
      a: ["base"],
      b: ["base", "base", "gone"],
      base: [],
      x: ["y"],
      y: ["x"],
      self: ["self"],
      after: ["x", "base"],
    }),
  );
  const order = set.evaluationOrder.map(({ key }) => key);
  assert.deepEqual([...order].sort(), ["a", "b", "base", "top"]);
  assert.equal(order[0], "base");
  assert.equal(order.at(-1), "top");
  assert.deepEqual([...set.circularKeys].sort(), ["after", "self", "x", "y"]);
});

test("an inactive flag breaks a circle", () => {
  const set = buildFlagSet(flags({ x: ["y"], y: ["x"] }, ["y"]));
  assert.deepEqual([...set.circularKeys], []);
  assert.deepEqual(
    set.evaluationOrder.map(({ key }) => key),
    ["x"],
  );
});

test("a chain of ten thousand flags is no trouble", () => {
  const chain = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, at) => [`f${at}`, at === 0 ? [] : [`f${at - 1}`]]),
  );
  assert.equal(buildFlagSet(flags(chain)).evaluationOrder.at(-1)?.key, "f9999");
});

test("conditions that force a variant are tried first, otherwise in their order", () => {
  const [flag] = parseFlags({
    key: "f",
    filters: {
      multivariate: { variants: [{ key: "v", rollout_percentage: 100 }] },
      groups: [
        { rollout_percentage: 1 },
        { rollout_percentage: 2, variant: "v" },
        { rollout_percentage: 3, variant: "" },
      ],
    },
  }).flags;
  assert.ok(flag);
  const percentages = buildFlagSet([flag])
    .conditions.get("f")
    ?.map((condition) => condition.rollout_percentage);
  assert.deepEqual(percentages, [2, 1, 3]);
});
