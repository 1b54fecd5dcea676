import { type PropertyMap, parseExactly } from "../../lib/json/json.ts";
import type { JsonText, Millis } from "../../store/ports/common.ts";

/** The parts of a captured event that concern its recording. */
export interface SessionEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly receivedAt: Millis;
  /** All properties if `json` is absent, else those that the service looks at. */
  readonly properties: PropertyMap;
  /** Identifies the request that brought the event: the events of one share a budget for unpacking. */
  readonly request?: string | undefined;
  /** All properties, with the root-level keys that belong to them (`$set`, …); absent in a snapshot. */
  readonly json?: JsonText | undefined;
}

/** Returns the event's properties as they were sent, with the root-level keys that belong to them. */
export function allPropertiesOf({ json, properties }: SessionEvent): PropertyMap {
  return json === undefined ? properties : (parseExactly(json) as PropertyMap);
}
