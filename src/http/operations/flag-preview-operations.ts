import type { Schemas } from "../../../generated/openapi.ts";
import { explainReason, type FlagOutcome } from "../../flags/decide/outcome.ts";
import { payloadText } from "../../flags/define/flag-definition.ts";
import { type PreviewedPerson, type PreviewedValue, previewFlag } from "../../flags/manage/preview-flag.ts";
import { toIdentifier } from "../../lib/identifier.ts";
import type { HandlersOf } from "../contract/operation-types.ts";
import type { ServicePorts } from "../service-ports.ts";

const MAX_PREVIEWED_PERSONS = 200;

type Handlers = HandlersOf<"feature_flags_evaluate" | "feature_flags_preview">;

/** Explains flags to those who manage them. Stores nothing. */
export function flagPreviewOperations({ store, flags, now }: ServicePorts): Handlers {
  return {
    feature_flags_evaluate: async ({ project: { id: projectId }, body }) => {
      const distinctId = toIdentifier(body.distinct_id);
      const groups = new Map(Object.entries(body.groups ?? {}));
      const context = { anonymousId: undefined, groups, personProperties: {}, groupProperties: new Map() };
      const explained = await flags.explain(projectId, { distinctId, ...context });
      const outcomes = new Map(explained.decisions.decided.map((outcome) => [outcome.key, outcome]));
      const person = (await store.persons.find(projectId, [distinctId])).get(distinctId);
      return {
        status: 200,
        body: {
          distinct_id: distinctId,
          person: person?.uuid ?? null,
          flags: explained.flags.map(({ key, name, active }) => ({
            ...{ id: explained.flagMetadata.get(key)?.number ?? 0, key, name, active },
            ...valueToWire(outcomes.get(key)),
            reason: active ? reasonToWire(outcomes.get(key)) : INACTIVE,
          })),
        },
      };
    },
    feature_flags_preview: async ({ project: { id: projectId }, body }) => {
      const { persons: maxPersons = MAX_PREVIEWED_PERSONS, ...fields } = body;
      const preview = await previewFlag(projectId, fields, { maxPersons }, { ...store, now });
      const { persons, evaluated, isComplete, values } = preview;
      return { status: 200, body: { persons, evaluated, complete: isComplete, values: values.map(previewToWire) } };
    },
  };
}

const INACTIVE: Schemas["FlagReason"] = {
  code: "inactive",
  condition_index: null,
  description: "The flag is not in use",
};

function valueToWire(outcome: FlagOutcome | undefined) {
  const { value = false, payload } = outcome ?? {};
  return {
    enabled: value !== false,
    variant: typeof value === "string" ? value : null,
    payload: payload === undefined ? null : payloadText(payload),
  };
}

function reasonToWire(outcome: FlagOutcome | undefined): Schemas["FlagReason"] {
  if (outcome === undefined) {
    const description = "What it depends on cannot be compared or read now";
    return { code: "undecided", condition_index: null, description };
  }
  const { code, condition } = outcome.reason;
  return { code, condition_index: condition, description: explainReason(outcome.reason) };
}

function previewToWire({ value, count, examples }: PreviewedValue): Schemas["FlagPreviewValue"] {
  return {
    enabled: value === undefined ? null : value !== false,
    variant: typeof value === "string" ? value : null,
    count,
    examples: examples.map(exampleToWire),
  };
}

function exampleToWire({ uuid, name, distinctId, outcome }: PreviewedPerson): Schemas["FlagPreviewPerson"] {
  return { uuid, name, distinct_id: distinctId, reason: reasonToWire(outcome) };
}
