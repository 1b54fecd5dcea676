import type { QueryResponse } from "../../questions/kinds/question-context.ts";
import type { CliContext } from "../cli-context.ts";
import { printAnswer } from "../events/print-answer.ts";
import { formatTable, shorten } from "../output.ts";

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
