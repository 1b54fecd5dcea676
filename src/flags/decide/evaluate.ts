/**
 * Evaluates feature flags without I/O. The store is read only if a decision depends on it:
 *
 *     const missing = findMissingData(evaluation); // read it, and continue with `evaluation.complete(context)`
 *     const decisions = evaluateFlags(evaluation);
 *
 * Until then, tests of properties that the request lacks are open. A flag is undecided only if an open test could
 * change its value; if the store cannot be read, undecided flags have failed. Tests of cohorts and of values that are
 * too large to compare stay open, and flags whose value depends on them fail. Flags that depend on a missing flag, or
 * on each other, are off.
 */

import { ComparedValue } from "../define/compared-value.ts";
import type { CompiledFlag } from "./compile-flag.ts";
import { evaluateCondition, groupKeyOf, Mismatch, OpenCondition, rolloutHashesOf } from "./conditions.ts";
import type { Evaluation } from "./evaluation.ts";
import { FlagDecisions, Undecided } from "./flag-context.ts";
import type { FlagSet } from "./flag-set.ts";
import { FlagOutcome } from "./outcome.ts";

export interface MissingData {
  readonly person: boolean;
  /** Types of the request's groups whose properties are missing. */
  readonly groups: ReadonlySet<string>;
  /** Keys of flags whose stored identifier is missing. */
  readonly identifiers: ReadonlySet<string>;
}

/** Returns the stored data that decisions depend on, if any. Skips flags that cannot add to it: most of them. */
export function findMissingData(evaluation: Evaluation<FlagSet>): MissingData | undefined {
  let isPersonMissing = false;
  let groups: Set<string> | undefined;
  let identifiers: Set<string> | undefined;
  const { set, outcomes } = evaluation;
  for (const flag of set.evaluationOrder) {
    if (flag.mayRead === "nothing" && !flag.isDependency) continue;
    if (flag.mayRead === "person" && isPersonMissing && !flag.isDependency) continue;
    const outcome = decideFlag(flag, evaluation);
    outcomes[flag.index] = outcome;
    if (!(outcome instanceof Undecided)) continue;
    for (const need of outcome.needs) {
      if (need.of === "person") isPersonMissing = true;
      else if (need.of === "group") groups = (groups ?? new Set()).add(need.type);
      else if (need.of === "identifier") identifiers = (identifiers ?? new Set()).add(need.flagKey);
    }
  }
  if (!isPersonMissing && !groups && !identifiers) return undefined;
  return { person: isPersonMissing, groups: groups ?? NONE, identifiers: identifiers ?? NONE };
}

const NONE: ReadonlySet<string> = new Set();

/** Evaluates every active flag for one person and their groups. */
export function evaluateFlags(evaluation: Evaluation<FlagSet>): FlagDecisions {
  const { set, outcomes } = evaluation;
  for (const flag of set.evaluationOrder) outcomes[flag.index] ??= decideFlag(flag, evaluation);
  const decided = outcomes.filter((outcome) => outcome instanceof FlagOutcome);
  if (decided.length === set.active.length) return new FlagDecisions(decided);
  const undecided = new Map<string, Undecided>();
  for (const [index, { key }] of set.active.entries()) {
    const outcome = outcomes[index];
    if (outcome instanceof Undecided) undecided.set(key, outcome);
  }
  return new FlagDecisions(decided, undecided);
}

/** Returns the outcome of the first condition that applies, unless an open one before it could give another. */
function decideFlag(flag: CompiledFlag, evaluation: Evaluation): FlagOutcome | Undecided {
  if (flag.broken !== undefined) return flag.broken;
  const special = evaluateEnrollment(flag, evaluation) ?? evaluateHoldout(flag, evaluation);
  if (special !== undefined) return special;
  let open: OpenCondition[] | undefined;
  let mismatch = flag.noMatch;
  for (const condition of flag.conditions) {
    const result = evaluateCondition(condition, evaluation);
    if (result instanceof FlagOutcome) return unlessOpen(result, open);
    if (result instanceof Mismatch) {
      if (mismatch === flag.noMatch || result.specificity >= mismatch.specificity) mismatch = result;
    } else {
      open ??= [];
      open.push(result);
      if (result.applies === true) return undecidedBy(open);
    }
  }
  return unlessOpen(mismatch.outcome, open);
}

function unlessOpen(outcome: FlagOutcome, open: readonly OpenCondition[] | undefined): FlagOutcome | Undecided {
  return open === undefined || open.every(({ value }) => value === outcome.value) ? outcome : undecidedBy(open);
}

function undecidedBy(open: readonly OpenCondition[]): Undecided {
  return open.map(({ undecided }) => undecided).reduce((all, one) => all.and(one));
}

function evaluateEnrollment({ enrollment }: CompiledFlag, evaluation: Evaluation): FlagOutcome | Undecided | undefined {
  if (enrollment === undefined) return undefined;
  const { properties, condition, on, off } = enrollment;
  const lookups = properties.map((property) => property.read(evaluation));
  const undecided = lookups.find((lookup) => lookup instanceof Undecided);
  const found = lookups.filter((lookup) => lookup instanceof ComparedValue);
  if (undecided || found.length === 0) return undecided;
  if (condition === undefined) return found.some(({ value }) => value === true || value === "true") ? on : off;
  const result = evaluateCondition(condition, evaluation);
  if (result instanceof Mismatch) return off;
  if (!(result instanceof OpenCondition)) return result.value === false ? off : on;
  const [part] = [result.applies, result.value].filter((part) => part instanceof Undecided);
  return part;
}

function evaluateHoldout(flag: CompiledFlag, evaluation: Evaluation): FlagOutcome | Undecided | undefined {
  if (flag.holdout === undefined) return undefined;
  const groupKey = groupKeyOf(flag.subject, evaluation);
  if (groupKey === "") return undefined;
  const hashes = rolloutHashesOf(flag, groupKey, evaluation);
  if (hashes instanceof Undecided) return hashes;
  return hashes.at(flag.holdout.seed) > flag.holdout.share ? undefined : flag.holdout.outcome;
}
