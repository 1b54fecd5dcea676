import type { IncomingHttpHeaders } from "node:http";
import type { ContractOperation } from "../../src/http/contract/routes.ts";
import { toCanonicalEvents } from "../../src/http/decode/canonical-request.ts";
import { isPropertyMap } from "../../src/lib/json/json.ts";

export interface MockRequest {
  readonly operation: ContractOperation;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body; undefined without one. */
  readonly body: unknown;
  /** What the caller wants of Prism. */
  readonly prefer: string | undefined;
}

const JSON_LINES = "application/x-ndjson";

/**
 * Returns the headers that make Prism choose among the documented responses where schemas alone cannot decide. A
 * `Prefer` of the caller takes precedence. Other media types in `Accept` are ignored, as the service does.
 */
export function chooseResponse(request: MockRequest): Readonly<Record<string, string>> {
  const prefer = request.prefer ?? defaultPreference(request);
  return {
    ...(prefersJsonLines(request) && { accept: `${JSON_LINES}, application/json;q=0.9` }),
    ...(prefer !== undefined && { prefer }),
  };
}

function defaultPreference(request: MockRequest): string | undefined {
  const { operation, query, body } = request;
  if (operation.clientShapes !== undefined && !hasKey(request)) return "code=401";
  if (operation.id === "decide") return `example=v${query.get("v") ?? 1}`;
  if (operation.id === "invites_bulk_create" && !Array.isArray(body)) return "example=single";
  return undefined;
}

function prefersJsonLines({ operation, query, headers }: MockRequest): boolean {
  if (operation.id !== "session_recordings_snapshots_retrieve") return false;
  return query.has("source") || (headers.accept ?? "").includes(JSON_LINES);
}

/** Returns whether the request has a key, wherever clients put it. Any key is valid for the mock. */
function hasKey({ headers, body }: MockRequest): boolean {
  if (headers.authorization) return true;
  const { body: found } = toCanonicalEvents({ id: "batch", body, json: Buffer.alloc(0) }, { hasKey: false });
  return isPropertyMap(found) && Boolean(found.api_key || found.personal_api_key);
}
