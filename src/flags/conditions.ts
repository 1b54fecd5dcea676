/** Whether one condition of a flag applies, and whether enrollment or a holdout replaces the conditions. */
import {
  allHold,
  type FlagContext,
  groupProperty,
  type PropertyLookup,
  personProperty,
  Undecided,
} from "./flag-context.ts";
import type { Aggregation, Condition, FlagDefinition, FlagFilters, PropertyFilter } from "./flag-definition.ts";
import { matchesFilter, matchesWhenAbsent } from "./match-property.ts";
import { chooseVariant, type FlagValue, flagHash, holdoutHash, variantsOf } from "./rollout.ts";

/** One flag, and the data that it is evaluated with. */
export interface FlagEvaluation {
  readonly flag: FlagDefinition;
  readonly context: FlagContext;
  /** Returns the value of another flag; undefined if it does not exist. */
  valueOfFlag(flagKey: string): FlagValue | Undecided | undefined;
  /** Set if the properties of a condition are open: with more data the flag may get another reason. */
  isProvisional?: boolean;
}

/**
 * Why a condition does not apply: a property differs, the hash is outside the percentage, or the request names no group
 * of the condition's type. Ordered by how specific the reason is; the last is the most specific.
 */
export const MISMATCH_CODES = ["no_condition_match", "out_of_rollout_bound", "no_group_type"] as const;
export type MismatchCode = (typeof MISMATCH_CODES)[number];

/** The effect of a condition that applies or may apply. */
export interface ConditionOutcome {
  /** Undecided until it is known whether all properties match. */
  readonly applies: true | Undecided;
  /** The flag's value if the condition applies. */
  readonly value: FlagValue | Undecided;
}

/** Returns the effect of the condition, or why it does not apply, so that the next condition is to be tried. */
export function evaluateCondition(condition: Condition, evaluation: FlagEvaluation): ConditionOutcome | MismatchCode {
  const subject = subjectOf(hasOwnAggregation(condition) ? condition : evaluation.flag.filters, evaluation.context);
  if (subject === undefined) return "no_group_type";
  const applies = allHold(condition.properties ?? [], (filter) => filterMatches(filter, subject, evaluation));
  if (applies === false) return "no_condition_match";
  if (applies instanceof Undecided) evaluation.isProvisional = true;
  const value = rolloutValue(condition, subject, evaluation);
  return value === undefined ? "out_of_rollout_bound" : { applies, value };
}

/** A condition without its own aggregation uses the flag's. Null is an aggregation of its own: by person. */
function hasOwnAggregation(condition: Condition): boolean {
  return condition.aggregation_group_type !== undefined || condition.aggregation_group_type_index !== undefined;
}

/** Whose properties and identifier a condition uses. */
type Subject = "person" | { readonly type: string; readonly key: string };

/** Returns undefined for a group type of which the request names no group. */
function subjectOf(aggregation: Aggregation, { groups, groupTypes }: FlagContext): Subject | undefined {
  const { aggregation_group_type: name, aggregation_group_type_index: index } = aggregation;
  const isGroup = typeof name === "string" || typeof index === "number";
  if (!isGroup) return "person";
  const type = name ?? groupTypes[index ?? -1];
  const key = type === undefined ? undefined : groups.get(type);
  return type !== undefined && key ? { type, key } : undefined;
}

/** Returns the identifier to hash for this subject. */
function bucketingIdentifier(subject: Subject, { flag, context }: FlagEvaluation): string | Undecided {
  if (subject !== "person") return subject.key;
  if (!flag.ensureExperienceContinuity) return context.distinctId;
  if (context.identifiers === undefined) return new Undecided({ of: "identifier", flagKey: flag.key });
  return context.identifiers.get(flag.key) ?? context.distinctId;
}

