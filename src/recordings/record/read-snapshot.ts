import { propertyOf } from "../../lib/json/json.ts";
import { uuidFrom } from "../../lib/uuid.ts";
import type { SnapshotPiece } from "../../store/ports/recording-pieces.ts";
import { parseRrwebEvents } from "./parse-rrweb-events.ts";
import type { RrwebEvent } from "./rrweb.ts";
import { MAX_FUTURE_MS, type SessionEvent } from "./session-event.ts";
import { sessionIdOf, windowIdOf } from "./session-id.ts";
import { Unpacker } from "./snapshot-unpacker.ts";
import { summarize } from "./summary.ts";
import type { SnapshotLimits, UnpackBudget } from "./unpack-budget.ts";

/** Tells, in a sentence, why an event can never be stored. */
export interface RefusedSnapshot<E extends SessionEvent> {
  readonly event: E;
  readonly reason: string;
}

/** One of the two is present, or both. */
export interface ReadSnapshot<E extends SessionEvent> {
  readonly piece: SnapshotPiece | null;
  readonly refused: readonly RefusedSnapshot<E>[];
}

/** Reads unchunked rrweb events within both limits; refuses unreadable ones as an event of their own. */
export function readSnapshot<E extends SessionEvent>(
  event: E,
  limits: SnapshotLimits,
  request?: UnpackBudget,
): ReadSnapshot<E> {
  const { uuid, distinctId, receivedAt, properties } = event;
  const sessionId = sessionIdOf(properties);
  if (sessionId === null) return refuse(event, "$session_id is not a text of 1 to 200 characters, or is . or ..");
  const sent = propertyOf(properties, "$snapshot_data") ?? null;
  if (sent === null) return refuse(event, "$snapshot_data is missing.");
  const { events: parsed, unreadable } = parseRrwebEvents(sent, new Unpacker(limits, request));
  const reason = unreadable ? `$snapshot_data ${unreadable.reason}` : "";
  if (parsed.length === 0) return refuse(event, reason);
  const events = correctTimes(parsed, event);
  const data = JSON.stringify(events);
  if (Buffer.byteLength(data) > limits.bytes) {
    return refuse(event, `$snapshot_data has more than ${limits.bytes} bytes.`);
  }

  const windowId = windowIdOf(properties, sessionId);
  const piece = { uuid, sessionId, windowId, receivedAt, ...summarize(events, distinctId), data };
  if (!unreadable) return { piece, refused: [] };
  const rest = { ...properties, $snapshot_data: unreadable.items };
  return { piece, refused: [{ event: { ...event, uuid: uuidFrom(`${uuid}/unreadable`), properties: rest }, reason }] };
}

/** Corrects times to our clock, none in the future, in the same order. */
function correctTimes(
  events: readonly RrwebEvent[],
  { clockCorrection = 0, receivedAt }: Pick<SessionEvent, "clockCorrection" | "receivedAt">,
): readonly RrwebEvent[] {
  const last = events.reduce((latest, { timestamp }) => Math.max(latest, timestamp), 0) + clockCorrection;
  const future = last > receivedAt + MAX_FUTURE_MS ? Math.ceil(last) - receivedAt : 0;
  const shift = clockCorrection - future;
  if (shift === 0) return events;
  return events.map((event) => ({ ...event, timestamp: Math.max(0, event.timestamp + shift) }));
}

function refuse<E extends SessionEvent>(event: E, reason: string): ReadSnapshot<E> {
  return { piece: null, refused: [{ event, reason }] };
}
