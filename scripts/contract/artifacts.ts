import openapiTS, { astToString } from "openapi-typescript";
import { stringify } from "yaml";
import { allowNulls } from "./allow-nulls.ts";
import type { BundledDocument } from "./bundled-document.ts";
import { clientDocument } from "./client-document.ts";
import { consoleModule } from "./console-module.ts";
import { announceDeprecations } from "./deprecations.ts";
import { mcpTools } from "./mcp-tools.ts";
import { operationTable } from "./operation-table.ts";
import { bundleContract } from "./redocly.ts";

// YAML 1.1 quotes values that older parsers take for dates or booleans; newer parsers read the same.
const yamlStyle = { version: "1.1", aliasDuplicateObjects: false, lineWidth: 0 } as const;

const BANNER = "// Made from openapi/ by `npm run generate`: change the contract there, not this file.\n\n";

/** A document in each of its forms. */
export interface DocumentTexts {
  readonly json: string;
  readonly yaml: string;
  /** TypeScript types: `paths`, `operations`, `components` and, for short, `Schemas`. */
  readonly types: string;
}

/** The texts that are generated from the contract. The same contract always yields the same bytes. */
export interface Artifacts {
  /** Everything that the service accepts and answers. */
  readonly complete: DocumentTexts;
  /** What clients are generated from: see `clientDocument`. */
  readonly client: DocumentTexts;
  /** What only a sandbox serves. */
  readonly sandbox: DocumentTexts;
  /** A TypeScript module with the data of each operation that the service needs at run time. */
  readonly operations: string;
  /** A TypeScript module with places of operations and limits of fields, for the console. */
  readonly console: string;
  /** The tools of the Model Context Protocol, as JSON. */
  readonly mcpTools: string;
}

/** Bundles the contract in `openapi/`. Throws if a reference cannot be resolved. */
export async function contractArtifacts(): Promise<Artifacts> {
  const documents = await Promise.all([bundleContract(), bundleContract("sandbox")]);
  const [bundled = "", bundledSandbox = ""] = documents.map(announceDeprecations);
  const [complete, client, sandbox] = await Promise.all([
    documentTexts(allowNulls(bundled), bundled),
    documentTexts(clientDocument(bundled)),
    documentTexts(bundledSandbox),
  ]);
  const document = JSON.parse(bundled);
  return {
    ...{ complete, client, sandbox },
    operations: BANNER + operationTable(document as BundledDocument),
    console: BANNER + consoleModule(document),
    mcpTools: `${JSON.stringify(mcpTools(document), null, 1)}\n`,
  };
}

async function documentTexts(bundled: string, typed = bundled): Promise<DocumentTexts> {
  const document: object = JSON.parse(bundled);
  return {
    json: `${JSON.stringify(document, null, 2)}\n`,
    yaml: stringify(document, yamlStyle),
    types: `${BANNER + astToString(await openapiTS(JSON.parse(typed, withoutDiscriminators)))}${SCHEMAS}`,
  };
}

const SCHEMAS = `export type Schemas = components["schemas"];\n`;

/** The alternatives name their own value; the generator would replace it with the name of the schema. */
const withoutDiscriminators = (name: string, value: unknown) => (name === "discriminator" ? undefined : value);
