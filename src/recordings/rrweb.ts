import { isPropertyMap, type PropertyMap, propertyOf } from "../lib/json/json.ts";

/** `timestamp` is in milliseconds since 1970, by the browser's clock. */
export interface RrwebEvent {
  readonly type: number;
  readonly timestamp: number;
  readonly data?: unknown;
}

export const INCREMENTAL_SNAPSHOT = 3;
export const PLUGIN_EVENT = 6;
export const CONSOLE_PLUGIN = "rrweb/console@1";

export const INCREMENTAL_SOURCE = {
  mouseMove: 1,
  mouseInteraction: 2,
  scroll: 3,
  viewportResize: 4,
  input: 5,
  touchMove: 6,
  mediaInteraction: 7,
  drag: 12,
} as const;

export const MOUSE_INTERACTION = { click: 2, contextMenu: 3, doubleClick: 4, touchEnd: 9 } as const;

/** ISO dates with four-digit years end here. */
const MAX_TIMESTAMP_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Requires a time between 1970 and 9999; `data` may be anything. */
export function isRrwebEvent(value: unknown): value is RrwebEvent {
  if (!isPropertyMap(value)) return false;
  const timestamp = propertyOf(value, "timestamp");
  if (typeof timestamp !== "number" || !(timestamp >= 0 && timestamp <= MAX_TIMESTAMP_MS)) return false;
  return typeof propertyOf(value, "type") === "number";
}

export function eventData(event: RrwebEvent): PropertyMap {
  return isPropertyMap(event.data) ? event.data : {};
}
