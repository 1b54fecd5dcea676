/** Who is taken out of a flag's ordinary conditions before they are tried: the enrolled, and those held out of experiments. */
import { bucketingIdentifier, evaluateCondition, type FlagEvaluation, subjectOf } from "./conditions.ts";
import { personProperty } from "./flag-context.ts";
import type { FlagFilters } from "./flag-definition.ts";
import { holdoutHash } from "./hash.ts";
import { Undecided } from "./undecided.ts";
import type { FlagValue } from "./variants.ts";

/** The value for somebody who has enrolled, or refused to; undefined for everybody else. */
export function evaluateEnrollment(question: FlagEvaluation): boolean | Undecided | undefined {
  const { flag, context } = question;
  if (flag.filters.feature_enrollment === true) {
    const found = personProperty(`$feature_enrollment/${flag.key}`, context);
    if (found instanceof Undecided) return found;
    return found === "absent" ? undefined : found.value === true || found.value === "true";
  }
  const [condition] = flag.filters.super_groups ?? [];
  if (!condition) return undefined;
  const found = (condition.properties ?? []).map(({ key }) => personProperty(key, context));
  const unread = found.find((property) => property instanceof Undecided);
  if (unread || found.every((property) => property === "absent")) return unread;
  const outcome = evaluateCondition({ ...condition, aggregation_group_type_index: null }, question);
  if (typeof outcome === "string") return false;
  if (outcome.applies instanceof Undecided) return outcome.applies;
  return outcome.value instanceof Undecided ? outcome.value : outcome.value !== false;
}

/** The value for somebody who is held out; undefined for everybody else. */
export function evaluateHoldout(question: FlagEvaluation): FlagValue | Undecided | undefined {
  const { filters } = question.flag;
  const held = holdoutOf(filters);
  const subject = held && subjectOf(filters, question.context);
  if (!subject) return undefined;
  const identifier = bucketingIdentifier(subject, question);
  if (identifier instanceof Undecided) return identifier;
  return holdoutHash(identifier) > held.percentage / 100 ? undefined : held.variant;
}

function holdoutOf({ holdout, holdout_groups }: FlagFilters): { percentage: number; variant: string } | undefined {
  if (holdout) return { percentage: holdout.exclusion_percentage, variant: `holdout-${holdout.id}` };
  const [group] = holdout_groups ?? [];
  return group?.variant ? { percentage: group.rollout_percentage ?? 100, variant: group.variant } : undefined;
}
