/**
 * Evaluates feature flags without I/O. The store is read only if a decision depends on it:
 *
 *     const flags = buildFlagSet(definitions);              // once per version of the project's flags
 *     let decisions = evaluateFlags(flags, context);        // with `stored` and `identifiers` undefined
 *     if (decisions.undecided.size > 0) {
 *       // read what decisions.missingData names, set `stored` and `identifiers`, and evaluate the undecided flags
 *       decisions = evaluateFlags(flags, context, decisions);
 *     }
 *
 * Before the store is read, tests of properties that the request does not contain are open. A flag is undecided only if
 * an open test could change its value: if another property of the condition fails, or the percentage excludes the
 * subject, the open test does not matter. If the store cannot be read, the undecided flags have failed.
 *
 * Tests of cohorts and of flags that depend on each other in a cycle stay open. A flag whose value depends on them
 * fails, as does a flag whose evaluation throws. All other flags are decided.
 */
import {
  evaluateCondition,
  evaluateEnrollment,
  evaluateHoldout,
  type FlagEvaluation,
  MISMATCH_CODES,
  type MismatchCode,
} from "./conditions.ts";
import { type FlagContext, type Need, Undecided } from "./flag-context.ts";
import type { Condition, FlagDefinition, JsonValue } from "./flag-definition.ts";
import type { FlagSet } from "./flag-set.ts";
import { type FlagValue, payloadOf } from "./rollout.ts";

/** Why a flag has its value. */
export interface Reason {
  readonly code: "condition_match" | "super_condition_value" | "holdout_condition_value" | MismatchCode;
  /** Index of the deciding condition in the flag's definition. */
  readonly condition: number | null;
}

export interface FlagDecisions {
  /** The outcome for each active flag, for an evaluation with more data. */
  readonly decided: ReadonlyMap<string, Decision | Undecided>;
  /** Values of the active flags that are decided, in the order of the definitions. */
  readonly flags: Map<string, FlagValue>;
  /** The reason for each value. */
  readonly reasons: Map<string, Reason>;
  /** The payloads of the flags that are on and have one. */
  readonly payloads: Map<string, JsonValue>;
  /** Flags that cannot be decided, with the reason for the log. */
  readonly failed: Map<string, string>;
  /** Flags that can be decided after their missing data has been read. */
  readonly undecided: Set<string>;
  /** The data that the undecided flags depend on. */
  readonly missingData: {
    person: boolean;
    /** Group types. The properties of the request's group of each type are missing. */
    readonly groups: Set<string>;
    /** Flag keys. The stored identifier of each flag is missing. */
    readonly identifiers: Set<string>;
  };
}

/**
 * Evaluates every active flag for one person and their groups. A flag whose evaluation throws is listed in `failed`.
 * `earlier` are the decisions with less data in the context: those that did not depend on more of it are kept.
 */
export function evaluateFlags(set: FlagSet, context: FlagContext, earlier?: FlagDecisions): FlagDecisions {
  const decided = new Map<string, Decision | Undecided>();
  const valueOfFlag = (key: string) => {
    const decision = decided.get(key);
    if (decision === undefined) return set.byKey.has(key) ? false : undefined;
    return decision instanceof Undecided ? decision : decision.value;
  };
  for (const key of set.circularKeys) {
    decided.set(key, new Undecided({ of: "never", why: "it depends on flags that depend on each other" }));
  }
  for (const flag of set.evaluationOrder) {
    const known = earlier?.decided.get(flag.key);
    const isFinal = known !== undefined && !(known instanceof Undecided) && !known.isProvisional;
    const evaluation = { flag, context, valueOfFlag };
    decided.set(flag.key, isFinal ? known : decideSafely(set.conditions.get(flag.key) ?? [], evaluation));
  }
  const decisions: FlagDecisions = {
    decided,
    flags: new Map(),
    reasons: new Map(),
    payloads: new Map(),
    failed: new Map(),
    undecided: new Set(),
    missingData: { person: false, groups: new Set(), identifiers: new Set() },
  };
  for (const flag of set.flags) {
    const decision = decided.get(flag.key);
    if (decision !== undefined) addDecision(flag, decision, decisions);
  }
  return decisions;
}

