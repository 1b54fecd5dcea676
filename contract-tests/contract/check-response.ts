import type { IncomingHttpHeaders } from "node:http";
import { decodeBody, type RawRequest, type RawResponse } from "../client/exchange.ts";
import { documentedMethods, findOperation, type Operation, type ResponseSpec } from "./contract-document.ts";
import { recordCoverage } from "./coverage.ts";
import { ERROR_CODES } from "./error-codes.ts";
import { schemaErrors } from "./schema-errors.ts";

/** An answer that keeps the contract. */
export interface CheckedResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The JSON body; a list of the lines' values where it is JSON lines; text where it is text or a part of a file; undefined where there is none. */
  readonly body: unknown;
  readonly raw: RawResponse;
}

/** An answer that the contract does not allow. */
export class ContractViolation extends Error {
  constructor(message: RawRequest, raw: RawResponse, faults: readonly string[]) {
    const start = raw.bytes.toString("utf8", 0, 500);
    const asked = `${message.method} ${message.path.slice(0, 200)}`;
    super(
      `${asked} was answered ${raw.status}, against the contract:\n  ${faults.join("\n  ")}\nThe body begins: ${start}`,
    );
    this.name = "ContractViolation";
  }
}

const ERROR_SCHEMA = "#/components/schemas/Error";
const LINE_SCHEMA = "#/components/schemas/SnapshotLine";

/** The answer, read; throws `ContractViolation` where the contract does not allow it. */
export function checkResponse(message: RawRequest, raw: RawResponse): CheckedResponse {
  const operation = findOperation(message.method, message.path);
  const { body, faults } = readBody(raw);
  faults.push(...(operation ? violationsOf(operation, raw, body) : undocumentedRouteViolations(message, raw, body)));
  if (!raw.headers["x-request-id"]) faults.push("It has no X-Request-Id.");
  if (raw.status >= 400) faults.push(...errorViolations(raw, body));
  if (faults.length > 0) throw new ContractViolation(message, raw, [...new Set(faults)]);
  if (operation) recordCoverage(operation.id, raw.status);
  return { status: raw.status, headers: raw.headers, body, raw };
}

function violationsOf(operation: Operation, raw: RawResponse, body: unknown): string[] {
  const response = operation.responses.get(raw.status);
  if (response === undefined) return [`${operation.id} does not document the status ${raw.status}.`];
  return [...headerViolations(response, raw.headers), ...contentViolations(response, raw, body)];
}

function headerViolations(response: ResponseSpec, headers: IncomingHttpHeaders): string[] {
  return response.headers.flatMap(({ name, required, schema }) => {
    const value = headers[name.toLowerCase()];
    if (value === undefined) return required ? [`It has no ${name}.`] : [];
    const numeric = typeof value === "string" && /^-?\d+$/.test(value) && !schemaErrors(Number(value), schema).length;
    return numeric ? [] : schemaErrors(value, schema).map((fault) => `${name}: ${fault}`);
  });
}

function contentViolations(response: ResponseSpec, raw: RawResponse, body: unknown): string[] {
  const mediaType = mediaTypeOf(raw);
  if (response.bodies.length === 0) {
    return raw.bytes.length === 0 ? [] : ["It has content, and none is documented."];
  }
  const spec = response.bodies.find((candidate) => candidate.mediaType === mediaType);
  if (spec === undefined) return [`Its content type ${mediaType || "(none)"} is not documented.`];
  if (Array.isArray(body) && mediaType === "application/x-ndjson") {
    return body.flatMap((line) => schemaErrors(line, LINE_SCHEMA)).slice(0, 5);
  }
  return schemaErrors(body, spec.schema);
}

/** A path or a method that the document does not have. */
function undocumentedRouteViolations({ method, path }: RawRequest, raw: RawResponse, body: unknown): string[] {
  const methods = documentedMethods(path);
  const wanted = methods.length > 0 ? 405 : 404;
  if (raw.status !== wanted) return [`${method} is not in the document there: it must be answered ${wanted}.`];
  const faults = mediaTypeOf(raw) === "application/json" ? schemaErrors(body, ERROR_SCHEMA) : ["It is not JSON."];
  const allowed = (raw.headers.allow ?? "").split(/\s*,\s*/);
  if (wanted === 404) return faults;
  if (allowed.includes(method)) faults.push(`Allow names ${method}.`);
  return [...faults, ...methods.filter((one) => !allowed.includes(one)).map((one) => `Allow does not name ${one}.`)];
}

/** What the schema cannot say: each code has one status and one type, and a refusal for now says until when. */
function errorViolations({ status, headers }: RawResponse, body: unknown): string[] {
  const error = body as { readonly type?: unknown; readonly code?: unknown; readonly detail?: unknown } | null;
  const code = error?.code;
  if (typeof code !== "string") return status === 503 ? [] : ["It has no code."];
  const family = ERROR_CODES.get(code);
  const faults = [];
  if (family?.status !== status) faults.push(`The code ${code} does not belong to the status ${status}.`);
  if (family?.type !== error?.type) faults.push(`The code ${code} does not belong to the type ${error?.type}.`);
  if ((status === 429 || status === 503) && headers["retry-after"] === undefined) faults.push("It has no Retry-After.");
  if (typeof error?.detail === "string" && INTERNALS_PATTERN.test(error.detail))
    faults.push("Its detail tells of the inside.");
  return faults;
}

/** A stack trace, a query, a path of the machine. */
const INTERNALS_PATTERN =
  /\n\s+at |\bSELECT\b.*\bFROM\b|\bINSERT INTO\b|SQLITE_|node_modules|\/(home|usr|tmp|root|var)\//;

function readBody(raw: RawResponse): { body: unknown; faults: string[] } {
  if (raw.bytes.length === 0) return { body: undefined, faults: [] };
  if (raw.status === 206) return { body: raw.bytes.toString("latin1"), faults: [] }; // a part of what is packed
  try {
    const text = decodeBody(raw);
    const mediaType = mediaTypeOf(raw);
    if (mediaType === "application/json") return { body: JSON.parse(text), faults: [] };
    if (mediaType === "application/x-ndjson") return { body: parseJsonLines(text), faults: [] };
    return { body: text, faults: [] };
  } catch (error) {
    return { body: undefined, faults: [`Its body cannot be read: ${(error as Error).message}`] };
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
