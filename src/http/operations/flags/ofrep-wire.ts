import type { components } from "../../../../generated/openapi.ts";
import type { Undecided } from "../../../flags/decide/flag-context.ts";
import { type FlagOutcome, variantsOf } from "../../../flags/decide/outcome.ts";
import type { FlagMetadata } from "../../../flags/decide/project-flags.ts";
import type { Condition, FlagFilters } from "../../../flags/define/flag-definition.ts";
import { payloadText } from "../../../flags/define/payload-text.ts";

type Schemas = components["schemas"];
type Evaluation = Schemas["OfrepEvaluation"];

/** Gives no value to a flag with variants that is off. */
export function evaluationToWire(outcome: FlagOutcome, metadata: FlagMetadata): Evaluation {
  const { key, value, filters, payload } = outcome;
  const isOff = value === false;
  const ofFlag = metadataToWire(metadata);
  return {
    key,
    variant: typeof value === "string" ? value : isOff ? "off" : "on",
    reason: reasonOf(outcome),
    metadata: payload === undefined ? ofFlag : { payload: payloadText(payload), ...ofFlag },
    ...(!(isOff && variantsOf(filters).length > 0) && { value }),
  };
}

export function inactiveToWire(key: string, metadata: FlagMetadata): Evaluation {
  return { key, variant: "off", reason: "DISABLED", metadata: metadataToWire(metadata) };
}

export function failureToWire(key: string, undecided: Undecided): Schemas["OfrepEvaluationFailure"] {
  return { key, errorCode: "GENERAL", errorDetails: explainUndecided(undecided) };
}

export function explainUndecided({ needs }: Undecided): string {
  const [reason] = needs.flatMap((need) => ("why" in need ? [need.why] : []));
  return `The flag cannot be evaluated: ${reason ?? "stored data cannot be read now"}.`;
}

function metadataToWire({ name, number: id, version }: FlagMetadata): Evaluation["metadata"] {
  return { id, version, ...(name !== "" && { description: name }) };
}

function reasonOf({ filters, value, reason: { code, condition } }: FlagOutcome): Evaluation["reason"] {
  const deciding = filters.groups[condition ?? -1];
  const variant = variantsOf(filters).find(({ key }) => key === value && key !== deciding?.variant);
  const isSplit = [deciding, variant].some((part) => (part?.rollout_percentage ?? 100) < 100);
  switch (code) {
    case "condition_match":
      return isSplit ? "SPLIT" : isTargeted(filters) ? "TARGETING_MATCH" : "STATIC";
    case "super_condition_value":
      return "TARGETING_MATCH";
    case "holdout_condition_value":
    case "out_of_rollout_bound":
      return "SPLIT";
    case "missing_dependency":
    case "no_condition_match":
    case "no_group_type":
      return "DEFAULT";
  }
}

/** Returns whether the flag depends on more than percentages. */
function isTargeted(filters: FlagFilters): boolean {
  const tests = ({ properties, aggregation_group_type, aggregation_group_type_index }: Partial<Condition>) =>
    (properties ?? []).length > 0 || (aggregation_group_type ?? aggregation_group_type_index ?? null) !== null;
  return tests(filters as Partial<Condition>) || filters.groups.some(tests);
}
