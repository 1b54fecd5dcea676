import openapiTS, { astToString } from "openapi-typescript";

const banner = "// Made from openapi/ by `npm run generate`: change the contract there, not this file.\n\n";

/** TypeScript types of a bundled document: `paths`, `operations` and `components`, and nothing that exists at run time. */
export async function generateTypes(bundledJson: string): Promise<string> {
  return banner + astToString(await openapiTS(bundledJson));
}
