/** Which share of the identifiers a flag is on for, and with which variant. */
import type { FlagFilters, JsonValue, Variant } from "./flag-definition.ts";
import { sha1Prefix } from "./sha1-prefix.ts";

export type FlagValue = boolean | string;

/** Client libraries divide 15 hex digits by 0xFFFFFFFFFFFFFFF, which as a double is 2^60. */
const SCALE = 2 ** 60;

/** A hash that places an identifier between 0 and 1. */
export interface Scale {
  /** Its index among the scales of a flag set. */
  readonly index: number;
  readonly prefix: string;
  readonly suffix: string;
}

/** The texts around the identifier that is hashed: for a flag's rollout, its variants, and holdouts (of all flags). */
export const rolloutHash = (flagKey: string) => ({ prefix: `${flagKey}.`, suffix: "" });
export const variantHash = (flagKey: string) => ({ prefix: `${flagKey}.`, suffix: "variant" });
export const holdoutHash = { prefix: "holdout-", suffix: "" };

/** Returns the identifier's position on the scale, from 0 to 1. */
export function positionOf(identifier: string, { prefix, suffix }: Omit<Scale, "index">): number {
  return sha1Prefix(prefix + identifier + suffix) / SCALE;
}

/** Returns the flag's variants: none for a boolean flag. */
export function variantsOf(filters: FlagFilters): readonly Variant[] {
  return filters.multivariate?.variants ?? [];
}

/** Returns the upper bound of each variant's share of the scale. */
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
