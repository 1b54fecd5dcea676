import type { Operation } from "./mock-routes.ts";
import type { Preferences } from "./prefer-header.ts";

export interface MockRequest {
  readonly operation: Operation;
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
  if (operation.isPublic && !hasKey(request)) return { code: 401 };
  if (operation.operationId === "decide") return { exampleKey: `v${query.get("v") ?? 1}` };
  if (operation.operationId === "invites_bulk_create" && !Array.isArray(body)) return { exampleKey: "single" };
  return {};
}

function prefersJsonLines({ operation, query, headers }: MockRequest): boolean {
  if (operation.operationId !== "session_recordings_snapshots_retrieve") return false;
  return query.has("source") || (headers.accept ?? "").includes(JSON_LINES);
}

/** Returns whether the request has a key. Any key is valid for the mock. */
function hasKey({ headers, body }: MockRequest): boolean {
  const fields = body as { api_key?: unknown; personal_api_key?: unknown } | null;
  return Boolean(headers.authorization || fields?.api_key || fields?.personal_api_key);
}
