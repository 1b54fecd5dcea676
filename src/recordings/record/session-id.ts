import { MAX_IDENTIFIER_LENGTH, toIdentifier } from "../../lib/identifier.ts";
import { type PropertyMap, propertyOf } from "../../lib/json/json.ts";

/** Clients remove these segments from the path of a URL, so such a recording could be neither played nor erased. */
const WITHOUT_ADDRESS = new Set([".", ".."]);

/**
 * Returns the event's session id; null if absent, without an address, or too long, because shortened ids could merge
 * two sessions.
 */
export function sessionIdOf(properties: PropertyMap): string | null {
  const id = wholeIdentifier(propertyOf(properties, "$session_id"));
  return id === null || WITHOUT_ADDRESS.has(id) ? null : id;
}

/** Returns the event's window id, or the session id for old clients that send none. */
export function windowIdOf(properties: PropertyMap, sessionId: string): string {
  return wholeIdentifier(propertyOf(properties, "$window_id")) ?? sessionId;
}

function wholeIdentifier(value: unknown): string | null {
  if (typeof value === "string" && value.length > MAX_IDENTIFIER_LENGTH) return null;
  return toIdentifier(value) || null;
}
