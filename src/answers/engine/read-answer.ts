import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBValue } from "@duckdb/node-api";
import { problem } from "../../values/problem.ts";
import { refusal } from "./check-tree.ts";
import type { EngineAnswer, EngineQuestion } from "./engine-methods.ts";
import { jsonConverter } from "./json-value.ts";

type Api = typeof import("@duckdb/node-api");

/** Runs SQL, and returns its rows as far as the limits allow. Throws `query_limit_exceeded` for too many bytes. */
export async function readAnswer(
  api: Api,
  connection: DuckDBConnection,
  sql: string,
  { values, maxRows, maxBytes }: Pick<EngineQuestion, "values" | "maxRows" | "maxBytes">,
): Promise<EngineAnswer> {
  const prepared = await connection.prepare(sql);
  prepared.bind(bound(api, prepared, values));
  const result = await prepared.stream();
  const convert = jsonConverter(api);
  const rows: string[] = [];
  let bytes = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0 || rows.length > maxRows) break;
    for (const row of chunk.convertRows(convert)) {
      if (rows.length > maxRows) break;
      const json = JSON.stringify(row);
      bytes += json.length + 1;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      rows.push(json);
    }
  }
  const hasMore = rows.length > maxRows;
  const returned = hasMore ? rows.slice(0, maxRows) : rows;
  return {
    columns: result.columnNames(),
    types: result.columnTypes().map(String),
    rows: `[${returned.join(",")}]`,
    count: returned.length,
    hasMore,
    sql,
  };
}

/** Returns the values that the statement uses. */
function bound(
  api: Api,
  prepared: DuckDBPreparedStatement,
  values: EngineQuestion["values"],
): Record<string, DuckDBValue> {
  const names = Array.from({ length: prepared.parameterCount }, (_, index) => prepared.parameterName(index + 1));
  const entries = names.map((name): [string, DuckDBValue] => {
    const value = values[name];
    if (value === undefined) throw refusal(`Send a value for {${name}} in \`values\`.`);
    return [name, value !== null && typeof value === "object" ? api.listValue([...value]) : value];
  });
  return Object.fromEntries(entries);
}

function tooLarge(maxBytes: number) {
  return problem("query_limit_exceeded", { detail: `The answer has more than ${maxBytes} bytes: select less.` });
}
