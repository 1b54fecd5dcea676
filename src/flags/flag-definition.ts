import type { PropertyMap } from "../values/properties.ts";

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Operators that compare a property with the value of the filter. */
export const VALUE_OPERATORS = [
  "exact",
  "is_not",
  "in",
  "not_in",
  "icontains",
  "not_icontains",
  "icontains_multi",
  "not_icontains_multi",
  "starts_with",
  "not_starts_with",
  "ends_with",
  "not_ends_with",
  "regex",
  "not_regex",
  "gt",
  "gte",
  "lt",
  "lte",
  "between",
  "not_between",
  "is_date_exact",
  "is_date_before",
  "is_date_after",
  "semver_eq",
  "semver_neq",
  "semver_gt",
  "semver_gte",
  "semver_lt",
  "semver_lte",
  "semver_tilde",
  "semver_caret",
  "semver_wildcard",
] as const;
export type ValueOperator = (typeof VALUE_OPERATORS)[number];

/** Operators that only ask whether the property is there. */
export const PRESENCE_OPERATORS = ["is_set", "is_not_set"] as const;

/** The operators of a person's or a group's property. */
export type PropertyOperator = ValueOperator | (typeof PRESENCE_OPERATORS)[number];

export const PROPERTY_TYPES = ["person", "group", "cohort", "flag"] as const;

/** Whom a flag or a condition counts: persons, unless a group type is given by name or, where no name is given, by number. */
export interface Aggregation {
  readonly aggregation_group_type?: string | null;
  readonly aggregation_group_type_index?: number | null;
}

/** One test of a condition. Without a type it reads the properties of whom the condition counts; without an operator it is `exact`. */
export interface PropertyFilter {
  readonly key: string;
  readonly type?: (typeof PROPERTY_TYPES)[number] | null;
  readonly operator?: PropertyOperator | "flag_evaluates_to" | null;
  readonly value?: JsonValue;
  /** Of which group type, for the type `group`; absent: the one that the condition counts. */
  readonly group_type_index?: number | null;
  readonly [extra: string]: unknown;
}

/** Applies where all properties match and the hash is within the percentage (absent: 100). */
export interface Condition extends Aggregation {
  readonly properties?: readonly PropertyFilter[] | null;
  readonly rollout_percentage?: number | null;
  /** The variant for everybody to whom this condition applies, in place of the one that the hash chooses. */
  readonly variant?: string | null;
  readonly [extra: string]: unknown;
}

export interface Variant {
  readonly key: string;
  readonly rollout_percentage: number;
  readonly [extra: string]: unknown;
}

/** The rules of a flag as they travel: names and unknown fields are those of the file. */
export interface FlagFilters extends Aggregation {
  /** Any one of these conditions turns the flag on. */
  readonly groups: readonly Condition[];
  readonly multivariate?: { readonly variants: readonly Variant[] } | null;
  readonly payloads?: { readonly [variant: string]: JsonValue } | null;
  /** Whom the percentage of a condition leaves out is not asked about the conditions after it. */
  readonly early_exit?: boolean | null;
  /** Enrolment by a person property, in the newer form (true) and in the older (a condition of its own). */
  readonly feature_enrollment?: boolean | null;
  readonly super_groups?: readonly Condition[] | null;
  /** Whom to keep out of an experiment, in the newer form and in the older. */
  readonly holdout?: { readonly id: number; readonly exclusion_percentage: number } | null;
  readonly holdout_groups?: readonly Condition[] | null;
  readonly [extra: string]: unknown;
}

/** A feature flag, checked by `parseFlags`. */
export interface FlagDefinition {
  readonly key: string;
  readonly name: string;
  /** An inactive flag is in no answer; for flags that depend on it, it is false. */
  readonly active: boolean;
  /** The first identifier seen for a person goes on deciding the hash. */
  readonly ensureExperienceContinuity: boolean;
  readonly filters: FlagFilters;
}

/** The flag as files and stores hold it: JSON with snake_case names, which `flagFromWire` reads back. */
export function flagToWire(flag: FlagDefinition): PropertyMap {
  const { key, name, active, ensureExperienceContinuity, filters } = flag;
  return { key, name, active, ensure_experience_continuity: ensureExperienceContinuity, filters };
}

/** Reads what `flagToWire` gave. Checks nothing: what has not been checked before goes through `parseFlags`. */
export function flagFromWire(wire: PropertyMap): FlagDefinition {
  return {
    key: wire.key as string,
    name: wire.name as string,
    active: wire.active as boolean,
    ensureExperienceContinuity: wire.ensure_experience_continuity as boolean,
    filters: wire.filters as FlagFilters,
  };
}
