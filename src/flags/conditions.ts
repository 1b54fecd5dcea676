import { type FlagContext, groupProperty, type PropertyLookup, personProperty } from "./flag-context.ts";
import type { Aggregation, Condition, FlagDefinition, PropertyFilter } from "./flag-definition.ts";
import { flagHash } from "./hash.ts";
import { matchesFilter, matchesWhenAbsent } from "./match-property.ts";
import type { MismatchCode } from "./reason.ts";
import { allHold, Undecided } from "./undecided.ts";
import { chooseVariant, type FlagValue, variantsOf } from "./variants.ts";

/** One flag, and what it is decided with. */
export interface FlagEvaluation {
  readonly flag: FlagDefinition;
  readonly context: FlagContext;
  /** The value of another flag; undefined where there is no such flag. */
  valueOfFlag(flagKey: string): FlagValue | Undecided | undefined;
}

/** Whom a condition counts. */
export type Subject = "person" | { readonly type: string; readonly key: string };

/** Whom this counts; undefined where it counts groups of a type of which the request names none. */
export function subjectOf(aggregation: Aggregation, { groups, groupTypes }: FlagContext): Subject | undefined {
  const { aggregation_group_type: name, aggregation_group_type_index: index } = aggregation;
  const isGroup = typeof name === "string" || typeof index === "number";
  if (!isGroup) return "person";
  const type = name ?? groupTypes[index ?? -1];
  const key = type === undefined ? undefined : groups.get(type);
  return type !== undefined && key ? { type, key } : undefined;
}

/** The text that is hashed for this subject. */
export function bucketingIdentifier(subject: Subject, { flag, context }: FlagEvaluation): string | Undecided {
  if (subject !== "person") return subject.key;
  if (!flag.ensureExperienceContinuity) return context.distinctId;
  if (context.identifiers === undefined) return new Undecided({ of: "identifier", flagKey: flag.key });
  return context.identifiers.get(flag.key) ?? context.distinctId;
}

/** What a condition that may apply makes of the flag. */
export interface ConditionOutcome {
  /** Undecided as long as it is not known whether all its properties match. */
  readonly applies: true | Undecided;
  /** The flag's value if it applies. */
  readonly value: FlagValue | Undecided;
}

/** What the condition makes of the flag; why not, where it does not apply, and the next one is to be tried. */
export function evaluateCondition(condition: Condition, question: FlagEvaluation): ConditionOutcome | MismatchCode {
  const subject = subjectOf(hasOwnAggregation(condition) ? condition : question.flag.filters, question.context);
  if (subject === undefined) return "no_group_type";
  const applies = allHold(condition.properties ?? [], (filter) => filterMatches(filter, subject, question));
  if (applies === false) return "no_condition_match";
  const value = rolloutValue(condition, subject, question);
  return value === undefined ? "out_of_rollout_bound" : { applies, value };
}

/** A condition without a word of its own counts whom the flag counts; a null is such a word, and means persons. */
function hasOwnAggregation(condition: Condition): boolean {
  return condition.aggregation_group_type !== undefined || condition.aggregation_group_type_index !== undefined;
}

/** The value for those who are within the percentage; outside it false where that ends the matter, else undefined. */
function rolloutValue(
  condition: Condition,
  subject: Subject,
  question: FlagEvaluation,
): FlagValue | Undecided | undefined {
  const { flag } = question;
  const variants = variantsOf(flag.filters);
  const forced = variants.find(({ key }) => key === condition.variant);
  const percentage = condition.rollout_percentage ?? 100;
  if (percentage >= 100 && forced) return forced.key;
  if (percentage >= 100 && variants.length === 0) return true;
  const identifier = bucketingIdentifier(subject, question);
  if (identifier instanceof Undecided) return identifier;
  if (percentage < 100 && flagHash(flag.key, identifier) > percentage / 100) {
    return flag.filters.early_exit ? false : undefined;
  }
  return forced ? forced.key : chooseVariant(flag, identifier);
}

function filterMatches(filter: PropertyFilter, subject: Subject, question: FlagEvaluation): boolean | Undecided {
  if (filter.type === "cohort") return new Undecided({ of: "never", why: `cohort ${filter.value} is not known here` });
  if (filter.type === "flag") return dependencyMatches(filter, question);
  const operator = filter.operator ?? "exact";
  if (operator === "flag_evaluates_to") return false;
  const found = findProperty(filter, subject, question.context);
  if (found instanceof Undecided) return found;
  return found === "absent"
    ? matchesWhenAbsent(operator)
    : matchesFilter(filter, operator, found.value, question.context.now);
}

/** The filter's type says whose property it is; without a type it is the subject's. */
function findProperty(filter: PropertyFilter, subject: Subject, context: FlagContext): PropertyLookup {
  if ((filter.type ?? (subject === "person" ? "person" : "group")) === "person")
    return personProperty(filter.key, context);
  const index = filter.group_type_index;
  const own = subject === "person" ? undefined : subject.type;
  return groupProperty(filter.key, typeof index === "number" ? context.groupTypes[index] : own, context);
}

/** `true` stands for any variant too. A flag that does not exist is neither on nor off: nothing that depends on it holds. */
function dependencyMatches({ key, value: wanted }: PropertyFilter, question: FlagEvaluation): boolean | Undecided {
  const value = question.valueOfFlag(key);
  if (value === undefined || value instanceof Undecided) return value ?? false;
  return wanted === true ? value !== false : value === wanted;
}
