/** Rows as aligned columns under their heads, a line each. Control characters are shown as `?`, so that no value breaks the table. */
export function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, ...rows].map((row) => row.map((cell) => cell.replace(/\p{Cc}/gu, "?")));
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const aligned = (line: readonly string[]) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return lines.map((line) => `${aligned(line).trimEnd()}\n`).join("");
}
