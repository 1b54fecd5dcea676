import type { Schemas } from "../../../generated/openapi.ts";
import { Problem, problem } from "../../lib/problem.ts";
import type { EngineAnswer } from "../engine/engine-methods.ts";
import type { Calendar } from "./date-range.ts";
import type { GroupTypes } from "./filter-context.ts";
import type { Statement } from "./statement.ts";

export interface QuestionContext {
  readonly calendar: Calendar;
  readonly groupTypes: GroupTypes;
  /** The time at which a chart of all time begins; null if it has no event, or if none is asked for. */
  readonly earliest: number | null;
}

export type StatementRows = Omit<EngineAnswer, "rows"> & { readonly rows: unknown[][] };

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

/** Runs work on a part of a question. Names the fields in its problems as the whole question does. */
export function withAttr<T>(attrOf: (attr: string) => string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem) || error.attr === undefined) throw error;
    throw problem(error.code, { attr: attrOf(error.attr), detail: error.message });
  }
}
