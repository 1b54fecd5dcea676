import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlagDefinition, FlagFilters, Variant } from "./flag-definition.ts";
import { flagHash } from "./hash.ts";
import { chooseVariant, payloadOf } from "./variants.ts";

function flagWith(variants: Variant[]): FlagDefinition {
  const filters: FlagFilters = { groups: [], multivariate: { variants } };
  return { key: "shares", name: "", active: true, ensureExperienceContinuity: false, filters };
}

test("variants get their shares", () => {
  const flag = flagWith([
    { key: "half", rollout_percentage: 50 },
    { key: "none", rollout_percentage: 0 },
    { key: "third", rollout_percentage: 30 },
    { key: "rest", rollout_percentage: 20 },
  ]);
  const counts: Record<string, number> = {};
  for (let person = 0; person < 10_000; person += 1) {
    const variant = String(chooseVariant(flag, `person-${person}`));
    counts[variant] = (counts[variant] ?? 0) + 1;
  }
  assert.deepEqual(Object.keys(counts).sort(), ["half", "rest", "third"]);
  for (const [key, share] of [
    ["half", 5000],
    ["third", 3000],
    ["rest", 2000],
  ] as const) {
    assert.ok(Math.abs((counts[key] ?? 0) - share) < 200, `${key}: ${counts[key]}`);
  }
});

test("a share includes its lower bound and not its upper one; outside all shares the flag is true", () => {
  const at = flagHash("shares", "u", "variant");
  const upTo = (bound: number): Variant[] => [
    { key: "below", rollout_percentage: bound * 100 },
    { key: "above", rollout_percentage: 0 },
  ];
  assert.equal(chooseVariant(flagWith(upTo(at + 1e-9)), "u"), "below");
  assert.equal(chooseVariant(flagWith(upTo(at - 1e-9)), "u"), true);
  assert.equal(chooseVariant(flagWith([]), "u"), true);
});

test("the payload is the variant's, else the one for true; a flag that is off has none", () => {
  const payloads = JSON.parse('{"true":"{}","a":{"x":1},"b":null,"__proto__":"own"}');
  const filters: FlagFilters = { groups: [], payloads };
  assert.equal(payloadOf(filters, true), "{}");
  assert.deepEqual(payloadOf(filters, "a"), { x: 1 });
  assert.equal(payloadOf(filters, "b"), null);
  assert.equal(payloadOf(filters, "c"), "{}");
  assert.equal(payloadOf(filters, "__proto__"), "own");
  assert.equal(payloadOf(filters, false), undefined);
  assert.equal(payloadOf({ groups: [], payloads: { a: 1 } }, "toString"), undefined);
  assert.equal(payloadOf({ groups: [], payloads: null }, true), undefined);
});
