import type { components } from "../../../generated/openapi.ts";
import { isPersonalKey } from "../../access/api-keys.ts";
import { parseExactly, stringifyExactly } from "../../values/exact-json.ts";
import { decodeUtf8 } from "../../values/parse-json.ts";
import type { EventOperationId } from "../contract/operation.ts";
import type { CredentialFields } from "./credentials.ts";

/** What of a request with events is needed to take them. */
export interface EventPayload {
  readonly operation: EventOperationId;
  readonly credentials: CredentialFields;
  readonly count: number;
  /** The body as it came; where it has a personal key, which is a secret that may rest nowhere, without its keys. */
  readonly bytes: Uint8Array;
}

export interface EventBodies {
  readonly capture: components["schemas"]["CaptureRequest"];
  readonly batch: components["schemas"]["BatchRequest"];
}

export const toEventPayload = {
  capture: (body: EventBodies["capture"], raw: Uint8Array): EventPayload => buildPayload("capture", body, raw, 1),
  batch: (body: EventBodies["batch"], raw: Uint8Array): EventPayload =>
    buildPayload("batch", body, raw, body.batch.length),
};

function buildPayload(
  operation: EventOperationId,
  body: components["schemas"]["Credentials"],
  raw: Uint8Array,
  count: number,
): EventPayload {
  const { api_key, personal_api_key, project_id } = body;
  const isSecret = personal_api_key !== undefined || isPersonalKey(api_key ?? "");
  const keys = { api_key, personal_api_key, project_id };
  return { operation, credentials: keys, count, bytes: isSecret ? removeKeys(raw) : raw };
}

function removeKeys(raw: Uint8Array): Uint8Array {
  const { api_key, personal_api_key, ...rest } = parseExactly(decodeUtf8(raw)) as components["schemas"]["Credentials"];
  return Buffer.from(stringifyExactly(rest));
}
