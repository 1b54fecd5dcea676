import type { DuckDBTimestampTZValue, DuckDBType, DuckDBValue, DuckDBValueConverter, Json } from "@duckdb/node-api";
import { offsetAt, offsetText } from "../kinds/time/time-zone.ts";

type Api = typeof import("@duckdb/node-api");

/** No clock changes within a quarter of an hour, so its times have one offset. */
const QUARTER_MS = 900_000;
const MAX_OFFSETS = 10_000;

/** Converts values to JSON: whole numbers beyond doubles to texts, infinity and NaN to null, times to local ones. */
export function jsonConverter(api: Api, timeZone: string) {
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
