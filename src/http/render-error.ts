import type { Schemas } from "../../generated/openapi.ts";
import { errorStatuses } from "../../generated/operations.ts";
import { Problem, problem } from "../lib/problem.ts";
import { StoreUnavailable } from "../store/ports/common.ts";
import type { MethodMismatch, Route } from "./contract/routes.ts";

type WireError = Schemas["Error"];
type OfrepFields = Pick<Schemas["OfrepError"], "key" | "errorCode" | "errorDetails">;

const RETRY_AFTER_SECONDS = 5;

interface RenderedError {
  readonly status: number;
  readonly body:
    | WireError
    | { readonly type: "server_error"; readonly code: "internal_error"; readonly detail: string };
  readonly headers: Readonly<Record<string, string>>;
  /** Cause that only the log gets: a fault of the service or of an engine. */
  readonly cause: unknown;
}

/** Renders all but refusals as faults of the service: a 500 without details, which the contract does not describe. */
export function renderError(error: unknown, route: Route | MethodMismatch | null = null): RenderedError {
  const refusal = toProblem(error);
  if (!refusal) {
    const body = { type: "server_error", code: "internal_error", detail: "Something went wrong here." } as const;
    return { status: 500, body, headers: {}, cause: error };
  }
  const { code, message: detail } = refusal;
  const attr = refusal.attr ?? (code === "invalid_project" ? "project_id" : undefined);
  const [status, type] = errorStatuses[code];
  const retry = refusal.retryAfter ?? (status === 503 || status === 429 ? RETRY_AFTER_SECONDS : undefined);
  const body = { type, code, detail, ...(attr === undefined ? {} : { attr }) };
  return {
    status,
    body: { ...body, ...ofrepErrorFields(status, body, route) },
    headers: {
      ...(retry !== undefined && { "Retry-After": String(Math.max(1, Math.ceil(retry))) }),
      ...(refusal.size !== undefined && { "Content-Range": `bytes */${refusal.size}` }),
    },
    cause: status === 503 ? (refusal.cause ?? error) : undefined,
  };
}

function toProblem(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (!(error instanceof StoreUnavailable)) return null;
  const refusal = problem("service_unavailable");
  refusal.cause = error;
  return refusal;
}

/** Returns the fields of OpenFeature's protocol, with a status for which it has a body. */
function ofrepErrorFields(
  status: number,
  error: WireError,
  route: Route | MethodMismatch | null,
): OfrepFields | undefined {
  if (!route || !("operation" in route) || route.operation.clientShapes !== "ofrep") return undefined;
  if (status !== 400 && status !== 404) return undefined;
  const { key } = route.params;
  return { ...(key !== undefined && { key }), errorCode: errorCodeOf(error), errorDetails: error.detail };
}

const TARGETING_KEY = ["context", "context__targetingKey"];
const ABSENT = ["required", "null", "blank"];

function errorCodeOf({ code, attr }: WireError): OfrepFields["errorCode"] {
  if (code === "parse_error") return "PARSE_ERROR";
  if (code === "not_found") return "FLAG_NOT_FOUND";
  if (attr === undefined && code === "invalid_input") return "INVALID_CONTEXT";
  if (attr === undefined || !attr.startsWith("context")) return "GENERAL";
  return TARGETING_KEY.includes(attr) && ABSENT.includes(code) ? "TARGETING_KEY_MISSING" : "INVALID_CONTEXT";
}
