/** Starts an escape sequence: this character and four hexadecimal digits encode one UTF-16 unit. */
const ESCAPE = "\uFFFF";
const NEEDS_ESCAPE = /[\0\uFFFF\p{Surrogate}]/gu;
const ESCAPE_SEQUENCE = /\uFFFF([0-9a-f]{4})/g;

/**
 * Returns text that a column can store: drivers truncate text at NUL, and UTF-8 has no lone surrogates. Equal texts
 * stay equal.
 */
export function escapeText(text: string): string {
  if (text.isWellFormed() && !text.includes("\0") && !text.includes(ESCAPE)) return text;
  return text.replace(NEEDS_ESCAPE, (unit) => ESCAPE + unit.charCodeAt(0).toString(16).padStart(4, "0"));
}

/** Returns the text that `escapeText` escaped. */
export function unescapeText(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replace(ESCAPE_SEQUENCE, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
