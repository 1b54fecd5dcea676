import type { SnapshotChunk } from "../../storage/ports/recordings.ts";
import { identifier } from "../../values/identifier.ts";
import { isPropertyMap, type PropertyMap, propertyOf } from "../../values/properties.ts";
import { uuidFrom } from "../../values/uuid-from.ts";
import type { SessionEvent } from "./event.ts";
import { sessionIdOf } from "./session-id.ts";
import { type ReadSnapshot, type RefusedSnapshot, readSnapshot } from "./snapshots.ts";
import { Unpacker, Unreadable } from "./unpack.ts";

const MOST_CHUNKS = 1000;

/** Whether the event has a part of rrweb events: old clients packed many together, as gzip in base64, and sent that in chunks. */
export function isChunk({ properties }: SessionEvent): boolean {
  const data = propertyOf(properties, "$snapshot_data");
  return isPropertyMap(data) && propertyOf(data, "chunk_id") !== undefined;
}

/** The event as a chunk that waits for the others. Chunks of one snapshot are about equally long, and may have about twice `maxBytes` together. */
export function readChunk<E extends SessionEvent>(event: E, maxBytes: number): SnapshotChunk | RefusedSnapshot<E> {
  const sessionId = sessionIdOf(event.properties);
  const chunkId = identifier(propertyOf(chunkOf(event), "chunk_id"));
  const [number, count] = [propertyOf(chunkOf(event), "chunk_index"), chunkCount(event)];
  if (sessionId === null || chunkId === "" || !isBelow(number, count)) {
    return { event, reason: `$snapshot_data is no chunk of up to ${MOST_CHUNKS} in a session.` };
  }
  const text = JSON.stringify(event);
  if (text.length * Math.max(1, count - 1) > maxBytes) {
    return { event, reason: `$snapshot_data is a chunk of more than ${maxBytes} bytes.` };
  }
  const snapshot = uuidFrom(JSON.stringify([chunkId, count]));
  return { sessionId, snapshot, number, receivedAt: event.receivedAt, event: text };
}

/** How many chunks the snapshot has that the event is a chunk of; 0 where that makes no sense. */
export function chunkCount(event: SessionEvent): number {
  const count = propertyOf(chunkOf(event), "chunk_count");
  return isBelow(count, MOST_CHUNKS + 1) ? count : 0;
}

/** What all chunks of a snapshot, in their order, come to. */
export function readChunks<E extends SessionEvent>(
  chunks: readonly E[],
  snapshot: string,
  maxBytes: number,
): ReadSnapshot<E> {
  const [first] = chunks;
  if (!first) return { piece: null, refused: [] };
  try {
    const packed = Buffer.from(chunks.map((chunk) => base64Of(chunkOf(chunk))).join(""), "base64");
    const $snapshot_data = new Unpacker(maxBytes).json(packed);
    const receivedAt = Math.max(...chunks.map((chunk) => chunk.receivedAt));
    const properties = { ...first.properties, $snapshot_data };
    return readSnapshot({ ...first, uuid: snapshot, receivedAt, properties }, maxBytes);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const reason = `$snapshot_data, all chunks together, ${error.message}`;
    return { piece: null, refused: chunks.map((event) => ({ event, reason })) };
  }
}

function base64Of(chunk: PropertyMap): string {
  const data = propertyOf(chunk, "data");
  const compression = propertyOf(chunk, "compression") ?? "gzip-base64";
  if (typeof data !== "string" || compression !== "gzip-base64") throw new Unreadable("is not gzip in base64.");
  return data;
}

function chunkOf({ properties }: SessionEvent): PropertyMap {
  const data = propertyOf(properties, "$snapshot_data");
  return isPropertyMap(data) ? data : {};
}

function isBelow(value: unknown, end: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < end;
}
