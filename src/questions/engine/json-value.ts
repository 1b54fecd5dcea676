import type { DuckDBType, DuckDBValue, DuckDBValueConverter, Json } from "@duckdb/node-api";

type Api = typeof import("@duckdb/node-api");

/**
 * Returns a function that turns values of DuckDB into JSON. Whole numbers are numbers if a double represents them, else
 * texts; infinite ones, and what is no number, are null. Times with a zone are in UTC (`2024-03-10T07:30:00Z`).
 */
export function jsonConverter({ DuckDBTypeId: Id, JsonDuckDBValueConverter: standard }: Api) {
  const whole = new Set<number>([Id.BIGINT, Id.UBIGINT, Id.HUGEINT, Id.UHUGEINT, Id.BIGNUM]);
  const local = new Set<number>([Id.TIMESTAMP, Id.TIMESTAMP_S, Id.TIMESTAMP_MS, Id.TIMESTAMP_NS]);
  const nested = new Set<number>([Id.LIST, Id.ARRAY, Id.STRUCT, Id.MAP, Id.UNION, Id.VARIANT]);
  const convert: DuckDBValueConverter<Json> = (value: DuckDBValue, type: DuckDBType) => {
    if (value === null) return null;
    if (typeof value === "number" && !Number.isFinite(value)) return null;
    if (whole.has(type.typeId)) return wholeNumber(String(value));
    if (type.typeId === Id.DECIMAL) return Number(String(value));
    if (type.typeId === Id.TIMESTAMP_TZ) return `${String(value).replace(" ", "T").replace(/\+00$/, "Z")}`;
    if (local.has(type.typeId)) return String(value).replace(" ", "T");
    // Converters of nested types call the one they are given for their elements.
    return standard(value, type, nested.has(type.typeId) ? convert : standard);
  };
  return convert;
}

function wholeNumber(text: string): Json {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}
