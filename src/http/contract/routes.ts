import { contractOperations, pathAliases } from "../../../generated/operations.ts";
import { groupBy } from "../../lib/group-by.ts";
import type { AliasId, OperationId } from "./operation-types.ts";

interface QueryParameter {
  readonly type?: string;
  readonly default?: unknown;
  readonly maxItems?: number;
}

/** Part of an operation that will be removed (`deprecated` and `x-deprecation`). */
export interface Deprecation {
  /** `operation`, `parameter NAME` of the query, or `property NAME` of the body. */
  readonly what: string;
  /** Days of the deprecation and of the earliest removal, such as `2026-11-01`. */
  readonly since: string;
  readonly sunset: string;
  readonly use: string;
}

export interface ContractOperation {
  readonly id: OperationId | AliasId;
  /** Operation whose handler answers: another one for an alias (`x-alias-of`). */
  readonly handlerId: OperationId;
  readonly method: string;
  readonly path: string;
  readonly access: "public" | "private";
  /** Whether pages of other origins may call it (`x-cors`). */
  readonly cors: boolean;
  /** Older shapes of the body that clients send (`x-client-shapes`). */
  readonly clientShapes?: "events" | "events-with-results" | "flags" | "ofrep";
  /** Name of events that come without one (`x-default-event`). */
  readonly defaultEvent?: string;
  /** Size in bytes from which a body is refused (`x-body-limit`); if absent, the settings limit it. */
  readonly bodyLimit?: number;
  /** No id equals its last segment, so that methods of the path with an id do not apply. */
  readonly reservedPath: boolean;
  /** Whether it changes something, which a read-only key cannot: no GET, and not `x-reads`. */
  readonly changes: boolean;
  readonly hasBody: boolean;
  /** Whether its document has a 429. */
  readonly limited: boolean;
  /** Status of a reply of which the handler returns only the body. */
  readonly success: number;
  readonly deprecations?: readonly Deprecation[];
  readonly query: Readonly<Record<string, QueryParameter>>;
}

export interface Route {
  readonly operation: ContractOperation;
  readonly params: Readonly<Record<string, string>>;
}

/** A path of the contract that lacks the method of the request. */
export type MethodMismatch = { readonly allowed: readonly string[]; readonly cors: boolean };

export type OperationRow = Omit<ContractOperation, "id" | "handlerId"> & { readonly aliasOf?: OperationId | undefined };

export function readOperations(table: Readonly<Record<string, OperationRow>>): ContractOperation[] {
  return Object.entries(table).map(([id, { aliasOf, ...row }]) => ({
    ...row,
    id: id as ContractOperation["id"],
    handlerId: aliasOf ?? (id as OperationId),
  }));
}

export const OPERATIONS: readonly ContractOperation[] = readOperations(contractOperations);

export function operationOf(id: string): ContractOperation {
  const found = OPERATIONS.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`The contract has no operation ${id}.`);
  return found;
}

/** Operations whose paths differ in the names of parameters only. */
type Template = { readonly pattern: RegExp; readonly operations: readonly ContractOperation[] };

const PARAMETER = /\{.+?\}/g;
const withoutSlash = (path: string) => (path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path);
const depthOf = (path: string) => path.split("/").length;

/** Returns null for an unknown path. A trailing slash makes no difference. */
type FindRoute = (method: string, path: string) => Route | MethodMismatch | null;

export const findRoute: FindRoute = createRouter(OPERATIONS);

/** Prefers a literal segment (`properties`) to a parameter that may have the same text. */
export function createRouter(operations: readonly ContractOperation[]): FindRoute {
  /** Paths without parameters: the hot ones need no search. */
  const literalRoutes = new Map<string, Route>();
  for (const operation of operations) {
    if (operation.path.includes("{")) continue;
    const path = operation.path.replace(/\/$/, "");
    for (const form of [path, `${path}/`]) literalRoutes.set(`${operation.method} ${form}`, { operation, params: {} });
  }
  const byTemplate = groupBy(operations, ({ path }) => withoutSlash(path).replaceAll(PARAMETER, "{}"));
  // A parameter's brace sorts behind the letters of a literal.
  const sorted = [...byTemplate].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const templates = sorted.map(([template, own]): Template => {
    return { pattern: new RegExp(`^${template.replaceAll("{}", "([^/]+)")}$`), operations: own };
  });
  const byDepth = groupBy(templates, ({ operations: [first] }) => depthOf(withoutSlash(first?.path ?? "")));
  return (method, path) => {
    const literal = literalRoutes.get(`${method} ${path}`);
    if (literal) return literal;
    const plain = withoutSlash(withoutAlias(path));
    return search(byDepth.get(depthOf(plain)) ?? [], method, plain);
  };
}

const ALIASES = Object.entries(pathAliases);

function withoutAlias(path: string): string {
  for (const [begin, alias] of ALIASES) {
    if (path === alias || path.startsWith(`${alias}/`)) return begin + path.slice(alias.length);
  }
  return path;
}

function search(templates: readonly Template[], method: string, path: string): Route | MethodMismatch | null {
  const found: { readonly operations: readonly ContractOperation[]; readonly values: readonly unknown[] }[] = [];
  for (const { pattern, operations } of templates) {
    const values = pattern.exec(path)?.slice(1).map(decodeSegment);
    if (values === undefined || values.includes(null)) continue;
    found.push({ operations, values });
    if (found.length === 1 && operations.some(({ reservedPath }) => reservedPath)) break;
  }
  for (const { operations, values } of found) {
    const operation = operations.find((one) => one.method === method);
    if (operation) return { operation, params: nameParameters(operation.path, values as readonly string[]) };
  }
  const all = found.flatMap(({ operations }) => operations);
  if (all.length === 0) return null;
  return { allowed: [...new Set(all.map((one) => one.method))], cors: all.some(({ cors }) => cors) };
}

function nameParameters(path: string, values: readonly string[]): Record<string, string> {
  const names = path.match(PARAMETER) ?? [];
  return Object.fromEntries(names.map((name, index) => [name.slice(1, -1), values[index] as string]));
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
