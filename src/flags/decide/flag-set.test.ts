import assert from "node:assert/strict";
import { test } from "node:test";
import { buildFlagSet } from "../../../test/support/test-evaluate.ts";
import type { FlagDefinition } from "../define/flag-definition.ts";
import { parseFlags } from "../define/parse-flags.ts";

function flags(dependencies: Record<string, string[]>, inactive: string[] = []): FlagDefinition[] {
  return parseFlags(
    Object.entries(dependencies).map(([key, dependsOn]) => ({
      key,
      active: !inactive.includes(key),
      filters: {
        groups: [
          {
            properties: dependsOn.map((other) => ({
              key: other,
              type: "flag",
              operator: "flag_evaluates_to",
              value: true,
            })),
          },
        ],
      },
    })),
  ).flags;
}

test("flags follow their dependencies; last are cycles and their dependents, which are off", () => {
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
  assert.deepEqual(order, ["base", "a", "b", "top", "x", "y", "self", "after"]);
  const broken = set.evaluationOrder.filter((flag) => flag.broken).map(({ key }) => key);
  assert.deepEqual(broken, ["b", "top", "x", "y", "self", "after"]);
});

test("an inactive flag breaks a cycle", () => {
  const set = buildFlagSet(flags({ x: ["y"], y: ["x"] }, ["y"]));
  assert.deepEqual(
    set.evaluationOrder.map(({ key }) => key),
    ["x"],
  );
});

test("a chain of 10,000 flags is sorted", () => {
  const chain = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`f${index}`, index === 0 ? [] : [`f${index - 1}`]]),
  );
  assert.equal(buildFlagSet(flags(chain)).evaluationOrder.at(-1)?.key, "f9999");
});

test("conditions that force a variant come first; otherwise the order is kept", () => {
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
  const [compiled] = buildFlagSet([flag]).evaluationOrder;
  assert.deepEqual(
    compiled?.conditions.map(({ share }) => share),
    [0.02, 0.01, 0.03],
  );
});
