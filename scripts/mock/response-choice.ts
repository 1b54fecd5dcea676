import type { Operation } from "./mock-routes.ts";
import type { Preferences } from "./prefer-header.ts";

export interface MockRequest {
  readonly operation: Operation;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; null when there is none. */
  readonly body: unknown;
}

export interface ResponseChoice extends Preferences {
  readonly mediaTypes?: string[];
}

const JSON_LINES = "application/x-ndjson";

/** Which of the documented answers fits the request, where schemas alone cannot tell; what the caller prefers wins. */
export function chooseResponse(asked: MockRequest, preferred: Preferences): ResponseChoice {
  const mediaTypes = prefersJsonLines(asked) ? { mediaTypes: [JSON_LINES, "application/json"] } : {};
  const isPreferred = preferred.code !== undefined || preferred.exampleKey !== undefined || preferred.dynamic === true;
  return { ...mediaTypes, ...(isPreferred ? preferred : defaultPreferences(asked)) };
}

function defaultPreferences(asked: MockRequest): Preferences {
  const { operation, query, body } = asked;
  if (operation.isPublic && !hasKey(asked)) return { code: 401 };
  if (operation.operationId === "decide") return { exampleKey: `v${query.get("v") ?? 1}` };
  if (operation.operationId === "invites_bulk_create" && !Array.isArray(body)) return { exampleKey: "single" };
  return {};
}

function prefersJsonLines({ operation, query, headers }: MockRequest): boolean {
  if (operation.operationId !== "session_recordings_snapshots_retrieve") return false;
  return query.has("source") || (headers.accept ?? "").includes(JSON_LINES);
}

/** Any key will do; the service itself would look it up. */
function hasKey({ headers, body }: MockRequest): boolean {
  const fields = body as { api_key?: unknown; personal_api_key?: unknown } | null;
  return Boolean(headers.authorization || fields?.api_key || fields?.personal_api_key);
}
