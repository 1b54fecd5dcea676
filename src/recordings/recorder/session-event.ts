import type { Millis } from "../../storage/ports/common.ts";
import type { PropertyMap } from "../../values/json.ts";

/** What of a captured event concerns its recording. */
export interface SessionEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly receivedAt: Millis;
  readonly properties: PropertyMap;
}
