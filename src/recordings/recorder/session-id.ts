import { MAX_IDENTIFIER_LENGTH, toIdentifier } from "../../values/identifier.ts";
import { type PropertyMap, propertyOf } from "../../values/json.ts";

/** Returns the event's session id; null if absent or too long, because shortened ids could merge two sessions. */
export function sessionIdOf(properties: PropertyMap): string | null {
  return wholeIdentifier(propertyOf(properties, "$session_id"));
}

/** Returns the event's window id, or the session id for old clients that send none. */
export function windowIdOf(properties: PropertyMap, sessionId: string): string {
  return wholeIdentifier(propertyOf(properties, "$window_id")) ?? sessionId;
}

function wholeIdentifier(value: unknown): string | null {
  if (typeof value === "string" && value.length > MAX_IDENTIFIER_LENGTH) return null;
  return toIdentifier(value) || null;
}
