import type { Millis } from "../../storage/ports/common.ts";
import type { PropertyMap } from "../../values/json.ts";

/** The parts of a captured event that concern its recording. */
export interface SessionEvent {
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly receivedAt: Millis;
  readonly properties: PropertyMap;
  /** Identifies the request that brought the event: the events of one share a budget for unpacking. */
  readonly request?: string | undefined;
}
