import { evaluateFlags, type FlagDecisions } from "./evaluate.ts";
import type { FlagContext } from "./flag-context.ts";
import { buildFlagSet } from "./flag-set.ts";
import { parseFlags } from "./parse-flags.ts";

/** For tests: everything is read and nothing is stored, unless the test says otherwise. */
export const LOADED: FlagContext = {
  distinctId: "u-1",
  person: { given: {}, stored: {} },
  groups: new Map(),
  groupProperties: new Map(),
  groupTypes: ["company", "team"],
  identifiers: new Map(),
  now: Date.UTC(2024, 2, 5),
};
/** For tests: nothing is read of the store. */
export const NOT_LOADED: Partial<FlagContext> = { person: { given: {}, stored: undefined }, identifiers: undefined };

/** For tests: two variants, each for half of all. */
export const TWO_VARIANTS = {
  variants: [
    { key: "control", rollout_percentage: 50 },
    { key: "test", rollout_percentage: 50 },
  ],
};

/** For tests: the decisions on flags by their keys. */
export function evaluateTestFlags(flags: Record<string, object>, context: Partial<FlagContext> = {}): FlagDecisions {
  const wires = Object.entries(flags).map(([key, { filters, ...more }]: [string, { filters?: unknown }]) => ({
    key,
    filters,
    ...more,
  }));
  return evaluateFlags(buildFlagSet(parseFlags(wires).flags), { ...LOADED, ...context });
}

/** For tests: a flag with these conditions. */
export function flagWith(...groups: object[]): object {
  return { filters: { groups } };
}

/** For tests: a condition on these properties. */
export function conditionOn(...properties: object[]): object {
  return { properties };
}

/** For tests: a person with properties that the request gives, and stored ones if the store is read. */
export function personContext(given: object, stored?: object): Partial<FlagContext> {
  return { person: { given: { ...given }, stored: stored && { ...stored } } };
}