/** Returns undefined outside the percentage, so that the next condition is tried, or false if the flag exits early. */
function rolloutValue(
  condition: Condition,
  subject: Subject,
  evaluation: FlagEvaluation,
): FlagValue | Undecided | undefined {
  const { flag } = evaluation;
  const variants = variantsOf(flag.filters);
  const forced = variants.find(({ key }) => key === condition.variant);
  const percentage = condition.rollout_percentage ?? 100;
  if (percentage >= 100 && forced) return forced.key;
  if (percentage >= 100 && variants.length === 0) return true;
  const identifier = bucketingIdentifier(subject, evaluation);
  if (identifier instanceof Undecided) return identifier;
  if (percentage < 100 && flagHash(flag.key, identifier) > percentage / 100) {
    return flag.filters.early_exit ? false : undefined;
  }
  return forced ? forced.key : chooseVariant(flag, identifier);
}

function filterMatches(filter: PropertyFilter, subject: Subject, evaluation: FlagEvaluation): boolean | Undecided {
  if (filter.type === "cohort") return new Undecided({ of: "never", why: `cohort ${filter.value} is unknown` });
  if (filter.type === "flag") return dependencyMatches(filter, evaluation);
  const operator = filter.operator ?? "exact";
  if (operator === "flag_evaluates_to") return false;
  const property = findProperty(filter, subject, evaluation.context);
  if (property instanceof Undecided) return property;
  return property === "absent"
    ? matchesWhenAbsent(operator)
    : matchesFilter(filter, operator, property.value, evaluation.context.now);
}

/** A filter without a type reads the subject's property. */
function findProperty(filter: PropertyFilter, subject: Subject, context: FlagContext): PropertyLookup {
  const type = filter.type ?? (subject === "person" ? "person" : "group");
  if (type === "person") return personProperty(filter.key, context);
  const index = filter.group_type_index;
  const subjectType = subject === "person" ? undefined : subject.type;
  return groupProperty(filter.key, typeof index === "number" ? context.groupTypes[index] : subjectType, context);
}

/** `true` matches any variant too. A missing flag matches no value, not even false. */
function dependencyMatches({ key, value: expected }: PropertyFilter, evaluation: FlagEvaluation): boolean | Undecided {
  const value = evaluation.valueOfFlag(key);
  if (value === undefined || value instanceof Undecided) return value ?? false;
  return expected === true ? value !== false : value === expected;
}

/** Returns the value for a person who opted in or out of the feature; undefined for everyone else. */
export function evaluateEnrollment(evaluation: FlagEvaluation): boolean | Undecided | undefined {
  const { flag, context } = evaluation;
  if (flag.filters.feature_enrollment === true) {
    const enrolled = personProperty(`$feature_enrollment/${flag.key}`, context);
    if (enrolled instanceof Undecided) return enrolled;
    return enrolled === "absent" ? undefined : enrolled.value === true || enrolled.value === "true";
  }
  const [condition] = flag.filters.super_groups ?? [];
  if (!condition) return undefined;
  const properties = (condition.properties ?? []).map(({ key }) => personProperty(key, context));
  const undecided = properties.find((property) => property instanceof Undecided);
  if (undecided || properties.every((property) => property === "absent")) return undecided;
  const outcome = evaluateCondition({ ...condition, aggregation_group_type_index: null }, evaluation);
  if (typeof outcome === "string") return false;
  if (outcome.applies instanceof Undecided) return outcome.applies;
  return outcome.value instanceof Undecided ? outcome.value : outcome.value !== false;
}

/** Returns the holdout's variant for a subject that is held out of experiments; undefined for everyone else. */
export function evaluateHoldout(evaluation: FlagEvaluation): FlagValue | Undecided | undefined {
  const { filters } = evaluation.flag;
  const holdout = holdoutOf(filters);
  const subject = holdout && subjectOf(filters, evaluation.context);
  if (!subject) return undefined;
  const identifier = bucketingIdentifier(subject, evaluation);
  if (identifier instanceof Undecided) return identifier;
  return holdoutHash(identifier) > holdout.percentage / 100 ? undefined : holdout.variant;
}

function holdoutOf({ holdout, holdout_groups }: FlagFilters): { percentage: number; variant: string } | undefined {
  if (holdout) return { percentage: holdout.exclusion_percentage, variant: `holdout-${holdout.id}` };
  const [group] = holdout_groups ?? [];
  return group?.variant ? { percentage: group.rollout_percentage ?? 100, variant: group.variant } : undefined;
}
