/** Why a condition does not apply, what tells least of the flag first: another property, outside the percentage, no group to count in the request. */
const MISMATCH_CODES = ["no_condition_match", "out_of_rollout_bound", "no_group_type"] as const;
export type MismatchCode = (typeof MISMATCH_CODES)[number];

/** Why a flag has its value. */
export interface Reason {
  readonly code: "condition_match" | "super_condition_value" | "holdout_condition_value" | MismatchCode;
  /** The condition that decided it, counted from 0 in the order of the definition. */
  readonly condition: number | null;
}

export const ENROLLMENT_REASON: Reason = { code: "super_condition_value", condition: null };
export const HOLDOUT_REASON: Reason = { code: "holdout_condition_value", condition: null };
export const NO_MATCH_REASON: Reason = { code: "no_condition_match", condition: null };

/** True if the condition that was missed tells more of a flag that is off than what was found so far. */
export function isMoreSpecific(miss: MismatchCode, { code }: Reason): boolean {
  const known: readonly string[] = MISMATCH_CODES;
  return known.indexOf(miss) > known.indexOf(code);
}

/** The reason as a sentence for people. */
export function explain({ code, condition }: Reason): string {
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
    case "no_condition_match":
      return "No matching condition set";
  }
}
