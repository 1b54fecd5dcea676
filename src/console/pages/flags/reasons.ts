import type { Reason } from "./flags.ts";

interface FlagValue {
  readonly enabled: boolean | null;
  readonly variant: string | null;
}

export function valueName({ enabled, variant }: FlagValue): string {
  if (enabled === null) return "Cannot be decided";
  return variant ?? (enabled ? "On" : "Off");
}

const REASONS: Readonly<Record<Reason["code"], (rule: string) => string>> = {
  condition_match: (rule) => `Meets ${rule}`,
  no_condition_match: () => "Meets no rule",
  out_of_rollout_bound: (rule) => `Meets ${rule}, but is outside its share`,
  no_group_type: () => "Needs a group, and none is named here",
  super_condition_value: () => "Opted in or out",
  holdout_condition_value: () => "Is held out of experiments",
  missing_dependency: () => "Another flag that it depends on is missing, or depends on it",
  inactive: () => "The flag is not in use",
  undecided: () => "What it depends on cannot be compared or read now",
};

/** Explains a value in the words of this page, or of the service for a reason that this page does not know. */
export function reasonText({ code, condition_index: index, description }: Reason): string {
  return REASONS[code]?.(index === null ? "a rule" : `rule ${index + 1}`) ?? description;
}
