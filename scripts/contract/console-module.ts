import type { BundledDocument } from "./bundled-document.ts";
import { operationRows } from "./operation-table.ts";

interface Limited {
  readonly $ref?: string;
  readonly enum?: readonly (string | null)[];
  readonly maximum?: number;
  readonly minimum?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Limited>>;
}

interface WithSchemas {
  readonly components: { readonly schemas: Readonly<Record<string, Limited>> };
}

/**
 * Returns a TypeScript module for the console: where each operation is, and of each schema its limits, as attributes of
 * form fields, and the values that it allows. Each is an export of its own, so that a bundle has only what it uses.
 */
export function consoleModule(document: BundledDocument & WithSchemas): string {
  const places = Object.entries(operationRows(document))
    .filter(([, { path, cors, aliasOf }]) => path.startsWith("/api/") && !cors && aliasOf === undefined)
    .map(([id, { method, path }]) => `  ${id}: "${method} ${path}",\n`);
  const { schemas } = document.components;
  const limits = Object.entries(schemas).flatMap(([name, schema]) => {
    const found = schema.enum ?? limitsOf(schema, schemas);
    return found === undefined ? [] : [`export const ${name} = ${JSON.stringify(found)} as const;\n`];
  });
  return [
    `/** Method and path of operations by their ids. */\nexport const OPERATIONS = {\n${places.join("")}} as const;`,
    `/** Limits of schemas, as attributes of form fields, and values. */\n${limits.join("")}`,
  ].join("\n\n");
}

/** Returns the limits of a schema's properties; undefined if there are none. */
function limitsOf({ properties = {} }: Limited, schemas: Readonly<Record<string, Limited>>): object | undefined {
  const found = Object.entries(properties).flatMap(([name, property]) => {
    const { $ref, ...own } = property;
    const limited = $ref === undefined ? own : (schemas[$ref.split("/").at(-1) ?? ""] ?? {});
    const { minimum: min, maximum: max, maxLength, maxItems } = limited;
    const values = own.enum?.filter((value) => value !== null) ?? [];
    const choice = values.length > 1 && { values };
    const limits = { min, max, maxLength, maxItems, ...choice, ...limitsOf(own, schemas) };
    return Object.values(limits).every((value) => value === undefined) ? [] : [[name, limits]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}
