import type {
  DuckDBConnection,
  DuckDBPreparedStatement,
  DuckDBTimestampTZValue,
  DuckDBType,
  DuckDBValue,
  DuckDBValueConverter,
  Json,
} from "@duckdb/node-api";
import { problem } from "../../lib/problem.ts";
import { offsetAt, offsetText } from "../kinds/time-zone.ts";
import { refusal } from "./check-tree.ts";
import type { EngineAnswer, EngineQuestion } from "./engine-methods.ts";

type Api = typeof import("@duckdb/node-api");

const SLICE_ROWS = 2048;

/** No clock changes within a quarter of an hour, so its times have one offset. */
const QUARTER_MS = 900_000;
const MAX_OFFSETS = 10_000;

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
  head = "",
): Promise<EngineAnswer> {
  const prepared = await connection.prepare(
    `CREATE OR REPLACE TEMP TABLE answer AS ${head} SELECT * FROM (${sql}\n) LIMIT ${maxRows + 1}`,
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

/** Converts values to JSON: whole numbers beyond doubles to texts, infinity and NaN to null, times to local ones. */
function jsonConverter(api: Api, timeZone: string) {
  const { DuckDBTypeId: Id, JsonDuckDBValueConverter: standard } = api;
  const offsets = new Map<number, number>();
  const offsetOf = (ms: number) => {
    const quarter = Math.floor(ms / QUARTER_MS);
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    if (offsets.size >= MAX_OFFSETS) offsets.clear();
    const minutes = Math.round(offsetAt(timeZone, quarter * QUARTER_MS) / 60_000);
    offsets.set(quarter, minutes);
    return minutes;
  };
  const zoned = (value: DuckDBTimestampTZValue) => {
    if (!value.isFinite) return String(value);
    const minutes = offsetOf(Number(value.micros / 1000n));
    const local = new api.DuckDBTimestampValue(value.micros + BigInt(minutes) * 60_000_000n);
    return `${String(local).replace(" ", "T")}${offsetText(minutes)}`;
  };
  const whole = new Set<number>([Id.BIGINT, Id.UBIGINT, Id.HUGEINT, Id.UHUGEINT, Id.BIGNUM]);
  const local = new Set<number>([Id.TIMESTAMP, Id.TIMESTAMP_S, Id.TIMESTAMP_MS, Id.TIMESTAMP_NS]);
  const nested = new Set<number>([Id.LIST, Id.ARRAY, Id.STRUCT, Id.MAP, Id.UNION, Id.VARIANT]);
  const convert: DuckDBValueConverter<Json> = (value: DuckDBValue, type: DuckDBType) => {
    if (value === null) return null;
    if (typeof value === "number" && !Number.isFinite(value)) return null;
    if (whole.has(type.typeId)) return wholeNumber(String(value));
    if (type.typeId === Id.DECIMAL) return Number(String(value));
    if (value instanceof api.DuckDBTimestampTZValue) return zoned(value);
    if (local.has(type.typeId)) return String(value).replace(" ", "T");
    // Converters of nested types pass the given converter on to their elements.
    return standard(value, type, nested.has(type.typeId) ? convert : standard);
  };
  return convert;
}

function wholeNumber(text: string): Json {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}
