import { createHash, randomUUID } from "node:crypto";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}

/** Start of the latest UUID: many are made in the same millisecond. */
let latest = { atMs: 0, start: "" };

/** Returns a new UUID ordered by time (version 7, RFC 9562). Rows with such ids are added at the end of an index. */
export function timeOrderedUuid(atMs: number): string {
  if (latest.atMs !== atMs) {
    const time = atMs.toString(16).padStart(12, "0");
    latest = { atMs, start: `${time.slice(0, 8)}-${time.slice(8)}-7` };
  }
  return latest.start + randomUUID().slice(15);
}

const TIME_ORDERED_UUID = /^([0-9a-f]{8})-([0-9a-f]{4})-7/i;

/** Returns when a UUID of version 7 was made, in milliseconds since 1970; null for anything else. */
export function uuidTime(uuid: unknown): number | null {
  const match = isUuid(uuid) ? TIME_ORDERED_UUID.exec(uuid) : null;
  return match ? Number.parseInt(`${match[1]}${match[2]}`, 16) : null;
}

/** Returns a UUID derived from a text: always the same for the same text. Version 8 (RFC 9562), with custom bits. */
export function uuidFrom(text: string): string {
  const hex = createHash("sha1").update(text).digest("hex");
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16);
  const [low, mid, node] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(20, 32)];
  return `${low}-${mid}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${node}`;
}
