import type { components } from "../../../generated/openapi.ts";
import { parseExactly } from "../../exact-json.ts";
import { textOf } from "../../json.ts";

type DecideRequest = components["schemas"]["DecideRequest"];

/** The question as it was read from `raw`; where an id in it is a number that may have been rounded then, the ids with all their digits. */
export function withWholeIds(body: DecideRequest, raw: Uint8Array): DecideRequest {
  const ids = [body.distinct_id, body.$anon_distinct_id, ...Object.values(body.groups ?? {})];
  if (ids.every((id) => typeof id !== "number" || Number.isSafeInteger(id))) return body;
  const { distinct_id, $anon_distinct_id, groups } = parseExactly(textOf(raw)) as DecideRequest;
  return { ...body, distinct_id, $anon_distinct_id, groups };
}
