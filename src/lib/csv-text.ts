/** How a text begins that spreadsheet programs take for a formula; they take a number for a number. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Returns a text as a field of CSV (RFC 4180). One that looks like a formula gets an apostrophe in front. */
export function csvText(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
