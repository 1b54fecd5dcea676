import { createHash } from "node:crypto";
import type { components } from "../../../generated/openapi.ts";
import { explainReason } from "../../flags/evaluate.ts";
import type { FlagMetadata, FlagResults } from "../../flags/flag-decider.ts";
import type { LocalDefinitions } from "../../flags/local-definitions.ts";

type Schemas = components["schemas"];

/** Returns each flag with its value and the reason for it. Throws an error if a flag has no reason. */
export function flagDetailsToWire({
  flags,
  reasons,
  payloads,
  flagMetadata: about,
}: FlagResults): Schemas["FlagDetails"] {
  const details = [...flags].map(([key, value]): [string, Schemas["FlagDetail"]] => {
    const reason = reasons.get(key);
    if (!reason) throw new Error("a flag was decided without a reason");
    const { name, version } = flagMetadataOf(key, about);
    const metadata = { id: numericFlagId(key), version, description: name || null };
    return [
      key,
      {
        key,
        enabled: value !== false,
        variant: typeof value === "string" ? value : null,
        reason: { code: reason.code, condition_index: reason.condition, description: explainReason(reason) },
        metadata: payloads.has(key) ? { ...metadata, payload: payloads.get(key) } : metadata,
      },
    ];
  });
  return Object.fromEntries(details);
}

/** Returns flags in the form that server libraries evaluate by themselves. */
export function definitionsToWire({
  flags,
  groupTypes,
  flagMetadata: about,
}: LocalDefinitions & Pick<FlagResults, "flagMetadata">): Schemas["FlagDefinitions"] {
  return {
    flags: flags.map(({ key, name, active, isServerEvaluated: askService, filters }) => ({
      id: numericFlagId(key),
      key,
      name,
      active,
      deleted: false,
      ensure_experience_continuity: askService,
      version: flagMetadataOf(key, about).version,
      filters: { ...filters },
    })),
    group_type_mapping: Object.fromEntries(groupTypes.map((type, index) => [String(index), type])),
    cohorts: {},
    property_matching_version: 2,
  };
}

function flagMetadataOf(key: string, about: ReadonlyMap<string, FlagMetadata>): FlagMetadata {
  return about.get(key) ?? { name: "", version: 0 };
}

/** Libraries also know a flag by a number: 48 bits of its key's SHA-1, which are the same on every node. */
function numericFlagId(key: string): number {
  return createHash("sha1").update(key).digest().readUIntBE(0, 6);
}
