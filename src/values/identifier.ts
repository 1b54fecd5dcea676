import { LargeNumber } from "./json.ts";

/** The longest identifier of a person, group, session or event name that is kept. */
export const MAX_IDENTIFIER_LENGTH = 200;

/**
 * An identifier as it is stored and compared: numbers, with all their digits, and booleans as text, at most 200 characters, NUL (which databases end texts at) and halves of
 * surrogate pairs (which UTF-8 cannot hold) replaced. Empty where the value names nothing.
 */
export function toIdentifier(value: unknown): string {
  if (value instanceof LargeNumber) return toIdentifier(value.text);
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return "";
  return String(value).slice(0, MAX_IDENTIFIER_LENGTH).replaceAll("\0", "\uFFFD").toWellFormed();
}
