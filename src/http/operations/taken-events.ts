import type { components } from "../../../generated/openapi.ts";
import { isPersonal } from "../../access/keys.ts";
import { jsonText, parseExactly } from "../../values/exact-json.ts";
import { textOf } from "../../values/json.ts";
import type { EventOperationId } from "../contract/operation.ts";
import type { KeyFields } from "./credentials.ts";

/** What of a request with events is needed to take them. */
export interface TakenEvents {
  readonly operation: EventOperationId;
  readonly keys: KeyFields;
  readonly count: number;
  /** The body as it came; where it has a personal key, which is a secret that may rest nowhere, without its keys. */
  readonly bytes: Uint8Array;
}

export interface EventBodies {
  readonly capture: components["schemas"]["CaptureRequest"];
  readonly batch: components["schemas"]["BatchRequest"];
}

export const takenEvents = {
  capture: (body: EventBodies["capture"], raw: Uint8Array): TakenEvents => taken("capture", body, raw, 1),
  batch: (body: EventBodies["batch"], raw: Uint8Array): TakenEvents => taken("batch", body, raw, body.batch.length),
};

function taken(
  operation: EventOperationId,
  body: components["schemas"]["Credentials"],
  raw: Uint8Array,
  count: number,
): TakenEvents {
  const { api_key, personal_api_key, project_id } = body;
  const isSecret = personal_api_key !== undefined || isPersonal(api_key ?? "");
  const keys = { api_key, personal_api_key, project_id };
  return { operation, keys, count, bytes: isSecret ? withoutKeys(raw) : raw };
}

function withoutKeys(raw: Uint8Array): Uint8Array {
  const { api_key, personal_api_key, ...rest } = parseExactly(textOf(raw)) as components["schemas"]["Credentials"];
  return Buffer.from(jsonText(rest));
}
