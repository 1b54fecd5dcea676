/** Returns a line of CSV (RFC 4180): null is an empty value, an empty text is quoted. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map((value) => (value === null ? "" : quoted(textOrJson(value)))).join(",")}\n`;
}

/** Returns a text as it is, and any other value as JSON. */
export function textOrJson(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function quoted(text: string): string {
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
