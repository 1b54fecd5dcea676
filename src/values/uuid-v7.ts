import { randomUUID } from "node:crypto";
import type { Millis } from "../storage/ports/common.ts";

/** A new UUID whose order is that of time (version 7, RFC 9562). Its random bits are `randomUUID`'s, which makes them for many at once. */
export function uuidV7(at: Millis): string {
  const time = at.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
