import type { components } from "../../generated/openapi.ts";
import type { MethodMismatch, Route } from "./contract/routes.ts";

type WireError = components["schemas"]["Error"];
type OfrepFields = Pick<components["schemas"]["OfrepError"], "key" | "errorCode" | "errorDetails">;

/** Returns what OpenFeature's protocol adds to an error of its operations, with a status for which it has a body. */
export function ofrepErrorFields(
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
