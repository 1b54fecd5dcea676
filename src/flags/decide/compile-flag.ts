import type { Aggregation, Condition, FlagDefinition } from "../define/flag-definition.ts";
import { type CompiledCondition, Mismatch, type VariantChoice } from "./conditions.ts";
import { type FlagOutcome, type FlagValue, type Outcomes, type Reason, variantBounds, variantsOf } from "./outcome.ts";
import type { Dependency, PredicateCompiler, Subject } from "./predicate-compiler.ts";
import type { Property, StoredData } from "./predicates.ts";
import type { HashSeed, HashSeeds } from "./rollout-hashes.ts";

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
  readonly seed: HashSeed;
  /** Ranges from 0 to 1. */
  readonly share: number;
  readonly outcome: FlagOutcome;
}

export interface CompiledFlag {
  readonly key: string;
  /** Its index among the active flags of the definitions. */
  readonly index: number;
  readonly hasContinuity: boolean;
  readonly isByDevice: boolean;
  readonly subject: Subject;
  readonly enrollment: Enrollment | undefined;
  readonly holdout: Holdout | undefined;
  /** Sorted in evaluation order. */
  readonly conditions: readonly CompiledCondition[];
  readonly noMatch: Mismatch;
  /** The outcome for everybody if a flag that it depends on is missing, or depends on it. */
  readonly broken: FlagOutcome | undefined;
  readonly mayRead: StoredData;
  /** Whether other flags test its value. */
  readonly isDependency: boolean;
}

export interface CompilerOptions {
  readonly groupTypes: readonly string[];
  readonly predicates: PredicateCompiler;
  readonly seeds: HashSeeds;
  readonly outcomes: Outcomes;
  readonly findFlag: (key: string) => Dependency;
  /** Keys of flags whose value other flags test. */
  readonly dependencies: ReadonlySet<string>;
  readonly isBroken: (flag: FlagDefinition) => boolean;
}

/** Prepares a flag, after the flags that it depends on. */
export function compileFlag(flag: FlagDefinition, index: number, options: CompilerOptions): CompiledFlag {
  const { key, filters } = flag;
  const hashed = identifiersOf(flag, options);
  const shared = { flag, hashed, variants: compileVariants(flag, options) };
  const conditions = sortForEvaluation(filters.groups).map(([index, condition]) =>
    compileCondition(condition, index, shared, options),
  );
  const enrollment = compileEnrollment(shared, options);
  const predicates = [...conditions, enrollment?.condition].flatMap((condition) => condition?.predicates ?? []);
  const sources = [...predicates, ...(enrollment?.properties ?? [])].map(({ mayRead }) => mayRead);
  const readsMore = hashed.hasContinuity || sources.includes("more");
  return {
    key,
    index,
    ...hashed,
    subject: subjectOf(filters, options),
    enrollment,
    holdout: compileHoldout(flag, options),
    conditions,
    noMatch: new Mismatch(options.outcomes.add(flag, false, "no_condition_match", null)),
    broken: options.isBroken(flag) ? options.outcomes.add(flag, false, "missing_dependency", null) : undefined,
    mayRead: readsMore ? "more" : sources.includes("person") ? "person" : "nothing",
    isDependency: options.dependencies.has(key),
  };
}

/** Returns whether a flag divides by devices, or by identifiers that persons keep. */
function identifiersOf(
  { ensure_experience_continuity, bucketing_identifier }: FlagDefinition,
  { predicates }: Pick<CompilerOptions, "predicates">,
) {
  const isByDevice = bucketing_identifier === "device_id";
  if (isByDevice) predicates.personProperty("$device_id"); // decisions are recalled only for the same one
  return { isByDevice, hasContinuity: ensure_experience_continuity && !isByDevice };
}

/** Returns the conditions with their indexes, in evaluation order: those that force a variant first. */
export function sortForEvaluation(conditions: readonly Condition[]): (readonly [number, Condition])[] {
  return [...conditions.entries()].sort(([, a], [, b]) => Number(Boolean(b.variant)) - Number(Boolean(a.variant)));
}

