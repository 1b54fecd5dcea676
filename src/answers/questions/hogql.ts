import type { components } from "../../../generated/openapi.ts";
import type { SqlValue } from "../engine/engine-methods.ts";
import type { Plan } from "./question-context.ts";

const MAX_ROWS = 10_000;

/** SQL of the client. */
export function planHogql({ query, values = {} }: components["schemas"]["HogQLQuery"]): Plan {
  return {
    statements: [{ sql: query, values: values as Record<string, SqlValue>, isForeign: true, maxRows: MAX_ROWS }],
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
