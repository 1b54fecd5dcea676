import type { components } from "../../../generated/openapi.ts";
import type { GroupTypes } from "./property-filters.ts";
import type { Statement } from "./statement.ts";
import type { Calendar } from "./time/date-range.ts";

/** What a question depends on beside itself. */
export interface QuestionContext {
  readonly calendar: Calendar;
  readonly groupTypes: GroupTypes;
  /** Where a chart of all time begins; null if it has no event, or if none is asked for. */
  readonly earliest: number | null;
}

/** The rows of one statement. */
export interface StatementRows {
  readonly columns: string[];
  readonly types: string[];
  readonly rows: unknown[][];
  readonly hasMore: boolean;
  readonly sql: string;
}

export type QueryResponse = components["schemas"]["QueryResponse"];

/** What a kind of question returns of its own; the rest is the same for all. */
export type Results = Omit<QueryResponse, "timezone" | "is_cached" | "last_refresh" | "cache_key">;

/** How a question is answered: what to run, and what the rows become. */
export interface Plan {
  readonly statements: readonly Statement[];
  /** Returns the answer; of the sessions that the rows name, `recorded` are those with a recording. */
  readonly shape: (answers: readonly StatementRows[], recorded: ReadonlySet<string>) => Results;
  /** Returns the sessions whose recordings the answer shows. */
  readonly sessionIds?: (answers: readonly StatementRows[]) => readonly string[];
}
