import type { FlagDefinition, FlagFilters, JsonValue, Variant } from "./flag-definition.ts";
import { flagHash } from "./hash.ts";

export type FlagValue = boolean | string;

/** The flag's variants; none for a boolean flag. */
export function variantsOf(filters: FlagFilters): readonly Variant[] {
  return filters.multivariate?.variants ?? [];
}

/** The value of a flag that is on: the variant in whose share the identifier falls, or true where it falls in none. */
export function chooseVariant(flag: FlagDefinition, identifier: string): FlagValue {
  const at = flagHash(flag.key, identifier, "variant");
  let from = 0;
  for (const variant of variantsOf(flag.filters)) {
    const to = from + variant.rollout_percentage / 100;
    if (at >= from && at < to) return variant.key;
    from = to;
  }
  return true;
}

/** What goes with the value: the variant's own payload, else the one for `true`; undefined for a flag that is off or has none. */
export function payloadOf(filters: FlagFilters, value: FlagValue): JsonValue | undefined {
  const payloads = filters.payloads;
  if (!payloads || value === false) return undefined;
  const name = [String(value), "true"].find((key) => Object.hasOwn(payloads, key));
  return name === undefined ? undefined : payloads[name];
}