interface Decision {
  readonly value: FlagValue;
  readonly reason: Reason;
  /** Whether more data may change the reason. */
  readonly isProvisional: boolean;
}

function decideSafely(conditions: readonly Condition[], evaluation: FlagEvaluation): Decision | Undecided {
  try {
    return decideFlag(conditions, evaluation);
  } catch (error) {
    return new Undecided({ of: "never", why: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * Returns the value of the first condition that applies, unless an open condition before it could give another value.
 */
function decideFlag(conditions: readonly Condition[], evaluation: FlagEvaluation): Decision | Undecided {
  const enrollment = evaluateEnrollment(evaluation);
  if (enrollment !== undefined) return toDecision(enrollment, "super_condition_value");
  const holdout = evaluateHoldout(evaluation);
  if (holdout !== undefined) return toDecision(holdout, "holdout_condition_value");
  const open: (FlagValue | Undecided)[] = [];
  const needs: Need[] = [];
  const decide = (value: FlagValue, reason: Reason) => {
    const isProvisional = evaluation.isProvisional ?? false;
    return open.every((other) => other === value) ? { value, reason, isProvisional } : new Undecided(...needs);
  };
  let mismatch: Reason = { code: "no_condition_match", condition: null };
  for (const condition of conditions) {
    const outcome = evaluateCondition(condition, evaluation);
    if (typeof outcome === "string") {
      if (isMoreSpecific(outcome, mismatch))
        mismatch = { code: outcome, condition: conditionIndex(condition, evaluation) };
      continue;
    }
    const { applies, value } = outcome;
    if (applies === true && !(value instanceof Undecided)) {
      const code = value === false ? "out_of_rollout_bound" : "condition_match";
      return decide(value, { code, condition: conditionIndex(condition, evaluation) });
    }
    for (const part of [applies, value]) if (part instanceof Undecided) needs.push(...part.needs);
    open.push(value);
    if (applies === true) return new Undecided(...needs);
  }
  return decide(false, mismatch);
}

function toDecision(value: FlagValue | Undecided, code: Reason["code"]): Decision | Undecided {
  return value instanceof Undecided ? value : { value, reason: { code, condition: null }, isProvisional: false };
}

function isMoreSpecific(mismatch: MismatchCode, { code }: Reason): boolean {
  const codes: readonly string[] = MISMATCH_CODES;
  return codes.indexOf(mismatch) > codes.indexOf(code);
}

function conditionIndex(condition: Condition, { flag }: FlagEvaluation): number {
  return flag.filters.groups.indexOf(condition);
}

function addDecision(flag: FlagDefinition, decision: Decision | Undecided, decisions: FlagDecisions): void {
  if (decision instanceof Undecided) {
    addMissingData(flag.key, decision.needs, decisions);
    return;
  }
  const { value, reason } = decision;
  decisions.flags.set(flag.key, value);
  decisions.reasons.set(flag.key, reason);
  const payload = payloadOf(flag.filters, value);
  if (payload !== undefined) decisions.payloads.set(flag.key, payload);
}

function addMissingData(
  flagKey: string,
  needs: readonly Need[],
  { failed, undecided, missingData }: FlagDecisions,
): void {
  for (const need of needs) {
    if (need.of === "never") continue;
    undecided.add(flagKey);
    if (need.of === "person") missingData.person = true;
    else if (need.of === "group") missingData.groups.add(need.type);
    else missingData.identifiers.add(need.flagKey);
  }
  const [never] = needs.filter((need) => need.of === "never");
  if (never && !undecided.has(flagKey)) failed.set(flagKey, never.why);
}

/** Returns the reason as a sentence. */
export function explainReason({ code, condition }: Reason): string {
  const set = condition === null ? "" : ` ${condition + 1}`;
  switch (code) {
    case "condition_match":
      return `Matched condition set${set}`;
    case "super_condition_value":
      return "Decided by the person's enrolment";
    case "holdout_condition_value":
      return "Held out of experiments";
    case "out_of_rollout_bound":
      return `Outside the rollout percentage of condition set${set}`;
    case "no_group_type":
      return "No group of the flag's type in the request";
    case "no_condition_match":
      return "No matching condition set";
  }
}
