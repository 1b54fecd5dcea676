import type { IncomingHttpHeaders } from "node:http";
import { decodeBody, type RawRequest, type RawResponse } from "../client/exchange.ts";
import type { Operation, ResponseSpec } from "./contract-document.ts";
import { ERROR_CODES } from "./error-codes.ts";
import { documentedMethods, findOperation } from "./find-operation.ts";
import { observe } from "./observations.ts";
import { schemaErrors } from "./schema-errors.ts";

/** A response that conforms to the contract. */
export interface CheckedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON; an array for JSON lines; a string for text or a part of a file; undefined without a body. */
  readonly body: unknown;
  readonly raw: RawResponse;
}

/** A response that violates the contract. */
export class ContractViolation extends Error {
  constructor(request: RawRequest, raw: RawResponse, violations: readonly string[]) {
    const start = raw.bytes.toString("utf8", 0, 500);
    const requestLine = `${request.method} ${request.path.slice(0, 200)}`;
    const list = violations.map((violation) => `  ${violation}`).join("\n");
    super(`${requestLine} was answered with ${raw.status}, which violates the contract:\n${list}\nBody: ${start}`);
    this.name = "ContractViolation";
  }
}

const ERROR_SCHEMA = "#/components/schemas/Error";
const LINE_SCHEMA = "#/components/schemas/SnapshotLine";

/** Parses a response. Throws `ContractViolation` if the contract does not allow it. */
export function checkResponse(request: RawRequest, raw: RawResponse): CheckedResponse {
  const operation = findOperation(request.method, request.path);
  const { body, violations } = readBody(raw);
  violations.push(
    ...(operation ? violationsOf(operation, raw, body) : undocumentedRouteViolations(request, raw, body)),
  );
  if (!raw.headers["x-request-id"]) violations.push("The header X-Request-Id is missing.");
  if (raw.status >= 400) violations.push(...errorViolations(raw, body));
  if (violations.length > 0) throw new ContractViolation(request, raw, [...new Set(violations)]);
  if (operation) observe(operation, raw.status, raw.milliseconds);
  return { status: raw.status, headers: raw.headers, body, raw };
}

function violationsOf(operation: Operation, raw: RawResponse, body: unknown): string[] {
  const response = operation.responses.get(raw.status);
  if (response === undefined) return [`${operation.id} does not document the status ${raw.status}.`];
  return [...headerViolations(response, raw.headers), ...contentViolations(response, raw, body)];
}

function headerViolations(response: ResponseSpec, headers: IncomingHttpHeaders): string[] {
  return response.headers.flatMap(({ name, required, schema }) => {
    const value = [headers[name.toLowerCase()]].flat()[0]; // each cookie has a Set-Cookie of its own
    if (value === undefined) return required ? [`The header ${name} is missing.`] : [];
    const numeric = typeof value === "string" && /^-?\d+$/.test(value) && !schemaErrors(Number(value), schema).length;
    return numeric ? [] : schemaErrors(value, schema).map((violation) => `${name}: ${violation}`);
  });
}

function contentViolations(response: ResponseSpec, raw: RawResponse, body: unknown): string[] {
  const mediaType = mediaTypeOf(raw);
  if (response.bodies.length === 0) {
    return raw.bytes.length === 0 ? [] : ["It has a body, but none is documented."];
  }
  const spec = response.bodies.find((candidate) => candidate.mediaType === mediaType);
  if (spec === undefined) return [`Its content type ${mediaType || "(none)"} is not documented.`];
  if (Array.isArray(body) && mediaType === "application/x-ndjson") {
    return body.flatMap((line) => schemaErrors(line, LINE_SCHEMA)).slice(0, 5);
  }
  return schemaErrors(body, spec.schema);
}

/** Checks the response to a path or a method that is not in the document. */
function undocumentedRouteViolations({ method, path }: RawRequest, raw: RawResponse, body: unknown): string[] {
  const methods = documentedMethods(path);
  const expectedStatus = methods.length > 0 ? 405 : 404;
  if (raw.status !== expectedStatus)
    return [`${method} is not documented for this path: it must be answered with ${expectedStatus}.`];
  const violations = mediaTypeOf(raw) === "application/json" ? schemaErrors(body, ERROR_SCHEMA) : ["It is not JSON."];
  const allowed = (raw.headers.allow ?? "").split(/\s*,\s*/);
  if (expectedStatus === 404) return violations;
  return [
    ...violations,
    ...allowed.filter((name) => !methods.includes(name)).map((name) => `Allow names ${name}.`),
    ...methods.filter((name) => !allowed.includes(name)).map((name) => `Allow does not name ${name}.`),
  ];
}

/** Checks what the schema cannot express: each code has one status and one type, and 429 and 503 have Retry-After. */
function errorViolations({ status, headers }: RawResponse, body: unknown): string[] {
  const error = body as { readonly type?: unknown; readonly code?: unknown; readonly detail?: unknown } | null;
  const code = error?.code;
  if (typeof code !== "string") return status === 503 ? [] : ["The code is missing."];
  const expected = ERROR_CODES.get(code);
  const violations = [];
  if (expected?.status !== status) violations.push(`The code ${code} does not belong to the status ${status}.`);
  if (expected?.type !== error?.type) violations.push(`The code ${code} does not belong to the type ${error?.type}.`);
  if ((status === 429 || status === 503) && headers["retry-after"] === undefined)
    violations.push("The header Retry-After is missing.");
  if (typeof error?.detail === "string" && INTERNALS_PATTERN.test(error.detail))
    violations.push("Its detail reveals internals.");
  return violations;
}

/** Matches stack traces, queries and file paths. */
const INTERNALS_PATTERN =
  /\n\s+at |\bSELECT\b.*\bFROM\b|\bINSERT INTO\b|SQLITE_|node_modules|\/(home|usr|tmp|root|var)\//;

function readBody(raw: RawResponse): { body: unknown; violations: string[] } {
  if (raw.bytes.length === 0) return { body: undefined, violations: [] };
  // A part of a gzip file, or an archive.
  if (raw.status === 206 || mediaTypeOf(raw) === "application/zip")
    return { body: raw.bytes.toString("latin1"), violations: [] };
  try {
    const text = decodeBody(raw);
    const mediaType = mediaTypeOf(raw);
    if (mediaType === "application/json") return { body: JSON.parse(text), violations: [] };
    if (mediaType === "application/x-ndjson") return { body: parseJsonLines(text), violations: [] };
    return { body: text, violations: [] };
  } catch (error) {
    return { body: undefined, violations: [`Its body cannot be read: ${(error as Error).message}`] };
  }
}

function parseJsonLines(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

function mediaTypeOf({ headers }: RawResponse): string {
  return (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