/** What the conditions of a flag share: with many conditions and variants, a copy for each would fill the memory. */
interface SharedParts {
  readonly flag: FlagDefinition;
  readonly hashed: ReturnType<typeof identifiersOf>;
  readonly variants: {
    readonly keys: readonly string[];
    readonly known: ReadonlySet<unknown>;
    readonly seed: HashSeed;
    readonly bounds: readonly number[];
  };
}

function compileVariants({ key, filters }: FlagDefinition, { seeds }: CompilerOptions): SharedParts["variants"] {
  const variants = variantsOf(filters);
  const keys = variants.map((variant) => variant.key);
  return { keys, known: new Set(keys), seed: seeds.variants(key), bounds: variantBounds(variants) };
}

function compileCondition(
  condition: Condition,
  index: number,
  { flag, hashed, variants }: SharedParts,
  options: CompilerOptions,
): CompiledCondition {
  const { key, filters } = flag;
  const foundAt = options.predicates.foundAt(condition.properties ?? []);
  const outcome = (value: FlagValue, code: Reason["code"]) => options.outcomes.add(flag, value, code, index, foundAt);
  const subject = subjectOf(hasOwnAggregation(condition) ? condition : filters, options);
  const forced = variants.known.has(condition.variant) ? (condition.variant as string) : undefined;
  const percentage = condition.rollout_percentage ?? 100;
  const outside = outcome(false, "out_of_rollout_bound");
  const made: (FlagOutcome | undefined)[] = [];
  const choice: VariantChoice = {
    seed: variants.seed,
    bounds: variants.bounds,
    outcomeOf(variant) {
      made[variant] ??= outcome(variants.keys[variant] as string, "condition_match");
      return made[variant];
    },
  };
  return {
    key,
    ...hashed,
    subject,
    predicates: (condition.properties ?? []).map((filter) =>
      options.predicates.compile(filter, subject, options.findFlag),
    ),
    seed: percentage < 100 ? options.seeds.rollout(key) : undefined,
    share: percentage / 100,
    choice: forced !== undefined || variants.keys.length === 0 ? undefined : choice,
    on: outcome(forced ?? true, "condition_match"),
    outside: filters.early_exit ? outside : new Mismatch(outside),
    noGroup: new Mismatch(outcome(false, "no_group_type")),
    noMatch: new Mismatch(outcome(false, "no_condition_match")),
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

function compileEnrollment(shared: SharedParts, options: CompilerOptions): Enrollment | undefined {
  const { flag } = shared;
  const { feature_enrollment, super_groups } = flag.filters;
  const on = options.outcomes.add(flag, true, "super_condition_value", 0);
  const off = options.outcomes.add(flag, false, "super_condition_value", 0);
  const personProperty = (key: string) => options.predicates.personProperty(key);
  if (feature_enrollment === true) {
    return { properties: [personProperty(`$feature_enrollment/${flag.key}`)], condition: undefined, on, off };
  }
  const [condition] = super_groups ?? [];
  if (!condition) return undefined;
  const ofPerson = { ...condition, aggregation_group_type_index: null };
  const properties = (condition.properties ?? []).map(({ key }) => personProperty(key));
  return { properties, condition: compileCondition(ofPerson, 0, shared, options), on, off };
}

function compileHoldout(flag: FlagDefinition, options: CompilerOptions): Holdout | undefined {
  const { holdout, holdout_groups } = flag.filters;
  const of = (percentage: number, variant: string): Holdout => ({
    seed: options.seeds.holdouts(),
    share: percentage / 100,
    outcome: options.outcomes.add(flag, variant, "holdout_condition_value", null),
  });
  if (holdout) return of(holdout.exclusion_percentage, `holdout-${holdout.id}`);
  const [group] = holdout_groups ?? [];
  return group?.variant ? of(group.rollout_percentage ?? 100, group.variant) : undefined;
}
