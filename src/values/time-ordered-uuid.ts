import { randomUUID } from "node:crypto";

/** The start of the latest one: many are made in the same millisecond. */
let latest = { atMs: 0, start: "" };

/**
 * Returns a new UUID whose order is that of time (version 7, RFC 9562), with the random bits of `randomUUID`. Rows with
 * such ids are added at the end of an index, not all over it.
 */
export function timeOrderedUuid(atMs: number): string {
  if (latest.atMs !== atMs) {
    const time = atMs.toString(16).padStart(12, "0");
    latest = { atMs, start: `${time.slice(0, 8)}-${time.slice(8)}-7` };
  }
  return latest.start + randomUUID().slice(15);
}
