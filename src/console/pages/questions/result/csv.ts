import { saveFile } from "../../../components/save-file.ts";
import { type Cell, isFigure, type Shown } from "./shown.ts";

/** Beginnings of cells that spreadsheet programs take for a formula. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Returns a table as CSV (RFC 4180). A text that looks like a formula gets an apostrophe in front. */
export function toCsv({ columns, rows }: Pick<Shown, "columns" | "rows">): string {
  const lines = [columns.map(({ label }) => label), ...rows];
  // Excel takes UTF-8 for something else without the mark.
  return `\uFEFF${lines.map((cells) => `${cells.map(toField).join(",")}\r\n`).join("")}`;
}

/** Digits of a sum of fractions that are right; those behind them are errors of rounding: 2563.9599999999996. */
const PRECISION = 12;
const numberText = (value: number) => String(Number.isInteger(value) ? value : Number(value.toPrecision(PRECISION)));

function toField(cell: Cell): string {
  if (cell === null) return "";
  if (isFigure(cell)) return cell.value === null ? "" : numberText(cell.value);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function downloadCsv(shown: Pick<Shown, "columns" | "rows">, name: string): void {
  saveFile(new Blob([toCsv(shown)], { type: "text/csv" }), fileName(name, "csv"));
}

/** Returns the name of a file with an answer to a question of that name. */
export function fileName(name: string, type: "csv" | "png"): string {
  return `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "answer"}.${type}`;
}
