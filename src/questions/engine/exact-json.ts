const PARTS = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;
const KEPT = /"#(-?\d{16,})#"/g;

/** Parses JSON; whole numbers of 16 digits and more, which a double may not represent, become marked texts. */
export function parseExactly(json: string): unknown {
  return JSON.parse(json.replace(PARTS, (part) => (part.startsWith('"') ? part : `"#${part}#"`)));
}

/** Returns the JSON of what `parseExactly` returned. */
export function stringifyExactly(value: unknown): string {
  return JSON.stringify(value).replace(KEPT, "$1");
}
