import { contractOperations, pathAliases } from "../../../generated/operations.ts";
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
export interface MethodMismatch {
  readonly allowed: readonly string[];
  readonly cors: boolean;
}

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

interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | undefined;
  readonly operations: Map<string, ContractOperation>;
  isReserved: boolean;
}

interface MatchedNode {
  readonly node: Node;
  readonly values: readonly string[];
}

/** Returns null for an unknown path. A trailing slash makes no difference. */
type FindRoute = (method: string, path: string) => Route | MethodMismatch | null;

export const findRoute: FindRoute = createRouter(OPERATIONS);

/** Prefers a literal segment (`properties`) to a parameter that may have the same text. */
export function createRouter(operations: readonly ContractOperation[]): FindRoute {
  const root = newNode();
  /** Paths without parameters: the hot ones need no walk. */
  const literalRoutes = new Map<string, Route>();
  for (const operation of operations) {
    addOperation(root, operation);
    if (operation.path.includes("{")) continue;
    const path = operation.path.replace(/\/$/, "");
    for (const form of [path, `${path}/`]) literalRoutes.set(`${operation.method} ${form}`, { operation, params: {} });
  }
  return (method, path) => literalRoutes.get(`${method} ${path}`) ?? walk(root, method, withoutAlias(path));
}

const ALIASES = Object.entries(pathAliases);

function withoutAlias(path: string): string {
  for (const [begin, alias] of ALIASES) {
    if (path === alias || path.startsWith(`${alias}/`)) return begin + path.slice(alias.length);
  }
  return path;
}

function addOperation(root: Node, operation: ContractOperation): void {
  let node = root;
  for (const segment of splitPath(operation.path)) node = childOf(node, segment);
  node.operations.set(operation.method, operation);
  node.isReserved ||= operation.reservedPath;
}

function walk(root: Node, method: string, path: string): Route | MethodMismatch | null {
  const found = findMatchingNodes(root, splitPath(path));
  const matched = found[0]?.node.isReserved ? found.slice(0, 1) : found;
  for (const { node, values } of matched) {
    const operation = node.operations.get(method);
    if (operation) return { operation, params: nameParameters(operation.path, values) };
  }
  const operations = matched.flatMap(({ node }) => [...node.operations.values()]);
  if (operations.length === 0) return null;
  return {
    allowed: [...new Set(operations.map((operation) => operation.method))],
    cors: operations.some((operation) => operation.cors),
  };
}

/** Follows literal segments first, then parameters. */
function findMatchingNodes(
  node: Node,
  segments: readonly string[],
  index = 0,
  values: readonly string[] = [],
): MatchedNode[] {
  const segment = segments[index];
  if (segment === undefined) return [{ node, values }];
  const literal = node.literals.get(segment);
  const matched = literal ? findMatchingNodes(literal, segments, index + 1, values) : [];
  const value = node.parameter && segment !== "" ? decodeSegment(segment) : null;
  if (!node.parameter || value === null) return matched;
  return [...matched, ...findMatchingNodes(node.parameter, segments, index + 1, [...values, value])];
}

function nameParameters(path: string, values: readonly string[]): Record<string, string> {
  const names = splitPath(path).filter(isParameter);
  return Object.fromEntries(names.map((name, index) => [name.slice(1, -1), values[index] as string]));
}

function splitPath(path: string): string[] {
  return (path.length > 1 && path.endsWith("/") ? path.slice(1, -1) : path.slice(1)).split("/");
}

function isParameter(segment: string): boolean {
  return segment.startsWith("{");
}

function newNode(): Node {
  return { literals: new Map(), parameter: undefined, operations: new Map(), isReserved: false };
}

function childOf(node: Node, segment: string): Node {
  if (isParameter(segment)) {
    node.parameter ??= newNode();
    return node.parameter;
  }
  const child = node.literals.get(segment) ?? newNode();
  node.literals.set(segment, child);
  return child;
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
