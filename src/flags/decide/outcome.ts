import type { Millis } from "../../store/ports/common.ts";
import type { FlagDefinition, FlagFilters, Variant } from "../define/flag-definition.ts";

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
export function payloadOf(filters: FlagFilters, value: FlagValue): unknown {
  const payloads = filters.payloads;
  if (!payloads || value === false) return undefined;
  const name = [String(value), "true"].find((key) => Object.hasOwn(payloads, key));
  return name === undefined ? undefined : payloads[name];
}

/** Reasons why a condition does not apply: the later in this order, the more a reason tells. */
export const MISMATCH_CODES = ["no_group_type", "no_condition_match", "out_of_rollout_bound"] as const;
export type MismatchCode = (typeof MISMATCH_CODES)[number];

export interface Reason {
  readonly code:
    | "condition_match"
    | "super_condition_value"
    | "holdout_condition_value"
    | "missing_dependency"
    | MismatchCode;
  /** Index in the flag's definition of the deciding condition; if none applies, of the last one with this reason. */
  readonly condition: number | null;
  /** When persons were last found of the cohorts that the condition tests, of the oldest. */
  readonly foundAt?: Millis | undefined;
}

type ReasonParts = [code: Reason["code"], condition: number | null, foundAt?: Millis | undefined];

/** One of the few results that a flag can have. It is made when the flag is prepared, so equal ones are identical. */
export class FlagOutcome {
  /** Its index among the outcomes of a flag set. */
  readonly index: number;
  readonly key: string;
  readonly filters: FlagFilters;
  readonly value: FlagValue;
  readonly reason: Reason;
  readonly payload: unknown;
  /** Key and value as a member of a JSON object, behind a comma. */
  readonly member: string;

  constructor(index: number, { key, filters }: FlagDefinition, value: FlagValue, reason: Reason) {
    this.index = index;
    this.key = key;
    this.filters = filters;
    this.value = value;
    this.reason = reason;
    this.payload = payloadOf(filters, value);
    this.member = `,${JSON.stringify(key)}:${JSON.stringify(value)}`;
  }
}

export class Outcomes {
  #count = 0;

  add(flag: FlagDefinition, value: FlagValue, ...[code, condition, foundAt]: ReasonParts): FlagOutcome {
    this.#count += 1;
    const reason = { code, condition, ...(foundAt !== undefined && { foundAt }) };
    return new FlagOutcome(this.#count - 1, flag, value, reason);
  }
}

export function explainReason({ foundAt, ...reason }: Reason): string {
  const text = explainCode(reason);
  return foundAt === undefined ? text : `${text}, by cohorts as of ${new Date(foundAt).toISOString()}`;
}

function explainCode({ code, condition }: Reason): string {
  const set = condition === null ? "" : ` ${condition + 1}`;
  switch (code) {
    case "condition_match":
      return `Matched condition set${set}`;
    case "super_condition_value":
      return "Decided by the person's enrolment";
    case "holdout_condition_value":
      return "Held out of experiments";
    case "out_of_rollout_bound":
      return `Outside the rollout percentage of condition set${set}`;
    case "no_group_type":
      return "No group of the flag's type in the request";
    case "missing_dependency":
      return "A flag that it depends on is missing, or depends on it";
    case "no_condition_match":
      return "No matching condition set";
  }
}
