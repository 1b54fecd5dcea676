/** Matches a text that spreadsheet programs take for a formula, as in the console; a number stays one. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Returns a line of CSV (RFC 4180): null is an empty value, an empty text is quoted, no text is a formula. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map((value) => fieldOf(value)).join(",")}\n`;
}

export function textOrJson(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function fieldOf(value: unknown): string {
  if (value === null) return "";
  if (typeof value === "number") return JSON.stringify(value);
  return value === "" ? '""' : csvText(textOrJson(value));
}

function csvText(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
