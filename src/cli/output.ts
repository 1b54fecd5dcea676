import { PROGRAM } from "../lib/program-name.ts";
import type { CliContext } from "./cli-context.ts";

/** Matches a text that spreadsheet programs take for a formula, as in the console; a number stays one. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

export function printJson({ out }: Pick<CliContext, "out">, value: unknown): void {
  out(`${JSON.stringify(value, null, 2)}\n`);
}

export function print(context: Pick<CliContext, "out">, json: true | undefined, value: unknown, text: string): void {
  if (json) printJson(context, value);
  else context.out(text);
}

export function examples(...commands: readonly string[]): string {
  const title = commands.length === 1 ? "Example" : "Examples";
  return `\n${title}:${commands.map((command) => `\n  ${PROGRAM} ${command}`).join("")}`;
}

/** Cuts a text after this many characters, and marks the cut with an ellipsis. */
export function shorten(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters)}…` : text;
}

/** Aligns columns, those with these indexes to the right. Control characters become `?`: no value breaks the table. */
export function formatTable(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  toTheRight: ReadonlySet<number> = new Set(),
): string {
  const lines = [headers, ...rows].map((row) => row.map((cell) => cell.replace(/\p{Cc}/gu, "?")));
  const widths = headers.map((_, column) => {
    return lines.reduce((width, line) => Math.max(width, line[column]?.length ?? 0), 0);
  });
  const pad = (cell: string, column: number) => {
    const width = widths[column] ?? 0;
    return toTheRight.has(column) ? cell.padStart(width) : cell.padEnd(width);
  };
  const align = (line: readonly string[]) => line.map(pad).join("  ");
  return lines.map((line) => `${align(line).trimEnd()}\n`).join("");
}

const BATCH_CHARACTERS = 64 * 1024;

/** Prints items as lines, no faster than they are read, until the pipe closes. Returns true if there was an item. */
export async function printLines<T>(
  { write }: Pick<CliContext, "write">,
  items: AsyncIterable<T> | Iterable<T>,
  toLine: (item: T) => string,
  onPrinted: (items: number) => void,
): Promise<boolean> {
  let isAny = false;
  let text = "";
  let lines = 0;
  const flush = async () => {
    const isOpen = await write(text);
    onPrinted(lines);
    text = "";
    lines = 0;
    return isOpen;
  };
  for await (const item of items) {
    isAny = true;
    text += toLine(item);
    lines += 1;
    if (text.length >= BATCH_CHARACTERS && !(await flush())) return isAny;
  }
  if (lines > 0) await flush();
  return isAny;
}

export function exportLines<T>(
  context: Pick<CliContext, "write" | "printingProgress">,
  total: () => Promise<number>,
  items: AsyncIterable<T> | Iterable<T>,
  toLine: (item: T) => string,
): Promise<boolean> {
  const print = (advance: (lines: number) => void) => printLines(context, items, toLine, advance);
  return context.printingProgress("exported", total, print);
}

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
