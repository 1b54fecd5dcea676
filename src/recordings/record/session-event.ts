import { type PropertyMap, parseExactly } from "../../lib/json/json.ts";
import type { JsonText, Millis } from "../../store/ports/common.ts";

/** Times this far after their arrival are wrong. */
export const MAX_FUTURE_MS = 23 * 3_600_000;

export interface SessionEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly receivedAt: Millis;
  /** Milliseconds by which our clock is ahead of the client's; 0 if absent. */
  readonly clockCorrection?: Millis | undefined;
  /** Holds all properties if `json` is absent, else those that the service looks at. */
  readonly properties: PropertyMap;
  /** Events of one request share a budget for unpacking. */
  readonly request?: string | undefined;
  /** Includes root-level keys (`$set`, …); absent in a snapshot. */
  readonly json?: JsonText | undefined;
}

/** Returns properties as sent, with root-level keys that belong to them. */
export function allPropertiesOf({ json, properties }: SessionEvent): PropertyMap {
  return json === undefined ? properties : (parseExactly(json) as PropertyMap);
}
