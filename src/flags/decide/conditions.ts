import type { Evaluation } from "./evaluation.ts";
import { Undecided } from "./flag-context.ts";
import { type FlagOutcome, type FlagValue, MISMATCH_CODES, type MismatchCode } from "./outcome.ts";
import type { Subject } from "./predicate-compiler.ts";
import type { Predicate } from "./predicates.ts";
import type { HashSeed, RolloutHashes } from "./rollout-hashes.ts";

/** A condition that does not apply, with the outcome of the flag if none does. */
export class Mismatch {
  readonly outcome: FlagOutcome;
  readonly specificity: number;

  constructor(outcome: FlagOutcome) {
    this.outcome = outcome;
    this.specificity = MISMATCH_CODES.indexOf(outcome.reason.code as MismatchCode);
  }
}

/** A condition that may apply, and the flag's value if it does. */
export class OpenCondition {
  readonly applies: true | Undecided;
  readonly value: FlagValue | Undecided;

  constructor(applies: true | Undecided, value: FlagValue | Undecided) {
    this.applies = applies;
    this.value = value;
  }

  /** What it depends on: whether it applies, the value, or both. */
  get undecided(): Undecided {
    const { applies, value } = this;
    if (applies === true) return value as Undecided;
    return value instanceof Undecided ? applies.and(value) : applies;
  }
}

export interface VariantChoice {
  readonly seed: HashSeed;
  /** The upper bound of each variant's share. */
  readonly bounds: readonly number[];
  outcomeOf(variant: number): FlagOutcome;
}

export interface CompiledCondition {
  /** The flag's key. */
  readonly key: string;
  readonly hasContinuity: boolean;
  readonly isByDevice: boolean;
  readonly subject: Subject;
  readonly predicates: readonly Predicate[];
  /** Ranges from 0 to 1. */
  readonly share: number;
  /** Undefined if everybody is included. */
  readonly seed: HashSeed | undefined;
  /** Set for a condition without a forced variant, of a flag with variants. */
  readonly choice: VariantChoice | undefined;
  /** The flag's outcome without such a choice, or outside of all its shares. */
  readonly on: FlagOutcome;
  /** The flag's outcome outside the share if it exits early, else the reason to try the next condition. */
  readonly outside: FlagOutcome | Mismatch;
  readonly noGroup: Mismatch;
  readonly noMatch: Mismatch;
}

/** Returns the outcome if the condition applies; a mismatch if the next condition is to be tried. */
export function evaluateCondition(
  condition: CompiledCondition,
  evaluation: Evaluation,
): FlagOutcome | Mismatch | OpenCondition {
  const groupKey = groupKeyOf(condition.subject, evaluation);
  if (groupKey === "") return condition.noGroup;
  const applies = allHold(condition.predicates, evaluation);
  if (applies === false) return condition.noMatch;
  const rollout = rollOut(condition, groupKey, evaluation);
  if (rollout instanceof Mismatch || (applies === true && !(rollout instanceof Undecided))) return rollout;
  return new OpenCondition(applies, rollout instanceof Undecided ? rollout : rollout.value);
}

/** Returns undefined for a person, and "" for a group type of which the request names no group. */
export function groupKeyOf(subject: Subject, { context }: Evaluation): string | undefined {
  if (subject === "person") return undefined;
  return (subject.groupType === undefined ? undefined : context.groups.get(subject.groupType)) ?? "";
}

/** Returns false if one predicate fails, else undecided if one is, else true. Order does not matter. */
function allHold(predicates: readonly Predicate[], evaluation: Evaluation): boolean | Undecided {
  let open: Undecided | undefined;
  for (const predicate of predicates) {
    const result = predicate.test(evaluation);
    if (result === false) return false;
    if (result !== true && result !== open) open = open === undefined ? result : open.and(result);
  }
  return open ?? true;
}

function rollOut(
  condition: CompiledCondition,
  groupKey: string | undefined,
  evaluation: Evaluation,
): FlagOutcome | Mismatch | Undecided {
  const { seed, choice, share } = condition;
  if (seed === undefined && choice === undefined) return condition.on;
  const hashes = rolloutHashesOf(condition, groupKey, evaluation);
  if (hashes instanceof Undecided) return hashes;
  if (seed !== undefined && (share === 0 || hashes.at(seed) > share)) return condition.outside;
  return choice === undefined ? condition.on : (chooseVariant(choice, hashes) ?? condition.on);
}

export function rolloutHashesOf(
  { key, hasContinuity, isByDevice }: Pick<CompiledCondition, "key" | "hasContinuity" | "isByDevice">,
  groupKey: string | undefined,
  evaluation: Evaluation,
): RolloutHashes | Undecided {
  if (groupKey !== undefined) return evaluation.rolloutHashesOf(groupKey);
  return isByDevice ? evaluation.deviceHashes : evaluation.flagHashes(key, hasContinuity);
}

function chooseVariant({ seed, bounds, outcomeOf }: VariantChoice, hashes: RolloutHashes): FlagOutcome | undefined {
  const hash = hashes.at(seed);
  for (let index = 0; index < bounds.length; index += 1) {
    if (hash < (bounds[index] as number)) return outcomeOf(index);
  }
  return undefined;
}
