import type { QueryResponse } from "../../questions/kinds/question-context.ts";
import { type CliContext, UsageError } from "../cli-context.ts";
import { csvLine, textOrJson } from "../csv-line.ts";
import { formatTable, printJson, printLines, shorten } from "../output.ts";

export interface FormatOptions {
  readonly csv?: true;
  readonly json?: true;
}

type PrintContext = Pick<CliContext, "out" | "write" | "err">;

/** A longer value is cut in tables. */
const MAX_CELL_CHARACTERS = 100;
const NUMERIC = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|FLOAT|DOUBLE|DECIMAL.*|BIGNUM)$/;

/** Throws `UsageError` unless at most one format is chosen. */
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
  return value === null ? "NULL" : shorten(textOrJson(value), MAX_CELL_CHARACTERS);
}
