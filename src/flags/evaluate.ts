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
import { type Question, tryCondition } from "./conditions.ts";
import type { FlagContext } from "./context.ts";
import type { Condition, FlagDefinition, JsonValue } from "./definition.ts";
import { enrolment, holdout } from "./exceptions.ts";
import type { FlagSet } from "./flag-set.ts";
import { type FlagValue, payloadOf } from "./variants.ts";
import { type Need, Undecided } from "./verdict.ts";

export interface FlagDecisions {
  /** The active flags that could be decided, in the order in which they were given: false, true, or a variant. */
  readonly flags: Map<string, FlagValue>;
  /** The payloads of those flags that are on and have one. */
  readonly payloads: Map<string, JsonValue>;
  /** Flags that cannot be decided, with the reason for the log. */
  readonly failed: Map<string, string>;
  /** Flags that can be decided once what they want has been read. */
  readonly undecided: Set<string>;
  /** What the undecided flags want to know. */
  readonly wants: {
    person: boolean;
    /** Group types whose group in this request is to be read. */
    readonly groups: Set<string>;
    /** Keys of the flags whose kept identifier is to be read. */
    readonly identifiers: Set<string>;
  };
}

/** The value of every active flag for one person and their groups. Never throws because of a flag. */
export function evaluateFlags(set: FlagSet, context: FlagContext): FlagDecisions {
  const values = new Map<string, FlagValue | Undecided>();
  const valueOfFlag = (key: string) => values.get(key) ?? (set.byKey.has(key) ? false : undefined);
  for (const key of set.circular) {
    values.set(key, new Undecided({ of: "never", why: "it depends on flags that depend on one another" }));
  }
  for (const flag of set.order) {
    values.set(flag.key, decideSafely(set.conditions.get(flag.key) ?? [], { flag, context, valueOfFlag }));
  }
  const decisions: FlagDecisions = {
    flags: new Map(),
    payloads: new Map(),
    failed: new Map(),
    undecided: new Set(),
    wants: { person: false, groups: new Set(), identifiers: new Set() },
  };
  for (const flag of set.flags) {
    const value = values.get(flag.key);
    if (value !== undefined) record(flag, value, decisions);
  }
  return decisions;
}

function decideSafely(conditions: readonly Condition[], question: Question): FlagValue | Undecided {
  try {
    return decide(conditions, question);
  } catch (error) {
    return new Undecided({ of: "never", why: error instanceof Error ? error.message : String(error) });
  }
}

/** The value of the first condition that applies, if those before it that are open could not make it another one. */
function decide(conditions: readonly Condition[], question: Question): FlagValue | Undecided {
  const exception = enrolment(question) ?? holdout(question);
  if (exception !== undefined) return exception;
  const open: (FlagValue | Undecided)[] = [];
  const needs: Need[] = [];
  const settle = (value: FlagValue) => (open.every((other) => other === value) ? value : new Undecided(...needs));
  for (const condition of conditions) {
    const outcome = tryCondition(condition, question);
    if (outcome === undefined) continue;
    const { applies, value } = outcome;
    if (applies === true && !(value instanceof Undecided)) return settle(value);
    for (const part of [applies, value]) if (part instanceof Undecided) needs.push(...part.needs);
    open.push(value);
    if (applies === true) return new Undecided(...needs);
  }
  return settle(false);
}

function record(flag: FlagDefinition, value: FlagValue | Undecided, decisions: FlagDecisions): void {
  if (value instanceof Undecided) {
    recordNeeds(flag.key, value.needs, decisions);
    return;
  }
  decisions.flags.set(flag.key, value);
  const payload = payloadOf(flag.filters, value);
  if (payload !== undefined) decisions.payloads.set(flag.key, payload);
}

function recordNeeds(flagKey: string, needs: readonly Need[], { failed, undecided, wants }: FlagDecisions): void {
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
