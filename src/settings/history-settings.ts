import { integer, oneOf } from "./setting-readers.ts";
import { DAY_SECONDS, MAX_RETENTION_SECONDS, MiB } from "./units.ts";

/** When events are written to history files, and how much space their copies may take. */
export const HISTORY_SETTINGS = {
  HISTORY: oneOf(
    "Whether events are also written to Parquet files by project and day, for questions. Needs @duckdb/node-api.",
    ["on", "off"],
    "on",
  ),
  HISTORY_INTERVAL_SECONDS: integer("Time between two runs that write such files, in seconds.", 300, 1, DAY_SECONDS),
  EVENT_STORE_SECONDS: integer(
    "How long events also stay in the store once they are in such files, from their arrival, in seconds; then they " +
      "are in the files only. 0: forever.",
    0,
    0,
    MAX_RETENTION_SECONDS,
  ),
  HISTORY_CACHE_BYTES: integer(
    "Maximum size of local copies of such files, in DATA_DIR, if S3 keeps them.",
    2048 * MiB,
    MiB,
    2 ** 50,
  ),
};
