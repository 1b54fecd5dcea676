import type { components } from "../../generated/openapi.ts";
import type { RenderedError } from "./render-error.ts";

type OfrepFields = Pick<components["schemas"]["OfrepError"], "key" | "errorCode" | "errorDetails">;

/** Returns what OpenFeature's protocol adds to an error: to those of the statuses for which it has a body. */
export function ofrepErrorFields({ status, body }: RenderedError, key: string | undefined): OfrepFields | undefined {
  if (status !== 400 && status !== 404) return undefined;
  return { ...(key !== undefined && { key }), errorCode: errorCodeOf(body), errorDetails: body.detail };
}

const TARGETING_KEY = ["context", "context__targetingKey"];
const ABSENT = ["required", "null", "blank"];

function errorCodeOf(body: RenderedError["body"]): OfrepFields["errorCode"] {
  const attr = "attr" in body ? body.attr : undefined;
  if (body.code === "parse_error") return "PARSE_ERROR";
  if (body.code === "not_found") return "FLAG_NOT_FOUND";
  if (attr === undefined && body.code === "invalid_input") return "INVALID_CONTEXT";
  if (attr === undefined || !attr.startsWith("context")) return "GENERAL";
  return TARGETING_KEY.includes(attr) && ABSENT.includes(body.code) ? "TARGETING_KEY_MISSING" : "INVALID_CONTEXT";
}
