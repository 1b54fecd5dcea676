import type { Schemas } from "../../../generated/openapi.ts";
import type { Undecided } from "../../flags/decide/flag-context.ts";
import type { Definitions, FlagResults } from "../../flags/decide/flag-decider.ts";
import {
  explainReason,
  type FlagOutcome,
  type FlagValue,
  type Reason,
  variantsOf,
} from "../../flags/decide/outcome.ts";
import type { FlagMetadata } from "../../flags/decide/project-flags.ts";
import { type Condition, type FlagFilters, payloadText } from "../../flags/define/flag-definition.ts";
import type { Steps } from "../../lib/threads/loop-turns.ts";
import { JsonText, joinMembers } from "../raw-json.ts";

type OutcomesToJson<T> = (results: FlagResults) => JsonText<Record<string, T>>;

/** Leaves out outcomes for which `toWire` returns undefined. */
function outcomesToJson<T>(toWire: (outcome: FlagOutcome, results: FlagResults) => T | undefined): OutcomesToJson<T> {
  const join = joinOutcomes((outcome, results) => {
    const value = JSON.stringify(toWire(outcome, results));
    return value === undefined ? undefined : `${JSON.stringify(outcome.key)}:${value}`;
  });
  return (results) => new JsonText(`{${join(results)}}`);
}

/** Joins outcomes with commas, and serializes each once. */
function joinOutcomes(toJson: (outcome: FlagOutcome, results: FlagResults) => string | undefined) {
  /** Members by the index of the outcome, for as long as the flags do not change. */
  const cached = new WeakMap<FlagResults["flagMetadata"], string[]>();
  return (results: FlagResults): string => {
    const members = cached.get(results.flagMetadata) ?? [];
    cached.set(results.flagMetadata, members);
    let json = "";
    for (const outcome of results.decisions.decided) {
      let member = members[outcome.index];
      if (member === undefined) {
        const text = toJson(outcome, results);
        member = text === undefined ? "" : `,${text}`;
        members[outcome.index] = member;
      }
      json += member;
    }
    return json.slice(1);
  };
}

export const valuesToWire: OutcomesToJson<FlagValue> = ({ decisions }) => new JsonText(decisions.valuesJson);

export const enabledToWire = outcomesToJson(({ value }) => (value === false ? undefined : value));

export const payloadsToWire = outcomesToJson(({ payload }) => payload);

export const detailsToWire = outcomesToJson<Schemas["FlagDetail"]>(
  ({ key, value, reason, payload }, { flagMetadata }) => {
    const { name, number, version } = flagMetadataOf(key, flagMetadata);
    const metadata = { id: number, version, description: name || null };
    return {
      key,
      enabled: value !== false,
      variant: typeof value === "string" ? value : null,
      reason: { code: reasonToWire(reason), condition_index: reason.condition, description: explainReason(reason) },
      metadata: payload === undefined ? metadata : { payload: payloadText(payload), ...metadata },
    };
  },
);

/** Replaces the reason of a missing flag, which the contract lacks: the description says it. */
function reasonToWire({ code }: Reason): Schemas["FlagDetail"]["reason"]["code"] {
  return code === "missing_dependency" ? "no_condition_match" : code;
}

export const evaluationsToWire = joinOutcomes((outcome, { flagMetadata }) =>
  JSON.stringify(evaluationToWire(outcome, flagMetadataOf(outcome.key, flagMetadata))),
);

export function* definitionsToJson({
  flags,
  groupTypes,
  cohorts,
  flagMetadata,
}: Definitions): Steps<JsonText<Schemas["FlagDefinitions"]>> {
  const texts: string[] = [];
  for (const flag of flags) {
    const { number: id, version } = flagMetadataOf(flag.key, flagMetadata);
    texts.push(JSON.stringify({ id, version, ...flag } satisfies Schemas["FlagDefinition"]));
    yield;
  }
  return joinMembers<Schemas["FlagDefinitions"]>({
    flags: new JsonText(`[${texts.join()}]`),
    group_type_mapping: Object.fromEntries(groupTypes.map((type, index) => [String(index), type])),
    cohorts: cohorts as Schemas["FlagDefinitions"]["cohorts"],
    property_matching_version: 2,
  });
}

function flagMetadataOf(key: string, flagMetadata: ReadonlyMap<string, FlagMetadata>): FlagMetadata {
  return flagMetadata.get(key) ?? { name: "", number: 0, version: 0 };
}

type Evaluation = Schemas["OfrepEvaluation"];

/** Leaves out the value of a flag with variants that is off. */
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
