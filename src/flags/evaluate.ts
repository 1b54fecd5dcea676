/**
 * Decides feature flags. No I/O happens here, and a store is read only for what a decision hangs on:
 *
 *     const flags = flagSet(definitions);                   // once for each version of the project's flags
 *     let decisions = evaluateFlags(flags, context);        // with `stored` and `identifiers` undefined
 *     if (decisions.undecided.size > 0) {
 *       // read what decisions.wants names, set `stored` and `identifiers`, and ask again
 *       decisions = evaluateFlags(flags, context);
 *     }
 *
 * Until the store has been read, every test of a property that the request does not give is open. A flag is undecided only if what
 * is open could still change its value: a condition whose other properties fail, or whose percentage leaves the person out, is no
 * matter how the open ones turn out. Where the store cannot be read, the first decisions stand and the undecided flags have failed.
 *
 * What nobody here can tell (a cohort, flags that depend on one another in a circle) is open for ever. A flag that hangs on it
 * fails, as does one whose evaluation throws; all others are decided.
 */
import { evaluateCondition, type FlagEvaluation } from "./conditions.ts";
import { evaluateEnrollment, evaluateHoldout } from "./enrollment-holdout.ts";
import type { FlagContext } from "./flag-context.ts";
import type { Condition, FlagDefinition, JsonValue } from "./flag-definition.ts";
import type { FlagSet } from "./flag-set.ts";
import { ENROLLMENT_REASON, HOLDOUT_REASON, isMoreSpecific, NO_MATCH_REASON, type Reason } from "./reason.ts";
import { type Need, Undecided } from "./undecided.ts";
import { type FlagValue, payloadOf } from "./variants.ts";

export interface FlagDecisions {
  /** The active flags that could be decided, in the order in which they were given: false, true, or a variant. */
  readonly flags: Map<string, FlagValue>;
  /** Why each of them has its value. */
  readonly reasons: Map<string, Reason>;
  /** The payloads of those flags that are on and have one. */
  readonly payloads: Map<string, JsonValue>;
  /** Flags that cannot be decided, with the reason for the log. */
  readonly failed: Map<string, string>;
  /** Flags that can be decided once what they want has been read. */
  readonly undecided: Set<string>;
  /** What the undecided flags want to know. */
  readonly missingData: {
    person: boolean;
    /** Group types whose group in this request is to be read. */
    readonly groups: Set<string>;
    /** Keys of the flags whose kept identifier is to be read. */
    readonly identifiers: Set<string>;
  };
}

/** The value of every active flag for one person and their groups. Never throws because of a flag. */
export function evaluateFlags(set: FlagSet, context: FlagContext): FlagDecisions {
  const decided = new Map<string, Decision | Undecided>();
  const valueOfFlag = (key: string) => {
    const decision = decided.get(key);
    if (decision === undefined) return set.byKey.has(key) ? false : undefined;
    return decision instanceof Undecided ? decision : decision.value;
  };
  for (const key of set.circularKeys) {
    decided.set(key, new Undecided({ of: "never", why: "it depends on flags that depend on one another" }));
  }
  for (const flag of set.evaluationOrder) {
    decided.set(flag.key, decideSafely(set.conditions.get(flag.key) ?? [], { flag, context, valueOfFlag }));
  }
  const decisions: FlagDecisions = {
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
}

function decideSafely(conditions: readonly Condition[], question: FlagEvaluation): Decision | Undecided {
  try {
    return decideFlag(conditions, question);
  } catch (error) {
    return new Undecided({ of: "never", why: error instanceof Error ? error.message : String(error) });
  }
}

/** The value of the first condition that applies, if those before it that are open could not make it another one. */
function decideFlag(conditions: readonly Condition[], question: FlagEvaluation): Decision | Undecided {
  const enrolled = evaluateEnrollment(question);
  if (enrolled !== undefined) return toDecision(enrolled, ENROLLMENT_REASON);
  const held = evaluateHoldout(question);
  if (held !== undefined) return toDecision(held, HOLDOUT_REASON);
  const open: (FlagValue | Undecided)[] = [];
  const needs: Need[] = [];
  const settle = (decision: Decision) =>
    open.every((other) => other === decision.value) ? decision : new Undecided(...needs);
  let missed = NO_MATCH_REASON;
  for (const condition of conditions) {
    const outcome = evaluateCondition(condition, question);
    if (typeof outcome === "string") {
      if (isMoreSpecific(outcome, missed)) missed = { code: outcome, condition: conditionIndex(condition, question) };
      continue;
    }
    const { applies, value } = outcome;
    if (applies === true && !(value instanceof Undecided)) {
      const code = value === false ? "out_of_rollout_bound" : "condition_match";
      return settle({ value, reason: { code, condition: conditionIndex(condition, question) } });
    }
    for (const part of [applies, value]) if (part instanceof Undecided) needs.push(...part.needs);
    open.push(value);
    if (applies === true) return new Undecided(...needs);
  }
  return settle({ value: false, reason: missed });
}

function toDecision(value: FlagValue | Undecided, reason: Reason): Decision | Undecided {
  return value instanceof Undecided ? value : { value, reason };
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
  { failed, undecided, missingData: wants }: FlagDecisions,
): void {
  for (const need of needs) {
    if (need.of === "never") continue;
    undecided.add(flagKey);
    if (need.of === "person") wants.person = true;
    else if (need.of === "group") wants.groups.add(need.type);
    else wants.identifiers.add(need.flagKey);
  }
  const [never] = needs.filter((need) => need.of === "never");
  if (never && !undecided.has(flagKey)) failed.set(flagKey, never.why);
}
