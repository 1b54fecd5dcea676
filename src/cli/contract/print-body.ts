import type { QueryResponse } from "../../questions/kinds/question-context.ts";
import { type CliContext, UsageError } from "../cli-context.ts";
import { csvLine, formatTable, printJson, printLines, shorten, textOrJson } from "../output.ts";

const MAX_CELL_CHARACTERS = 60;

type Item = Readonly<Record<string, unknown>>;

/** Prints the JSON of a response for people: a list as a table, anything else as lines with names. */
export async function printBody(body: unknown, context: CliContext): Promise<void> {
  const { results = body, count, next, columns } = isItem(body) ? body : {};
  if (isItem(body) && Array.isArray(columns) && Array.isArray(results)) {
    return printAnswer(body as QueryResponse, {}, context);
  }
  if (!Array.isArray(results) || !results.every(isItem)) return void context.out(recordText(body));
  if (results.length === 0) return context.err("There are none.\n");
  await context.write(tableText(results));
  if (typeof next === "string")
    context.err(`These are ${results.length} of ${count ?? "more"}: add --all, or --limit.\n`);
}

function tableText(items: readonly Item[]): string {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const shown = names.filter((name) => name === "active" || items.some((item) => isWorthShowing(item[name])));
  const rows = items.map((item) => shown.map((name) => shorten(cellText(item[name]) ?? "", MAX_CELL_CHARACTERS)));
  const numeric = shown.flatMap((name, index) =>
    items.every((item) => typeof item[name] === "number") ? [index] : [],
  );
  const headers = shown.map((name) => name.replaceAll(/[_-]/g, " ").toUpperCase());
  return formatTable(headers, rows, new Set(numeric));
}

/** A column in which nothing is true, set or short tells nothing. */
function isWorthShowing(value: unknown): boolean {
  return value !== false && (cellText(value) ?? "") !== "";
}

function recordText(body: unknown): string {
  if (!isItem(body)) return `${typeof body === "string" ? body : JSON.stringify(body, null, 2)}\n`;
  const rows = Object.entries(body).map(([name, value]) => {
    const label = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}:`;
    return [label, cellText(value) ?? JSON.stringify(value)];
  });
  return formatTable(["", ""], rows).slice(1);
}

/** Returns a value as text; undefined for one that only JSON can show. */
function cellText(value: unknown): string | undefined {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string")
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? value.slice(0, 16).replace("T", " ") : value;
  if (Array.isArray(value)) return value.some((one) => typeof one === "object") ? undefined : value.join(", ");
  if (!isItem(value)) return String(value);
  const name = value.email ?? value.name;
  return typeof name === "string" ? name : undefined;
}

function isItem(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export type FormatOptions = { readonly csv?: true; readonly json?: true };

type PrintContext = Pick<CliContext, "out" | "write" | "err">;

const MAX_ANSWER_CHARACTERS = 100;
const NUMERIC = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*|BIGNUM)$/;

export function checkFormat({ csv, json }: FormatOptions): void {
  if (csv && json) throw new UsageError("Choose one of --csv and --json.");
}

/** Prints the rows of an answer: as a table, as CSV, or the whole answer as JSON. */
export async function printAnswer(answer: QueryResponse, { csv, json }: FormatOptions, context: PrintContext) {
  const rows = answer.results as readonly (readonly unknown[])[];
  const columns = answer.columns ?? [];
  if (json) printJson(context, answer);
  else if (csv) await printLines(context, [columns, ...rows], csvLine, () => {});
  else {
    const types = answer.types?.map(([, type = ""]) => type) ?? [];
    const numeric = new Set(types.flatMap((type, index) => (NUMERIC.test(type) ? [index] : [])));
    const cells = rows.map((row) => row.map(cell));
    await context.write(formatTable(columns, cells, numeric));
  }
  if (answer.hasMore && !json) context.err(`There are more than these ${rows.length} rows.\n`);
}

function cell(value: unknown): string {
  return value === null ? "NULL" : shorten(textOrJson(value), MAX_ANSWER_CHARACTERS);
}
