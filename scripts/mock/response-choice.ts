import type { ContractOperation } from "../../src/http/contract/routes.ts";
import type { Preferences } from "./prefer-header.ts";

export interface MockRequest {
  readonly operation: ContractOperation;
  /** The path as requested. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; null without one. */
  readonly body: unknown;
}

export interface ResponseChoice extends Preferences {
  readonly mediaTypes?: string[];
}

const JSON_LINES = "application/x-ndjson";

/**
 * Chooses among the documented responses where schemas alone cannot decide. Preferences of the caller take precedence.
 */
export function chooseResponse(request: MockRequest, preferred: Preferences): ResponseChoice {
  const mediaTypes = prefersJsonLines(request) ? { mediaTypes: [JSON_LINES, "application/json"] } : {};
  const isPreferred = preferred.code !== undefined || preferred.exampleKey !== undefined || preferred.dynamic === true;
  return { ...mediaTypes, ...(isPreferred ? preferred : defaultPreferences(request)) };
}

function defaultPreferences(request: MockRequest): Preferences {
  const { operation, query, body } = request;
  if (acceptsProjectKey(operation) && !hasKey(request)) return { code: 401 };
  if (operation.id === "decide") return { exampleKey: `v${query.get("v") ?? 1}` };
  if (operation.id === "invites_bulk_create" && !Array.isArray(body)) return { exampleKey: "single" };
  return {};
}

function prefersJsonLines({ operation, query, headers }: MockRequest): boolean {
  if (operation.id !== "session_recordings_snapshots_retrieve") return false;
  return query.has("source") || (headers.accept ?? "").includes(JSON_LINES);
}

/** The operations of the public interface are POST; public GET operations need no key. */
function acceptsProjectKey({ access, method }: ContractOperation): boolean {
  return access === "public" && method === "POST";
}

/** Returns whether the request has a key. Any key is valid for the mock. */
function hasKey({ headers, body }: MockRequest): boolean {
  const fields = body as { api_key?: unknown; personal_api_key?: unknown } | null;
  return Boolean(headers.authorization || fields?.api_key || fields?.personal_api_key);
}
