/** Prepares flags for repeated evaluation. */

import { type CompiledCondition, Mismatch, type VariantChoice } from "./conditions.ts";
import type { Aggregation, Condition, FlagDefinition } from "./flag-definition.ts";
import type { FlagOutcome, Outcomes, Reason } from "./outcome.ts";
import type { Scale, Scales } from "./positions.ts";
import type { Dependency, PredicateCompiler, Subject } from "./predicate-compiler.ts";
import type { Property, StoredData } from "./predicates.ts";
import { type FlagValue, variantBounds, variantsOf } from "./rollout.ts";

/** Whether the person opted in or out of the feature. */
export interface Enrollment {
  /** The properties that tell. It does not concern those who have none of them. */
  readonly properties: readonly Property[];
  /** Applies to those who opted in, in the older form. In the newer form, the only property is true for them. */
  readonly condition: CompiledCondition | undefined;
  readonly on: FlagOutcome;
  readonly off: FlagOutcome;
}

export interface Holdout {
  readonly scale: Scale;
  /** From 0 to 1. */
  readonly share: number;
  readonly outcome: FlagOutcome;
}

/** A flag, prepared for repeated evaluation. */
export interface CompiledFlag {
  readonly key: string;
  /** Its index among the active flags of the definitions. */
  readonly index: number;
  readonly hasContinuity: boolean;
  readonly subject: Subject;
  readonly enrollment: Enrollment | undefined;
  readonly holdout: Holdout | undefined;
  /** In evaluation order. */
  readonly conditions: readonly CompiledCondition[];
  readonly noMatch: Mismatch;
  readonly mayRead: StoredData;
  /** Whether other flags test its value. */
  readonly isDependency: boolean;
}

/** What the flags of a set share. */
export interface CompilerOptions {
  readonly groupTypes: readonly string[];
  readonly predicates: PredicateCompiler;
  readonly scales: Scales;
  readonly outcomes: Outcomes;
  /** Returns another flag of the set. */
  readonly findFlag: (key: string) => Dependency;
  /** Keys of flags whose value other flags test. */
  readonly dependencies: ReadonlySet<string>;
}

/** Prepares a flag. The flags that it depends on must have been prepared before. */
export function compileFlag(flag: FlagDefinition, index: number, options: CompilerOptions): CompiledFlag {
  const { key, ensureExperienceContinuity: hasContinuity, filters } = flag;
  const conditions = sortForEvaluation(filters.groups).map((condition) =>
    compileCondition(condition, filters.groups.indexOf(condition), flag, options),
  );
  const enrollment = compileEnrollment(flag, options);
  const predicates = [...conditions, enrollment?.condition].flatMap((condition) => condition?.predicates ?? []);
  const sources = [...predicates, ...(enrollment?.properties ?? [])].map(({ mayRead }) => mayRead);
  const readsMore = hasContinuity || sources.includes("more");
  return {
    key,
    index,
    hasContinuity,
    subject: subjectOf(filters, options),
    enrollment,
    holdout: compileHoldout(flag, options),
    conditions,
    noMatch: new Mismatch(options.outcomes.add(flag, false, "no_condition_match", null)),
    mayRead: readsMore ? "more" : sources.includes("person") ? "person" : "nothing",
    isDependency: options.dependencies.has(key),
  };
}

/** Returns the conditions in evaluation order: those that force a variant first. */
export function sortForEvaluation(conditions: readonly Condition[]): readonly Condition[] {
  return [...conditions].sort((a, b) => Number(Boolean(b.variant)) - Number(Boolean(a.variant)));
}

function compileCondition(
  condition: Condition,
  index: number,
  flag: FlagDefinition,
  options: CompilerOptions,
): CompiledCondition {
  const { key, ensureExperienceContinuity: hasContinuity, filters } = flag;
  const outcome = (value: FlagValue, code: Reason["code"]) => options.outcomes.add(flag, value, code, index);
  const subject = subjectOf(hasOwnAggregation(condition) ? condition : filters, options);
  const variants = variantsOf(filters);
  const forced = variants.find((variant) => variant.key === condition.variant);
  const percentage = condition.rollout_percentage ?? 100;
  const outside = outcome(false, "out_of_rollout_bound");
  const choice: VariantChoice = {
    scale: options.scales.variants(key),
    bounds: variantBounds(variants),
    outcomes: variants.map((variant) => outcome(variant.key, "condition_match")),
  };
  return {
    key,
    hasContinuity,
    subject,
    predicates: (condition.properties ?? []).map((filter) =>
      options.predicates.compile(filter, subject, options.findFlag),
    ),
    scale: percentage < 100 ? options.scales.rollout(key) : undefined,
    share: percentage / 100,
    choice: forced || variants.length === 0 ? undefined : choice,
    on: outcome(forced?.key ?? true, "condition_match"),
    outside: filters.early_exit ? outside : new Mismatch(outside),
    noGroup: new Mismatch(outcome(false, "no_group_type")),
    noMatch: new Mismatch(options.outcomes.add(flag, false, "no_condition_match", null)),
  };
}

/** A condition without its own aggregation uses the flag's. Null is an aggregation of its own: by person. */
function hasOwnAggregation(condition: Condition): boolean {
  return condition.aggregation_group_type !== undefined || condition.aggregation_group_type_index !== undefined;
}

function subjectOf(aggregation: Aggregation, { groupTypes }: CompilerOptions): Subject {
  const { aggregation_group_type: name, aggregation_group_type_index: index } = aggregation;
  const isGroup = typeof name === "string" || typeof index === "number";
  return isGroup ? { groupType: name ?? groupTypes[index ?? -1] } : "person";
}

function compileEnrollment(flag: FlagDefinition, options: CompilerOptions): Enrollment | undefined {
  const { feature_enrollment, super_groups } = flag.filters;
  const on = options.outcomes.add(flag, true, "super_condition_value", null);
  const off = options.outcomes.add(flag, false, "super_condition_value", null);
  const personProperty = (key: string) => options.predicates.personProperty(key);
  if (feature_enrollment === true) {
    return { properties: [personProperty(`$feature_enrollment/${flag.key}`)], condition: undefined, on, off };
  }
  const [condition] = super_groups ?? [];
  if (!condition) return undefined;
  const ofPerson = { ...condition, aggregation_group_type_index: null };
  const properties = (condition.properties ?? []).map(({ key }) => personProperty(key));
  return { properties, condition: compileCondition(ofPerson, 0, flag, options), on, off };
}

function compileHoldout(flag: FlagDefinition, options: CompilerOptions): Holdout | undefined {
  const { holdout, holdout_groups } = flag.filters;
  const of = (percentage: number, variant: string): Holdout => ({
    scale: options.scales.holdouts(),
    share: percentage / 100,
    outcome: options.outcomes.add(flag, variant, "holdout_condition_value", null),
  });
  if (holdout) return of(holdout.exclusion_percentage, `holdout-${holdout.id}`);
  const [group] = holdout_groups ?? [];
  return group?.variant ? of(group.rollout_percentage ?? 100, group.variant) : undefined;
}
