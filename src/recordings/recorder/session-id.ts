import { MAX_IDENTIFIER_LENGTH, toIdentifier } from "../../values/identifier.ts";
import { type PropertyMap, propertyOf } from "../../values/json.ts";

/** The session that an event belongs to; null where it names none, or one too long: cut, two sessions could become one. */
export function sessionIdOf(properties: PropertyMap): string | null {
  return wholeIdentifier(propertyOf(properties, "$session_id"));
}

/** The window that an event came from; the session's id where it names none, as old clients do. */
export function windowIdOf(properties: PropertyMap, sessionId: string): string {
  return wholeIdentifier(propertyOf(properties, "$window_id")) ?? sessionId;
}

function wholeIdentifier(value: unknown): string | null {
  if (typeof value === "string" && value.length > MAX_IDENTIFIER_LENGTH) return null;
  return toIdentifier(value) || null;
}
