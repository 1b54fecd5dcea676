import { toIdentifier } from "../lib/identifier.ts";
import { countValues } from "../lib/json/count-values.ts";
import { isPropertyMap, type PropertyMap, propertyOf } from "../lib/json/json.ts";
import { uuidFrom } from "../lib/uuid.ts";
import type { SnapshotChunk } from "../store/ports/recordings.ts";
import { type ReadSnapshot, type RefusedSnapshot, readSnapshot } from "./read-snapshot.ts";
import type { SessionEvent } from "./session-properties.ts";
import { sessionIdOf } from "./session-properties.ts";
import type { SnapshotLimits } from "./snapshot-unpacker.ts";
import { Unpacker, UnreadableSnapshot } from "./snapshot-unpacker.ts";

const MAX_CHUNKS = 1000;

/** Recognizes chunks of old clients: gzip in base64. */
export function isChunk({ properties }: SessionEvent): boolean {
  const data = propertyOf(properties, "$snapshot_data");
  return isPropertyMap(data) && propertyOf(data, "chunk_id") !== undefined;
}

/**
 * Parses or refuses a chunk. Chunks of a snapshot are about equally long, and together may have about twice the bytes
 * and values of a snapshot.
 */
export function parseChunk<E extends SessionEvent>(
  event: E,
  { bytes: maxBytes, values: maxValues }: SnapshotLimits,
): SnapshotChunk | RefusedSnapshot<E> {
  const sessionId = sessionIdOf(event.properties);
  const chunkId = toIdentifier(propertyOf(chunkFields(event), "chunk_id"));
  const [number, count] = [propertyOf(chunkFields(event), "chunk_index"), chunkCount(event)];
  if (sessionId === null || chunkId === "" || !isBelow(number, count)) {
    return { event, reason: `$snapshot_data is no chunk of up to ${MAX_CHUNKS} in a session.` };
  }
  const text = JSON.stringify(event);
  const others = Math.max(1, count - 1);
  if (text.length * others > maxBytes) {
    return { event, reason: `$snapshot_data is a chunk of more than ${maxBytes} bytes.` };
  }
  if (countValues(Buffer.from(text), maxValues) * others > maxValues) {
    return { event, reason: `$snapshot_data is a chunk of more than ${maxValues} values.` };
  }
  const snapshot = uuidFrom(JSON.stringify([chunkId, count]));
  return { sessionId, snapshot, number, receivedAt: event.receivedAt, event: text };
}

/** Returns 0 if invalid. */
export function chunkCount(event: SessionEvent): number {
  const count = propertyOf(chunkFields(event), "chunk_count");
  return isBelow(count, MAX_CHUNKS + 1) ? count : 0;
}

export function assembleChunks<E extends SessionEvent>(
  chunks: readonly E[],
  snapshot: string,
  limits: SnapshotLimits,
): ReadSnapshot<E> {
  const [first] = chunks;
  if (!first) return { piece: null, refused: [] };
  try {
    const packed = Buffer.from(chunks.map((chunk) => chunkData(chunkFields(chunk))).join(""), "base64");
    const $snapshot_data = new Unpacker(limits).unpackJson(packed);
    const receivedAt = Math.max(...chunks.map((chunk) => chunk.receivedAt));
    const properties = { ...first.properties, $snapshot_data };
    return readSnapshot({ ...first, uuid: snapshot, receivedAt, properties }, limits);
  } catch (error) {
    if (!(error instanceof UnreadableSnapshot)) throw error;
    const reason = `$snapshot_data, all chunks together, ${error.message}`;
    return { piece: null, refused: chunks.map((event) => ({ event, reason })) };
  }
}

function chunkData(chunk: PropertyMap): string {
  const data = propertyOf(chunk, "data");
  const compression = propertyOf(chunk, "compression") ?? "gzip-base64";
  if (typeof data !== "string" || compression !== "gzip-base64") throw new UnreadableSnapshot("is not gzip in base64.");
  return data;
}

function chunkFields({ properties }: SessionEvent): PropertyMap {
  const data = propertyOf(properties, "$snapshot_data");
  return isPropertyMap(data) ? data : {};
}

function isBelow(value: unknown, end: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < end;
}
