import type { components } from "../../../generated/openapi.ts";
import { parseExactly } from "../../values/exact-json.ts";
import { decodeUtf8 } from "../../values/parse-json.ts";
import { toCanonicalFlagRequest } from "../wire/canonical-request.ts";

type DecideRequest = components["schemas"]["DecideRequest"];

/** The question as it was read from `raw`; where an id in it is a number that may have been rounded then, the ids with all their digits. */
export function withExactIds(body: DecideRequest, raw: Uint8Array): DecideRequest {
  const ids = [body.distinct_id, body.$anon_distinct_id, ...Object.values(body.groups ?? {})];
  if (ids.every((id) => typeof id !== "number" || Number.isSafeInteger(id))) return body;
  const exact = toCanonicalFlagRequest({ id: "decide", body: parseExactly(decodeUtf8(raw)), raw }, { hasKey: true });
  const { distinct_id, $anon_distinct_id, groups } = exact.body as DecideRequest;
  return { ...body, distinct_id, $anon_distinct_id, groups };
}
