import type { Schemas } from "../../../generated/openapi.ts";
import type { GroupTypes } from "./filter-context.ts";
import type { Statement } from "./statement.ts";
import type { Calendar } from "./time/date-range.ts";

export interface QuestionContext {
  readonly calendar: Calendar;
  readonly groupTypes: GroupTypes;
  /** The time at which a chart of all time begins; null if it has no event, or if none is asked for. */
  readonly earliest: number | null;
}

export interface StatementRows {
  readonly columns: string[];
  readonly types: string[];
  readonly rows: unknown[][];
  readonly hasMore: boolean;
  readonly sql: string;
}

export type QueryResponse = Schemas["QueryResponse"];

/** Results of a kind of question, without the fields that all kinds share. */
export type Results = Omit<QueryResponse, "timezone" | "is_cached" | "last_refresh" | "cache_key">;

export interface Plan {
  readonly statements: readonly Statement[];
  /** Shapes the answer; `recorded` are those of the sessions in the rows that have a recording. */
  readonly shape: (answers: readonly StatementRows[], recorded: ReadonlySet<string>) => Results;
  readonly sessionIds?: (answers: readonly StatementRows[]) => readonly string[];
}

/** Plans one statement, of whose rows the results are made. */
export function planRows(
  statement: Statement,
  shape: (rows: unknown[][]) => Results["results"] = (rows) => rows,
): Plan {
  return { statements: [statement], shape: ([answer]) => ({ results: shape(answer?.rows ?? []) }) };
}

/** Plans one statement, of whose columns and rows the results are a page. */
export function planPage(statement: Statement & { readonly maxRows: number }, offset: number): Plan {
  return {
    statements: [statement],
    shape: ([answer]) => ({
      results: answer?.rows ?? [],
      columns: answer?.columns ?? [],
      types: answer?.columns.map((name, index) => [name, answer.types[index] ?? ""]) ?? [],
      hasMore: answer?.hasMore ?? false,
      limit: statement.maxRows,
      offset,
    }),
  };
}
