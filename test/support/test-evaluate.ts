import assert from "node:assert/strict";
import { evaluateFlags, findMissingData, type MissingData } from "../../src/flags/decide/evaluate.ts";
import { Evaluation } from "../../src/flags/decide/evaluation.ts";
import type { FlagContext } from "../../src/flags/decide/flag-context.ts";
import { type FlagSet, flagSetSteps } from "../../src/flags/decide/flag-set.ts";
import type { FlagOutcome, FlagValue, Reason } from "../../src/flags/decide/outcome.ts";
import { parseStoredFlag } from "../../src/flags/define/flag-definition.ts";
import { parseFlags } from "../../src/flags/define/parse-flags.ts";
import { InvalidFlags } from "../../src/flags/define/validation.ts";
import type { Steps } from "../../src/lib/threads/loop-turns.ts";

export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

type SetParameters = Parameters<typeof flagSetSteps>;

/** Prepares flags at once, as `flagSetSteps` does. */
export function buildFlagSet(
  flags: SetParameters[0],
  groupTypes: SetParameters[1] = [],
  cohorts?: SetParameters[2],
): FlagSet {
  return runAtOnce(flagSetSteps(flags, groupTypes, cohorts));
}

/** A context in which everything has been read and nothing is stored. */
export const LOADED: FlagContext = {
  distinctId: "u-1",
  person: { fromRequest: {}, stored: {} },
  groups: new Map(),
  groupProperties: new Map(),
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

/** Decisions by flag key. */
export interface TestDecisions {
  readonly flags: ReadonlyMap<string, FlagValue>;
  readonly reasons: ReadonlyMap<string, Reason>;
  readonly payloads: ReadonlyMap<string, unknown>;
  /** Flags that no stored data can decide, with the reason. */
  readonly failed: ReadonlyMap<string, string>;
  /** The keys of the flags that stored data can decide. */
  readonly undecided: ReadonlySet<string>;
  readonly missingData: MissingData;
}

/** Evaluates flags, named by key, as they are stored: an earlier program may have accepted more than this one. */
export function evaluateTestFlags(flags: Record<string, object>, context: Partial<FlagContext> = {}): TestDecisions {
  const definitions = Object.entries(flags).map(([key, flag]) =>
    parseStoredFlag(JSON.stringify({ key, name: "", active: true, ensure_experience_continuity: false, ...flag })),
  );
  const set = buildFlagSet(definitions, ["company", "team"]);
  return evaluateSet(set, { ...LOADED, ...context });
}

/** Evaluates a set of flags. */
export function evaluateSet(set: FlagSet, context: FlagContext): TestDecisions {
  const evaluation = new Evaluation(set, context);
  const missingData = findMissingData(evaluation) ?? { person: false, groups: new Set(), identifiers: new Set() };
  const { decided, undecided } = evaluateFlags(evaluation);
  const failures = [...undecided].flatMap(([key, { needs }]) => {
    const reasons = needs.flatMap((need) => ("why" in need ? [need.why] : []));
    return reasons.length === needs.length ? [[key, String(reasons[0])] as const] : [];
  });
  const failed = new Map(failures);
  return {
    ...byKey(decided),
    failed,
    undecided: new Set([...undecided.keys()].filter((key) => !failed.has(key))),
    missingData,
  };
}

/** Returns values, reasons and payloads by flag key. */
export function byKey(outcomes: readonly FlagOutcome[]): Pick<TestDecisions, "flags" | "reasons" | "payloads"> {
  return {
    flags: new Map(outcomes.map(({ key, value }) => [key, value])),
    reasons: new Map(outcomes.map(({ key, reason }) => [key, reason])),
    payloads: new Map(outcomes.flatMap(({ key, payload }) => (payload === undefined ? [] : [[key, payload]]))),
  };
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

/** Returns a minimal flag with these filters. */
export function flagWithFilters(filters: unknown, more: object = {}): object {
  return { key: "f", filters, ...more };
}

/** Returns the problems of flag definitions: none if they are valid. */
export function problemsOf(value: unknown): readonly string[] {
  try {
    parseFlags(value);
    return [];
  } catch (error) {
    assert.ok(error instanceof InvalidFlags);
    assert.equal(error.message, error.problems.join("\n"));
    return error.problems;
  }
}
