import { isPropertyMap, type PropertyMap, propertyMap, propertyOf } from "../lib/json/json.ts";
import { uuidFrom } from "../lib/uuid.ts";
import type { SnapshotPiece } from "../store/ports/recordings.ts";
import { isRrwebEvent, type RrwebEvent } from "./rrweb.ts";
import { MAX_FUTURE_MS, type SessionEvent, sessionIdOf, windowIdOf } from "./session-properties.ts";
import type { SnapshotLimits, UnpackBudget } from "./snapshot-unpacker.ts";
import { Unpacker, UnreadableSnapshot } from "./snapshot-unpacker.ts";
import { summarize } from "./summary.ts";

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

/** Gzips `data` as a whole, or some parts; no other packing is known. */
const PACKED_VERSION = "2024-10";
const PACKABLE_PARTS = ["texts", "attributes", "removes", "adds"];

interface ParsedEvents {
  readonly events: readonly RrwebEvent[];
  /** Items as sent, with the first reason. */
  readonly unreadable: { readonly items: readonly unknown[]; readonly reason: string } | null;
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

/** Accepts one rrweb event or a list, plain or packed. */
function parseRrwebEvents(data: unknown, unpacker: Unpacker): ParsedEvents {
  const events: RrwebEvent[] = [];
  const items: unknown[] = [];
  let reason = "is empty.";
  for (const item of Array.isArray(data) ? data : [data]) {
    try {
      events.push(parseRrwebEvent(item, unpacker));
    } catch (error) {
      if (!(error instanceof UnreadableSnapshot)) throw error;
      if (items.length === 0) reason = error.message;
      items.push(item);
    }
  }
  return { events, unreadable: items.length > 0 || events.length === 0 ? { items, reason } : null };
}

function parseRrwebEvent(item: unknown, unpacker: Unpacker): RrwebEvent {
  if (!isRrwebEvent(item)) {
    throw new UnreadableSnapshot("is not rrweb events, each with a type, and a timestamp in milliseconds.");
  }
  const { cv, data, ...rest } = item as RrwebEvent & { readonly cv?: unknown };
  if (cv === undefined || cv === null) return item;
  if (cv !== PACKED_VERSION) throw new UnreadableSnapshot("is packed in a way that is not known.");
  return { ...rest, data: isPropertyMap(data) ? withPartsUnpacked(data, unpacker) : unpackValue(data, unpacker) };
}

function withPartsUnpacked(data: PropertyMap, unpacker: Unpacker): PropertyMap {
  const parts = PACKABLE_PARTS.filter((part) => typeof propertyOf(data, part) === "string");
  return propertyMap([
    ...Object.entries(data),
    ...parts.map((part) => [part, unpackValue(data[part], unpacker)] as const),
  ]);
}

/** Packed text has one byte per character. */
function unpackValue(value: unknown, unpacker: Unpacker): unknown {
  return typeof value === "string" ? unpacker.unpackJson(Buffer.from(value, "latin1")) : value;
}
