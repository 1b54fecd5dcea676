import type { components } from "../../../../generated/openapi.ts";
import type { Definitions, FlagResults } from "../../../flags/decide/flag-decider.ts";
import { explainReason, type FlagOutcome, type FlagValue, type Reason } from "../../../flags/decide/outcome.ts";
import type { FlagMetadata } from "../../../flags/decide/project-flags.ts";
import { payloadText } from "../../../flags/define/payload-text.ts";
import type { Steps } from "../../../lib/threads/loop-turns.ts";
import { JsonText, joinMembers } from "../../raw-json.ts";
import { evaluationToWire } from "./ofrep-wire.ts";

type Schemas = components["schemas"];

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
  for (const { key, name, active, isServerEvaluated: ensure_experience_continuity, filters } of flags) {
    const { number: id, version } = flagMetadataOf(key, flagMetadata);
    const flag: Schemas["FlagDefinitions"]["flags"][number] = {
      ...{ id, key, name, active, ensure_experience_continuity, version },
      deleted: false,
      filters: { ...filters },
    };
    texts.push(JSON.stringify(flag));
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
