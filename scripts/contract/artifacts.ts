import { stringify } from "yaml";
import { generateTypes } from "./generate-types.ts";
import { bundleContract } from "./redocly.ts";

// YAML 1.1 quotes what older readers would take for a date or a boolean; newer ones read the same.
const yamlStyle = { version: "1.1", aliasDuplicateObjects: false, lineWidth: 0 } as const;

/** What is made from the contract, as text. The same contract gives the same text, to the byte. */
export interface Artifacts {
  readonly json: string;
  readonly yaml: string;
  /** TypeScript. */
  readonly types: string;
}

/** Bundles the contract in `openapi/` as it is now. Throws when a reference leads nowhere. */
export async function contractArtifacts(): Promise<Artifacts> {
  const bundled = await bundleContract();
  const document: unknown = JSON.parse(bundled);
  return {
    json: `${JSON.stringify(document, null, 2)}\n`,
    yaml: stringify(document, yamlStyle),
    types: await generateTypes(bundled),
  };
}
