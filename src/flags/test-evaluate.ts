import { evaluateFlags, type FlagDecisions } from "./evaluate.ts";
import type { FlagContext } from "./flag-context.ts";
import { buildFlagSet } from "./flag-set.ts";
import { parseFlags } from "./parse-flags.ts";

/** A context in which everything has been read and nothing is stored. */
export const LOADED: FlagContext = {
  distinctId: "u-1",
  person: { fromRequest: {}, stored: {} },
  groups: new Map(),
  groupProperties: new Map(),
  groupTypes: ["company", "team"],
  identifiers: new Map(),
  now: Date.UTC(2024, 2, 5),
};
/** Nothing has been read from the store. */
export const NOT_LOADED: Partial<FlagContext> = {
  person: { fromRequest: {}, stored: undefined },
  identifiers: undefined,
};

/** Two variants of 50 % each. */
export const TWO_VARIANTS = {
  variants: [
    { key: "control", rollout_percentage: 50 },
    { key: "test", rollout_percentage: 50 },
  ],
};

/** Evaluates flags, named by key. */
export function evaluateTestFlags(flags: Record<string, object>, context: Partial<FlagContext> = {}): FlagDecisions {
  const definitions = Object.entries(flags).map(([key, { filters, ...more }]: [string, { filters?: unknown }]) => ({
    key,
    filters,
    ...more,
  }));
  return evaluateFlags(buildFlagSet(parseFlags(definitions).flags), { ...LOADED, ...context });
}

/** Returns a flag with these conditions. */
export function flagWith(...groups: object[]): object {
  return { filters: { groups } };
}

/** Returns a condition with these property filters. */
export function conditionOn(...properties: object[]): object {
  return { properties };
}

/** Returns a person with properties of the request and, if the store has been read, stored ones. */
export function personContext(fromRequest: object, stored?: object): Partial<FlagContext> {
  return { person: { fromRequest: { ...fromRequest }, stored: stored && { ...stored } } };
}
