const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for XML and HTML, without the control characters that XML has no form for. */
export function escapeMarkup(text: string): string {
  return [...text]
    .filter((character) => character >= " " || character === "\n" || character === "\t")
    .map((character) => ENTITIES[character] ?? character)
    .join("");
}
