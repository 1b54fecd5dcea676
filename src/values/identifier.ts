import { LargeNumber } from "./json.ts";

/** The maximum length of a stored identifier: of a person, group or session, or an event name. */
export const MAX_IDENTIFIER_LENGTH = 200;

/**
 * Returns an identifier as it is stored and compared: numbers (with all digits) and booleans as text, up to 200
 * characters. NUL, where databases truncate texts, and lone surrogates, which UTF-8 has not, are replaced. Returns ""
 * for any other value.
 */
export function toIdentifier(value: unknown): string {
  if (value instanceof LargeNumber) return toIdentifier(value.text);
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return "";
  const text = String(value).slice(0, MAX_IDENTIFIER_LENGTH);
  return text.isWellFormed() && !text.includes("\0") ? text : text.replaceAll("\0", "\uFFFD").toWellFormed();
}
