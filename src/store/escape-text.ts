/** Starts an escape sequence: it and four hexadecimal digits encode one UTF-16 unit. */
const ESCAPE = "\uFFFF";
const NEEDS_ESCAPE = /[\0\uFFFF\p{Surrogate}]/gu;
const ESCAPE_SEQUENCE = /\uFFFF([0-9a-f]{4})/g;

/** Escapes NUL, where drivers truncate text, and lone surrogates, which UTF-8 lacks. Equal texts stay equal. */
export function escapeText(text: string): string {
  if (text.isWellFormed() && !text.includes("\0") && !text.includes(ESCAPE)) return text;
  return text.replace(NEEDS_ESCAPE, (unit) => ESCAPE + unit.charCodeAt(0).toString(16).padStart(4, "0"));
}

export function unescapeText(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replace(ESCAPE_SEQUENCE, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
