import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBValue } from "@duckdb/node-api";
import { problem } from "../../lib/problem.ts";
import { refusal } from "./check-tree.ts";
import type { EngineAnswer, EngineQuestion } from "./engine-methods.ts";
import { jsonConverter } from "./json-value.ts";

type Api = typeof import("@duckdb/node-api");

const SLICE_ROWS = 2048;

/**
 * Runs SQL, and returns as many rows as the limits allow. Throws `query_limit_exceeded` for too many bytes. Rows go to
 * a table first: DuckDB ends a stream that fails as if it were complete, and counts the memory of streamed rows only.
 */
export async function readAnswer(
  api: Api,
  connection: DuckDBConnection,
  sql: string,
  { values, maxRows, maxBytes }: Pick<EngineQuestion, "values" | "maxRows" | "maxBytes">,
  timeZone: string,
): Promise<EngineAnswer> {
  const prepared = await connection.prepare(
    `CREATE OR REPLACE TEMP TABLE answer AS SELECT * FROM (${sql}\n) LIMIT ${maxRows + 1}`,
  );
  prepared.bind(bound(api, prepared, values));
  const [[count] = []] = await (await prepared.run()).getRows();
  const convert = jsonConverter(api, timeZone);
  const rows: string[] = [];
  let bytes = 0;
  const returned = Math.min(Number(count), maxRows);
  const slice = (start: number) => {
    const end = Math.min(start + SLICE_ROWS, returned);
    return connection.run(`SELECT * FROM answer WHERE rowid >= ${start} AND rowid < ${end} ORDER BY rowid`);
  };
  let result = await slice(0);
  for (;;) {
    for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk()) {
      for (const row of chunk.convertRows(convert)) {
        const json = JSON.stringify(row);
        bytes += json.length + 1;
        if (bytes > maxBytes) throw tooLarge(maxBytes);
        rows.push(json);
      }
    }
    if (rows.length >= returned) break;
    result = await slice(rows.length);
  }
  return {
    columns: result.columnNames(),
    types: result.columnTypes().map(String),
    rows: `[${rows.join(",")}]`,
    count: returned,
    hasMore: Number(count) > maxRows,
    sql,
  };
}

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
