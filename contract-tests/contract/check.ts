import type { IncomingHttpHeaders } from "node:http";
import { type Message, type RawAnswer, textOf } from "../client/exchange.ts";
import { noteExercised } from "./coverage.ts";
import { methodsOf, type Operation, operationFor, type ResponseSpec } from "./document.ts";
import { FAMILIES } from "./families.ts";
import { faultsBySchema } from "./schemas.ts";

/** An answer that keeps the contract. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The JSON body; a list of the lines' values where it is JSON lines; text where it is text or a part of a file; undefined where there is none. */
  readonly body: unknown;
  readonly raw: RawAnswer;
}

/** An answer that the contract does not allow. */
export class ContractViolation extends Error {
  constructor(message: Message, raw: RawAnswer, faults: readonly string[]) {
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
export function check(message: Message, raw: RawAnswer): Answer {
  const operation = operationFor(message.method, message.path);
  const { body, faults } = readBody(raw);
  faults.push(...(operation ? faultsOf(operation, raw, body) : faultsOfRefusal(message, raw, body)));
  if (!raw.headers["x-request-id"]) faults.push("It has no X-Request-Id.");
  if (raw.status >= 400) faults.push(...faultsOfError(raw, body));
  if (faults.length > 0) throw new ContractViolation(message, raw, [...new Set(faults)]);
  if (operation) noteExercised(operation.id, raw.status);
  return { status: raw.status, headers: raw.headers, body, raw };
}

function faultsOf(operation: Operation, raw: RawAnswer, body: unknown): string[] {
  const response = operation.responses.get(raw.status);
  if (response === undefined) return [`${operation.id} does not document the status ${raw.status}.`];
  return [...faultsOfHeaders(response, raw.headers), ...faultsOfContent(response, raw, body)];
}

function faultsOfHeaders(response: ResponseSpec, headers: IncomingHttpHeaders): string[] {
  return response.headers.flatMap(({ name, required, schema }) => {
    const value = headers[name.toLowerCase()];
    if (value === undefined) return required ? [`It has no ${name}.`] : [];
    const numeric = typeof value === "string" && /^-?\d+$/.test(value) && !faultsBySchema(Number(value), schema).length;
    return numeric ? [] : faultsBySchema(value, schema).map((fault) => `${name}: ${fault}`);
  });
}

function faultsOfContent(response: ResponseSpec, raw: RawAnswer, body: unknown): string[] {
  const mediaType = mediaTypeOf(raw);
  if (response.bodies.length === 0) {
    return raw.bytes.length === 0 ? [] : ["It has content, and none is documented."];
  }
  const spec = response.bodies.find((candidate) => candidate.mediaType === mediaType);
  if (spec === undefined) return [`Its content type ${mediaType || "(none)"} is not documented.`];
  if (Array.isArray(body) && mediaType === "application/x-ndjson") {
    return body.flatMap((line) => faultsBySchema(line, LINE_SCHEMA)).slice(0, 5);
  }
  return faultsBySchema(body, spec.schema);
}

/** A path or a method that the document does not have. */
function faultsOfRefusal({ method, path }: Message, raw: RawAnswer, body: unknown): string[] {
  const methods = methodsOf(path);
  const wanted = methods.length > 0 ? 405 : 404;
  if (raw.status !== wanted) return [`${method} is not in the document there: it must be answered ${wanted}.`];
  const faults = mediaTypeOf(raw) === "application/json" ? faultsBySchema(body, ERROR_SCHEMA) : ["It is not JSON."];
  const allowed = (raw.headers.allow ?? "").split(/\s*,\s*/);
  if (wanted === 404) return faults;
  if (allowed.includes(method)) faults.push(`Allow names ${method}.`);
  return [...faults, ...methods.filter((one) => !allowed.includes(one)).map((one) => `Allow does not name ${one}.`)];
}

/** What the schema cannot say: each code has one status and one type, and a refusal for now says until when. */
function faultsOfError({ status, headers }: RawAnswer, body: unknown): string[] {
  const error = body as { readonly type?: unknown; readonly code?: unknown; readonly detail?: unknown } | null;
  const code = error?.code;
  if (typeof code !== "string") return status === 503 ? [] : ["It has no code."];
  const family = FAMILIES.get(code);
  const faults = [];
  if (family?.status !== status) faults.push(`The code ${code} does not belong to the status ${status}.`);
  if (family?.type !== error?.type) faults.push(`The code ${code} does not belong to the type ${error?.type}.`);
  if ((status === 429 || status === 503) && headers["retry-after"] === undefined) faults.push("It has no Retry-After.");
  if (typeof error?.detail === "string" && TELLTALE.test(error.detail)) faults.push("Its detail tells of the inside.");
  return faults;
}

/** A stack trace, a query, a path of the machine. */
const TELLTALE = /\n\s+at |\bSELECT\b.*\bFROM\b|\bINSERT INTO\b|SQLITE_|node_modules|\/(home|usr|tmp|root|var)\//;

function readBody(raw: RawAnswer): { body: unknown; faults: string[] } {
  if (raw.bytes.length === 0) return { body: undefined, faults: [] };
  if (raw.status === 206) return { body: raw.bytes.toString("latin1"), faults: [] }; // a part of what is packed
  try {
    const text = textOf(raw);
    const mediaType = mediaTypeOf(raw);
    if (mediaType === "application/json") return { body: JSON.parse(text), faults: [] };
    if (mediaType === "application/x-ndjson") return { body: linesOf(text), faults: [] };
    return { body: text, faults: [] };
  } catch (error) {
    return { body: undefined, faults: [`Its body cannot be read: ${(error as Error).message}`] };
  }
}

function linesOf(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

function mediaTypeOf({ headers }: RawAnswer): string {
  return (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
