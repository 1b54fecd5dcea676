import { type PropertyMap, propertyOf } from "../properties.ts";
import type { SnapshotPiece } from "../storage/ports/recordings.ts";
import type { SessionEvent } from "./event.ts";
import { isRrwebEvent, type RrwebEvent } from "./rrweb.ts";
import { sessionIdOf, windowIdOf } from "./session-id.ts";
import { summarize } from "./summary.ts";

/** Why a `$snapshot` event cannot become part of a recording: a sentence for people. */
export interface Refusal {
  readonly reason: string;
}

/** The piece of a recording that a `$snapshot` event carries. */
export function readSnapshot(event: SessionEvent): SnapshotPiece | Refusal {
  const sessionId = sessionIdOf(event.properties);
  if (sessionId === null) return { reason: "$session_id is not a text of 1 to 200 characters." };
  const events = rrwebEvents(event.properties);
  if ("reason" in events) return events;
  return {
    uuid: event.uuid,
    sessionId,
    windowId: windowIdOf(event.properties, sessionId),
    distinctId: event.distinctId,
    receivedAt: event.receivedAt,
    summary: summarize(events),
    data: JSON.stringify(events),
  };
}

/** The one place that knows in which forms clients send rrweb events. */
function rrwebEvents(properties: PropertyMap): readonly RrwebEvent[] | Refusal {
  const data = propertyOf(properties, "$snapshot_data") ?? null;
  if (data === null) return { reason: "$snapshot_data is missing." };
  const items: readonly unknown[] = Array.isArray(data) ? data : [data];
  if (items.length === 0) return { reason: "$snapshot_data is empty." };
  if (!items.every(isRrwebEvent)) {
    return { reason: "$snapshot_data is not rrweb events, each with a type, and a timestamp in milliseconds." };
  }
  return items;
}
