/** Which share of the identifiers a flag is on for, and with which variant. */
import type { FlagDefinition, FlagFilters, JsonValue, Variant } from "./flag-definition.ts";
import { sha1Prefix } from "./sha1-prefix.ts";

export type FlagValue = boolean | string;

/** Client libraries divide 15 hex digits by 0xFFFFFFFFFFFFFFF, which as a double is 2^60. */
const SCALE = 2 ** 60;

/**
 * Returns the identifier's position, from 0 to 1, in the flag's rollout or, with the salt `variant`, in its variants.
 */
export function flagHash(flagKey: string, identifier: string, salt: "" | "variant" = ""): number {
  return sha1Prefix(`${flagKey}.${identifier}${salt}`) / SCALE;
}

/** Returns the identifier's position, from 0 to 1, for holdouts: the same for every flag. */
export function holdoutHash(identifier: string): number {
  return sha1Prefix(`holdout-${identifier}`) / SCALE;
}

/** Returns the flag's variants: none for a boolean flag. */
export function variantsOf(filters: FlagFilters): readonly Variant[] {
  return filters.multivariate?.variants ?? [];
}

/** Returns the value of a flag that is on: the variant whose share contains the identifier, else true. */
export function chooseVariant(flag: FlagDefinition, identifier: string): FlagValue {
  const position = flagHash(flag.key, identifier, "variant");
  let start = 0;
  for (const variant of variantsOf(flag.filters)) {
    const end = start + variant.rollout_percentage / 100;
    if (position >= start && position < end) return variant.key;
    start = end;
  }
  return true;
}

/** Returns the payload of the value, or else of `true`; undefined if the flag is off or has neither. */
export function payloadOf(filters: FlagFilters, value: FlagValue): JsonValue | undefined {
  const payloads = filters.payloads;
  if (!payloads || value === false) return undefined;
  const name = [String(value), "true"].find((key) => Object.hasOwn(payloads, key));
  return name === undefined ? undefined : payloads[name];
}
