import { type Operation, operations } from "./contract-document.ts";

/** Returns the operation for a method and a path; undefined if the document has none. */
export function findOperation(method: string, target: string): Operation | undefined {
  return operationsMatching(target).find((operation) => operation.method === method);
}

/** Returns the documented methods of a path. */
export function documentedMethods(target: string): string[] {
  return operationsMatching(target).map(({ method }) => method);
}

/**
 * Returns the operations whose path matches. Paths with fewer variables come first, alone if they are reserved. A path
 * whose escapes are no UTF-8 matches none: no parameter has such a value.
 */
function operationsMatching(target: string): Operation[] {
  const path = target.split("?", 1)[0] ?? "";
  if (!isDecodable(path)) return [];
  const variables = ({ path: template }: Operation) => template.split("{").length;
  const matching = [...operations.values()]
    .filter((operation) => matches(operation.path, path))
    .sort((a, b) => variables(a) - variables(b));
  return matching[0]?.isReserved ? matching.filter((operation) => operation.isReserved) : matching;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function matches(template: string, path: string): boolean {
  const [expected, actual] = [template, path].map((text) => text.replace(/^\/|\/$/g, "").split("/"));
  if (expected?.length !== actual?.length) return false;
  return expected?.every((part, index) => part.startsWith("{") || part === actual?.[index]) ?? false;
}
