import { readFileSync } from "node:fs";
import type { operations as Operations } from "../../generated/openapi.ts";

export type OperationId = keyof Operations;
export type EventsId = "capture" | "batch" | Extract<OperationId, `capture_${string}`>;

export interface HeaderSpec {
  readonly name: string;
  readonly required: boolean;
  /** JSON pointer of its schema in the document. */
  readonly schema: string;
}

export interface BodySpec {
  readonly mediaType: string;
  /** JSON pointer of its schema in the document. */
  readonly schema: string;
  readonly examples: readonly string[];
}

/** One status of an operation, as the document tells it. */
export interface ResponseSpec {
  readonly status: number;
  readonly headers: readonly HeaderSpec[];
  readonly bodies: readonly BodySpec[];
}

export interface Operation {
  readonly id: OperationId;
  readonly method: string;
  /** The path in the form that the document lists. */
  readonly path: string;
  readonly hasRequestBody: boolean;
  readonly isPrivate: boolean;
  /** Whether the query has to name the project, by its API key. */
  readonly hasTokenParameter: boolean;
  readonly responses: ReadonlyMap<number, ResponseSpec>;
}

type Json = { readonly [key: string]: unknown };

const METHODS = ["get", "put", "post", "delete", "patch"];

/** The bundled contract, as it was generated. */
export const document = JSON.parse(
  readFileSync(new URL("../../generated/openapi.json", import.meta.url), "utf8"),
) as Json;

export const operations: ReadonlyMap<OperationId, Operation> = new Map(readOperations());

/** The operations that only a personal API key may call. */
export const privateOperations = [...operations.values()].filter(({ isPrivate }) => isPrivate);

/** The operations with a request body. */
export const operationsWithBody = [...operations.values()].filter(({ hasRequestBody }) => hasRequestBody);

/** The operations that accept events: `capture`, `batch` and the aliases of `capture`. */
export const eventOperations = [...operations.keys()].filter(
  (id): id is EventsId => id === "batch" || id.startsWith("capture"),
);

/** The operation of this name. */
export function operationById(id: OperationId): Operation {
  const operation = operations.get(id);
  if (operation === undefined) throw new Error(`The document has no operation ${id}.`);
  return operation;
}

/** The operation that answers this request; undefined where the path or the method is not the document's. */
export function findOperation(method: string, target: string): Operation | undefined {
  return operationsMatching(target).find((operation) => operation.method === method);
}

/** The methods of the path that this request names, in the document. */
export function documentedMethods(target: string): string[] {
  return operationsMatching(target).map(({ method }) => method);
}

/** Follows `$ref`s and a JSON pointer; gives the value, and the pointer where it really is. */
export function resolvePointer(pointer: string): { value: Json; pointer: string } {
  let value: unknown = document;
  let place = "#";
  for (const part of pointer.split("/").slice(1)) {
    value = (value as Json)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
    place += `/${part}`;
    const reference = (value as Json | undefined)?.$ref;
    if (typeof reference === "string") ({ value, pointer: place } = resolvePointer(reference));
  }
  if (typeof value !== "object" || value === null) throw new Error(`The document has nothing at ${pointer}.`);
  return { value: value as Json, pointer: place };
}

function readOperations(): [OperationId, Operation][] {
  return Object.entries(document.paths as Json).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(item as Json, method)).map((method) => readOperation(path, method)),
  );
}

function readOperation(path: string, method: string): [OperationId, Operation] {
  const { value, pointer } = resolvePointer(`#/paths/${escapePointer(path)}/${method}`);
  const id = value.operationId as OperationId;
  const security = (value.security ?? document.security) as readonly Json[];
  const responses = Object.keys(value.responses as Json).map(
    (status) => [Number(status), readResponse(`${pointer}/responses/${status}`, Number(status))] as const,
  );
  return [
    id,
    {
      id,
      method: method.toUpperCase(),
      path,
      hasRequestBody: value.requestBody !== undefined,
      isPrivate: security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0),
      hasTokenParameter: ((value.parameters ?? []) as readonly Json[]).some((_, index) =>
        isTokenParameter(resolvePointer(`${pointer}/parameters/${index}`).value),
      ),
      responses: new Map(responses),
    },
  ];
}

function isTokenParameter({ in: place, name, required }: Json): boolean {
  return place === "query" && name === "token" && required === true;
}

function readResponse(place: string, status: number): ResponseSpec {
  const { value, pointer } = resolvePointer(place);
  return {
    status,
    headers: Object.keys((value.headers ?? {}) as Json).map((name) => {
      const header = resolvePointer(`${pointer}/headers/${escapePointer(name)}`);
      return { name, required: header.value.required === true, schema: `${header.pointer}/schema` };
    }),
    bodies: Object.entries((value.content ?? {}) as Json).map(([mediaType, body]) => ({
      mediaType,
      schema: `${pointer}/content/${escapePointer(mediaType)}/schema`,
      examples: Object.keys(((body as Json).examples ?? {}) as Json),
    })),
  };
}

/** The operations of the paths that fit, the best first: one without variables comes before one with. */
function operationsMatching(target: string): Operation[] {
  const path = target.split("?", 1)[0] ?? "";
  const variables = ({ path: template }: Operation) => template.split("{").length;
  return [...operations.values()]
    .filter((operation) => matches(operation.path, path))
    .sort((a, b) => variables(a) - variables(b));
}

function matches(template: string, path: string): boolean {
  const [wanted, given] = [template, path].map((text) => text.replace(/^\/|\/$/g, "").split("/"));
  if (wanted?.length !== given?.length) return false;
  return wanted?.every((part, place) => part.startsWith("{") || part === given?.[place]) ?? false;
}

function escapePointer(part: string): string {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}
