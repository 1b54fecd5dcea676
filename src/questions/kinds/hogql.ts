import type { components } from "../../../generated/openapi.ts";
import type { SqlValue } from "../engine/engine-methods.ts";
import type { Plan } from "./question-context.ts";

const MAX_ROWS = 10_000;

/** Stands for the filters of a dashboard, which a question over HTTP does not have. */
const FILTERS = { filters: true };

/** SQL of the client. */
export function planHogql({ query, values = {} }: components["schemas"]["HogQLQuery"]): Plan {
  const known = { ...(/\{\s*filters\s*\}/.test(query) && FILTERS), ...(values as Record<string, SqlValue>) };
  return {
    statements: [{ sql: query, values: known, isForeign: true, maxRows: MAX_ROWS }],
    shape: ([answer]) => ({
      results: answer?.rows ?? [],
      columns: answer?.columns ?? [],
      types: answer?.columns.map((name, index) => [name, answer.types[index] ?? ""]) ?? [],
      hasMore: answer?.hasMore ?? false,
      hogql: answer?.sql ?? query,
      limit: MAX_ROWS,
      offset: 0,
    }),
  };
}
