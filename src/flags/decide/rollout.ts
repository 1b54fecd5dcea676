/** The values of a flag: its variants, their shares, and their payloads. */
import type { FlagFilters, JsonValue, Variant } from "../define/flag-definition.ts";

export type FlagValue = boolean | string;

/** Returns the flag's variants: none for a boolean flag. */
export function variantsOf(filters: FlagFilters): readonly Variant[] {
  return filters.multivariate?.variants ?? [];
}

/** Returns the upper bound of each variant's share of the seed. */
export function variantBounds(variants: readonly Variant[]): number[] {
  let end = 0;
  return variants.map(({ rollout_percentage }) => {
    end += rollout_percentage / 100;
    return end;
  });
}

/** Returns the payload of the value, or else of `true`; undefined if the flag is off or has neither. */
export function payloadOf(filters: FlagFilters, value: FlagValue): JsonValue | undefined {
  const payloads = filters.payloads;
  if (!payloads || value === false) return undefined;
  const name = [String(value), "true"].find((key) => Object.hasOwn(payloads, key));
  return name === undefined ? undefined : payloads[name];
}
