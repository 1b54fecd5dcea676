import { JsonReader } from "../lib/json/json-reader.ts";
import { BODY_NAMES } from "./read-events.ts";

/** A batch of one or more parts, each of which is a batch itself. */
export interface SplitBatch {
  /** The JSON of all parts, one after the other. */
  readonly json: Uint8Array;
  /** The bytes of each part; absent if it is one. */
  readonly partBytes?: readonly number[] | undefined;
}

/** Bounds what the drain has in memory, and lets it get on even if it is interrupted every few seconds. */
const MAX_PART_BYTES = 1024 * 1024;
/** A longer `sent_at` is no time. */
const MAX_TIME_BYTES = 100;

/** Splits a valid batch into batches of up to 1 MB, or of one event. Drops fields that storing does not need. */
export function splitBatch(json: Uint8Array): SplitBatch {
  if (json.byteLength <= MAX_PART_BYTES) return { json };
  const reader = new JsonReader(json);
  let parts: Range[] = [];
  let sentAt = "";
  for (let more = reader.enter(); more; more = reader.next("object")) {
    const name = reader.readKey(BODY_NAMES);
    const start = reader.index;
    if (name === "batch" && reader.isArray()) parts = findParts(reader);
    else reader.skipValue();
    if (name === "sent_at") sentAt = reader.index - start > MAX_TIME_BYTES ? "" : `"sent_at":${reader.text(start)},`;
  }
  if (parts.length < 2) return { json };
  const head = Buffer.from(`{${sentAt}"batch":[`);
  const partBytes = parts.map(({ start, end }) => head.length + end - start + TAIL.length);
  const split = Buffer.allocUnsafeSlow(partBytes.reduce((sum, bytes) => sum + bytes, 0));
  let length = 0;
  for (const { start, end } of parts) {
    split.set(head, length);
    length += head.length;
    split.set(json.subarray(start, end), length);
    length += end - start;
    length += split.write(TAIL, length);
  }
  return { json: split, partBytes };
}

const TAIL = "]}";

interface Range {
  readonly start: number;
  end: number;
}

function findParts(reader: JsonReader): Range[] {
  const parts: Range[] = [];
  for (let more = reader.enter(); more; more = reader.next("array")) {
    const start = reader.index;
    reader.skipValue();
    const part = parts.at(-1);
    if (part && reader.index - part.start <= MAX_PART_BYTES) part.end = reader.index;
    else parts.push({ start, end: reader.index });
  }
  return parts;
}
