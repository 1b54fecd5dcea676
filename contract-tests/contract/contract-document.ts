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

/** A documented response of an operation. */
export interface ResponseSpec {
  readonly status: number;
  readonly headers: readonly HeaderSpec[];
  readonly bodies: readonly BodySpec[];
}

/** A parameter of a path, a query or the headers. */
export interface ParameterSpec {
  readonly name: string;
  readonly location: "path" | "query" | "header";
  readonly required: boolean;
  /** JSON pointer of the parameter in the document. */
  readonly pointer: string;
}

export interface Operation {
  readonly id: OperationId;
  readonly method: string;
  /** The path as listed in the document. */
  readonly path: string;
  readonly parameters: readonly ParameterSpec[];
  /** Whether no id is the last segment of its path. */
  readonly isReserved: boolean;
  readonly hasRequestBody: boolean;
  /** JSON pointer of its body; null without one. */
  readonly bodyPointer: string | null;
  /** JSON pointer of the schema of its JSON body; null without a body. */
  readonly bodySchema: string | null;
  readonly requiresBody: boolean;
  /** The documented examples of its JSON body. */
  readonly bodyExamples: readonly unknown[];
  readonly isPrivate: boolean;
  /** Whether pages of other origins may call it. */
  readonly hasCors: boolean;
  /** Whether the project API key may be in the query, as `token`. */
  readonly hasTokenParameter: boolean;
  /** The examples of the parameters that its query must have. */
  readonly requiredQuery: Readonly<Record<string, string>>;
  readonly responses: ReadonlyMap<number, ResponseSpec>;
}

type Json = { readonly [key: string]: unknown };

const METHODS = ["get", "put", "post", "delete", "patch"];

const readGenerated = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../generated/${name}`, import.meta.url), "utf8")) as Json;

/** The variable that names the file of another contract: that of an older deployment. */
export const DOCUMENT_VARIABLE = "CONTRACT_DOCUMENT_FILE";

/** The contract of this suite. */
export const ownDocument = readGenerated("complete.json");
const otherDocument = process.env[DOCUMENT_VARIABLE];

/** The contract that responses must conform to: all that the service accepts and answers. */
export const document = otherDocument ? (JSON.parse(readFileSync(otherDocument, "utf8")) as Json) : ownDocument;

/** The part of it that clients are generated from. */
export const clientDocument = readGenerated("openapi.json");

export const operations: ReadonlyMap<OperationId, Operation> = new Map(readOperations());

/** The operations that only a personal API key may call. */
export const privateOperations = [...operations.values()].filter(({ isPrivate }) => isPrivate);

/** The operations with a request body. */
export const operationsWithBody = [...operations.values()].filter(({ hasRequestBody }) => hasRequestBody);

/** The POST operations that need a project: those that take events or ask for flags. */
export const clientOperations = [...operations.values()].filter(
  ({ method, isPrivate, path }) => method === "POST" && !isPrivate && !path.startsWith("/api/"),
);

/** The operations that accept events: `capture`, `batch` and the aliases of `capture`. */
export const eventOperations = [...operations.keys()].filter(
  (id): id is EventsId => id === "batch" || id.startsWith("capture"),
);

/** The operations that accept events in their query. */
export const queryOperations = ["get_e", "get_track"] as const;

/** Returns the operation with this id. Throws if there is none. */
export function operationById(id: OperationId): Operation {
  const operation = operations.get(id);
  if (operation === undefined) throw new Error(`The document has no operation ${id}.`);
  return operation;
}

/** Resolves a JSON pointer, following `$ref`s. Returns the value and its final pointer. */
export function resolvePointer(pointer: string): { value: Json; pointer: string } {
  let value: unknown = document;
  let resolved = "#";
  for (const part of pointer.split("/").slice(1)) {
    value = (value as Json)[part.replaceAll("~1", "/").replaceAll("~0", "~")];
    resolved += `/${part}`;
    const reference = (value as Json | undefined)?.$ref;
    if (typeof reference === "string") ({ value, pointer: resolved } = resolvePointer(reference));
  }
  if (typeof value !== "object" || value === null) throw new Error(`The document has nothing at ${pointer}.`);
  return { value: value as Json, pointer: resolved };
}

function readOperations(): [OperationId, Operation][] {
  return Object.entries(document.paths as Json).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(item as Json, method)).map((method) => readOperation(path, method)),
  );
}

function readOperation(path: string, method: string): [OperationId, Operation] {
  const { value, pointer } = resolvePointer(`#/paths/${escapePointer(path)}/${method}`);
  const id = value.operationId as OperationId;
  const parameters = [`#/paths/${escapePointer(path)}`, pointer].flatMap(readParameters);
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
      parameters,
      isReserved: value["x-reserved-path"] === true,
      hasRequestBody: value.requestBody !== undefined,
      requiresBody: value.requestBody !== undefined && resolvePointer(`${pointer}/requestBody`).value.required === true,
      ...readRequestBody(value.requestBody === undefined ? null : `${pointer}/requestBody`),
      hasCors: value["x-cors"] === true,
      isPrivate: security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0),
      hasTokenParameter: parameters.some(isTokenParameter),
      requiredQuery: Object.fromEntries(parameters.filter(isRequiredInQuery).map(readExample)),
      responses: new Map(responses),
    },
  ];
}

/** Reads the parameters of a path or an operation. */
function readParameters(owner: string): ParameterSpec[] {
  const parameters = (resolvePointer(owner).value.parameters ?? []) as readonly Json[];
  return parameters.map((_, index) => {
    const { value, pointer } = resolvePointer(`${owner}/parameters/${index}`);
    const {
      name,
      in: location,
      required = false,
    } = value as Json & {
      readonly name: string;
      readonly in: ParameterSpec["location"];
      readonly required?: boolean;
    };
    return { name, location, required, pointer };
  });
}

function isTokenParameter({ location, name }: ParameterSpec): boolean {
  return location === "query" && name === "token";
}

function isRequiredInQuery({ location, required }: ParameterSpec): boolean {
  return location === "query" && required;
}

function readExample({ name, pointer }: ParameterSpec): [name: string, example: string] {
  return [name, String(resolvePointer(pointer).value.example)];
}

function readRequestBody(bodyPointer: string | null): Pick<Operation, "bodyPointer" | "bodySchema" | "bodyExamples"> {
  if (bodyPointer === null) return { bodyPointer, bodySchema: null, bodyExamples: [] };
  const pointer = `${resolvePointer(bodyPointer).pointer}/content/application~1json`;
  const names = Object.keys((resolvePointer(pointer).value.examples ?? {}) as Json);
  return {
    bodyPointer,
    bodySchema: `${pointer}/schema`,
    bodyExamples: names.map((name) => resolvePointer(`${pointer}/examples/${escapePointer(name)}`).value.value),
  };
}

function readResponse(responsePointer: string, status: number): ResponseSpec {
  const { value, pointer } = resolvePointer(responsePointer);
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

function escapePointer(part: string): string {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}
