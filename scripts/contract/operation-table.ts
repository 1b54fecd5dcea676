import type { BundledDocument, DocumentedOperation, Parameter } from "./bundled-document.ts";
import { deprecationsOf } from "./deprecations.ts";

const METHODS = ["get", "put", "post", "delete", "patch"];

const DOCSTRING =
  "/** Every operation of the contract, by its id: the data that the request core and its types need. */\n";

/**
 * Returns a TypeScript module with a table of the document's operations, for routes, checks and types of the service.
 */
export function operationTable(document: BundledDocument): string {
  const table = JSON.stringify(operationRows(document), null, 2);
  const aliases = JSON.stringify(document["x-path-aliases"] ?? {}, null, 2);
  const statuses = JSON.stringify(document.components.schemas?.ErrorCode?.["x-statuses"], null, 2);
  return `${DOCSTRING}export const contractOperations = ${table} as const;

/** The status and the type of each error code. */
export const errorStatuses = ${statuses} as const;

/** Beginnings of paths, with those that may stand for them. */
export const pathAliases: Readonly<Record<string, string>> = ${aliases};\n`;
}

/** Returns the rows of that table, by operation id. */
export function operationRows(document: BundledDocument) {
  const rows = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [[operation.operationId, describe(document, method, path, operation)] as const] : [];
    }),
  );
  const byId = new Map(rows);
  for (const row of byId.values()) row.clientShapes ??= byId.get(row.aliasOf ?? "")?.clientShapes;
  return Object.fromEntries(byId);
}

function describe(document: BundledDocument, method: string, path: string, operation: DocumentedOperation) {
  const security = operation.security ?? document.security ?? [];
  const isPublic = security.length === 0 || security.some((requirement) => Object.keys(requirement).length === 0);
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter));
  const query = parameters.filter((parameter) => parameter.in === "query");
  return {
    method: method.toUpperCase(),
    path,
    access: isPublic ? "public" : "private",
    aliasOf: operation["x-alias-of"],
    cors: operation["x-cors"] ?? false,
    clientShapes: operation["x-client-shapes"],
    defaultEvent: operation["x-default-event"],
    bodyLimit: operation["x-body-limit"],
    reservedPath: operation["x-reserved-path"] ?? false,
    changes: method !== "get" && operation["x-reads"] !== true,
    hasBody: operation.requestBody !== undefined,
    limited: "429" in operation.responses,
    success: Number(Object.keys(operation.responses).find((status) => status < "300") ?? 200),
    deprecations: deprecationsOf(document, operation),
    query: Object.fromEntries(
      query.map(({ name, schema }) => [
        name,
        { type: schema?.type, default: schema?.default, maxItems: schema?.maxItems },
      ]),
    ),
  };
}

function resolve(document: BundledDocument, parameter: Parameter | { readonly $ref: string }): Parameter {
  if (!("$ref" in parameter)) return parameter;
  const name = parameter.$ref.replace("#/components/parameters/", "");
  const found = document.components.parameters?.[name];
  if (!found) throw new Error(`The parameter ${parameter.$ref} is not in the document.`);
  return found;
}
