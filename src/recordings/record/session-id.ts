import { MAX_IDENTIFIER_LENGTH, toIdentifier } from "../../lib/identifier.ts";
import { type PropertyMap, propertyOf } from "../../lib/json/json.ts";

/** Clients remove these from URLs, so such recordings could be neither played nor erased. */
const WITHOUT_ADDRESS = new Set([".", ".."]);

/** Returns null if absent, unusable in a URL, or too long: shortened ids could merge sessions. */
export function sessionIdOf(properties: PropertyMap): string | null {
  const id = wholeIdentifier(propertyOf(properties, "$session_id"));
  return id === null || WITHOUT_ADDRESS.has(id) ? null : id;
}

/** Falls back to the session id for old clients. */
export function windowIdOf(properties: PropertyMap, sessionId: string): string {
  return wholeIdentifier(propertyOf(properties, "$window_id")) ?? sessionId;
}

function wholeIdentifier(value: unknown): string | null {
  if (typeof value === "string" && value.length > MAX_IDENTIFIER_LENGTH) return null;
  return toIdentifier(value) || null;
}
