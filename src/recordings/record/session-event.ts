import { type PropertyMap, parseExactly } from "../../lib/json/json.ts";
import type { JsonText, Millis } from "../../store/ports/common.ts";

/** A time that is so much later than its arrival is wrong. */
export const MAX_FUTURE_MS = 23 * 3_600_000;

/** The parts of a captured event that concern its recording. */
export interface SessionEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly receivedAt: Millis;
  /** By how much our clock is ahead of the client's, by which snapshots have their times; 0 if absent. */
  readonly clockCorrection?: Millis | undefined;
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
