import type { PropertyMap } from "../values/properties.ts";
import type { Condition, FlagDefinition, FlagFilters, JsonValue } from "./flag-definition.ts";
import { sortForEvaluation } from "./flag-set.ts";
import { isPortable } from "./portable.ts";
import { variantsOf } from "./variants.ts";

/** A flag as server libraries read it. */
export interface LocalFlag {
  readonly key: string;
  readonly name: string;
  readonly active: boolean;
  /** Libraries ask the service about such a flag. */
  readonly isServerEvaluated: boolean;
  readonly filters: PropertyMap;
}

export interface LocalDefinitions {
  readonly flags: readonly LocalFlag[];
  /** By the number under which the flags name them. */
  readonly groupTypes: readonly string[];
}

/**
 * A project's flags for libraries that evaluate them by themselves, such that they come to what `evaluateFlags` comes to: with all that is said
 * here by name, or by what is absent, said as they read it, and marked where they have to ask. `groupTypes` are those that the project knows.
 */
export function localDefinitions(flags: readonly FlagDefinition[], groupTypes: readonly string[]): LocalDefinitions {
  const named = flags.flatMap(({ filters }) => filters.aggregation_group_type ?? []);
  const types = [...new Set([...groupTypes, ...named])];
  const local = flags.map((flag) => ({
    key: flag.key,
    name: flag.name,
    active: flag.active,
    isServerEvaluated: flag.active && !isPortable(flag),
    filters: localFilters(flag.filters, types),
  }));
  return { flags: local, groupTypes: types };
}

function localFilters(filters: FlagFilters, types: readonly string[]): PropertyMap {
  const { aggregation_group_type: name, aggregation_group_type_index: index } = filters;
  return {
    ...filters,
    groups: sortForEvaluation(filters.groups).map(localCondition),
    aggregation_group_type_index: typeof name === "string" ? types.indexOf(name) : (index ?? null),
    payloads: localPayloads(filters),
  };
}

/** Some libraries take an empty name for that of a variant. */
function localCondition(condition: Condition): PropertyMap {
  return { ...condition, properties: condition.properties ?? [], variant: condition.variant || null };
}

/** The payload for `true` goes with each variant that has none of its own. */
function localPayloads(filters: FlagFilters): Readonly<Record<string, JsonValue>> {
  const payloads = filters.payloads ?? {};
  if (!Object.hasOwn(payloads, "true")) return payloads;
  const shared = variantsOf(filters).map(({ key }) => [key, payloads.true as JsonValue] as const);
  return { ...Object.fromEntries(shared), ...payloads };
}
