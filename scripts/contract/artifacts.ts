import openapiTS, { astToString } from "openapi-typescript";
import { stringify } from "yaml";
import { type BundledDocument, operationTable } from "./operation-table.ts";
import { bundleContract } from "./redocly.ts";

// YAML 1.1 quotes values that older parsers take for dates or booleans; newer parsers read the same.
const yamlStyle = { version: "1.1", aliasDuplicateObjects: false, lineWidth: 0 } as const;

const BANNER = "// Made from openapi/ by `npm run generate`: change the contract there, not this file.\n\n";

/** The texts that are generated from the contract. The same contract always yields the same bytes. */
export interface Artifacts {
  readonly json: string;
  readonly yaml: string;
  /** TypeScript types: `paths`, `operations` and `components`. */
  readonly types: string;
  /** A TypeScript module with the data of each operation that the service needs at run time. */
  readonly operations: string;
}

/** Bundles the contract in `openapi/`. Throws if a reference cannot be resolved. */
export async function contractArtifacts(): Promise<Artifacts> {
  const bundled = await bundleContract();
  const document: BundledDocument = JSON.parse(bundled);
  return {
    json: `${JSON.stringify(document, null, 2)}\n`,
    yaml: stringify(document, yamlStyle),
    types: BANNER + astToString(await openapiTS(bundled)),
    operations: BANNER + operationTable(document),
  };
}
