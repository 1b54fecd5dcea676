import { createHash } from "node:crypto";
import type { components } from "../../../generated/openapi.ts";
import type { AboutFlag, FlagAnswers } from "../../flags/decide.ts";
import type { LocalDefinitions } from "../../flags/local-definitions.ts";
import { explain } from "../../flags/reason.ts";

type Schemas = components["schemas"];

/** Each flag with its value, and why it has it. */
export function flagDetails({ flags, reasons, payloads, about }: FlagAnswers): Schemas["FlagDetails"] {
  const details = [...flags].map(([key, value]): [string, Schemas["FlagDetail"]] => {
    const reason = reasons.get(key);
    if (!reason) throw new Error("a flag was decided without a reason");
    const { name, version } = aboutOf(key, about);
    const metadata = { id: numberOf(key), version, description: name || null };
    return [
      key,
      {
        key,
        enabled: value !== false,
        variant: typeof value === "string" ? value : null,
        reason: { code: reason.code, condition_index: reason.condition, description: explain(reason) },
        metadata: payloads.has(key) ? { ...metadata, payload: payloads.get(key) } : metadata,
      },
    ];
  });
  return Object.fromEntries(details);
}

/** Flags in the form in which server libraries read them. */
export function definitionsToWire({
  flags,
  groupTypes,
  about,
}: LocalDefinitions & Pick<FlagAnswers, "about">): Schemas["FlagDefinitions"] {
  return {
    flags: flags.map(({ key, name, active, askService, filters }) => ({
      id: numberOf(key),
      key,
      name,
      active,
      deleted: false,
      ensure_experience_continuity: askService,
      version: aboutOf(key, about).version,
      filters: { ...filters },
    })),
    group_type_mapping: Object.fromEntries(groupTypes.map((type, index) => [String(index), type])),
    cohorts: {},
    property_matching_version: 2,
  };
}

function aboutOf(key: string, about: ReadonlyMap<string, AboutFlag>): AboutFlag {
  return about.get(key) ?? { name: "", version: 0 };
}

/** Libraries know flags by a number too: 48 bits of the key's SHA-1, the same on every node and for good. */
function numberOf(key: string): number {
  return createHash("sha1").update(key).digest().readUIntBE(0, 6);
}
