import type { components } from "../../../generated/openapi.ts";
import { decodeUtf8, LargeNumber, parseExactly } from "../../json/json.ts";
import { toCanonicalFlagQuery } from "../decode/canonical-request.ts";

type DecideRequest = components["schemas"]["DecideRequest"];

/**
 * Returns the query with all digits of its ids, as texts: parsing rounds numbers beyond 2^53, so that the ids are read
 * again.
 */
export function withExactIds(body: DecideRequest, json: Uint8Array): DecideRequest {
  const ids = [body.distinct_id, body.$anon_distinct_id, ...Object.values(body.groups ?? {})];
  if (ids.every((id) => typeof id !== "number" || Number.isSafeInteger(id))) return body;
  const exact = toCanonicalFlagQuery({ id: "decide", body: parseExactly(decodeUtf8(json)), json }, { hasKey: true });
  const { distinct_id, $anon_distinct_id, groups } = exact.body as DecideRequest;
  return {
    ...body,
    distinct_id: toText(distinct_id),
    $anon_distinct_id: toText($anon_distinct_id),
    ...(groups && { groups: Object.fromEntries(Object.entries(groups).map(([type, key]) => [type, toText(key)])) }),
  };
}

function toText<Id>(id: Id): Id | string {
  return id instanceof LargeNumber ? id.text : id;
}
