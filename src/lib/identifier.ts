import { LargeNumber } from "./json/json.ts";

/** The maximum length, in Unicode characters, of a stored identifier: of a person, group or session, or event. */
export const MAX_IDENTIFIER_LENGTH = 200;

/**
 * Returns an identifier as it is stored and compared: numbers, with all digits, and booleans as text, others as "".
 * Replaces NUL, where databases truncate, and lone surrogates, which UTF-8 lacks. Keeps up to 200 characters.
 */
export function toIdentifier(value: unknown): string {
  if (value instanceof LargeNumber) return toIdentifier(value.text);
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return "";
  const text = firstCharacters(String(value));
  return text.isWellFormed() && !text.includes("\0") ? text : text.replaceAll("\0", "\uFFFD").toWellFormed();
}

/** Counts characters beyond the basic plane once, as other servers do: rollouts hash what is left. */
function firstCharacters(text: string): string {
  if (text.length <= MAX_IDENTIFIER_LENGTH) return text;
  let end = 0;
  for (let count = 0; count < MAX_IDENTIFIER_LENGTH && end < text.length; count += 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/** Names, in any case, that clients send for unknown users. Merging them would merge strangers into one person. */
const RESERVED_ANY_CASE = new Set([
  "anonymous",
  "guest",
  "distinctid",
  "distinct_id",
  "id",
  "not_authenticated",
  "email",
  "undefined",
  "true",
  "false",
]);

const RESERVED_EXACT = new Set(["[object Object]", "NaN", "None", "none", "null", "0"]);

/** Returns true for a distinct id, quoted or not, that identifies no one in particular. It is never merged. */
export function isReservedDistinctId(distinctId: string): boolean {
  if (distinctId === "") return true; // most flag queries have no anonymous id
  const bare = distinctId
    .trim()
    .replace(/^(["'])(.*)\1$/s, "$2")
    .trim();
  return bare === "" || RESERVED_EXACT.has(bare) || RESERVED_ANY_CASE.has(bare.toLowerCase());
}
