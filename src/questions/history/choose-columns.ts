import { HOT_COLUMNS } from "../hot-properties.ts";
import { sqlText } from "./duckdb-process.ts";
import { columnName, type FileColumns } from "./event-columns.ts";
import type { Workshop } from "./workshop.ts";

export const MAX_COLUMNS = 64;
/** Few events say little about the next ones. */
const EVENTS_PER_COLUMN = 10;
const SAMPLE_EVENTS = 500;
const MAX_NAME_LENGTH = 200;
/** Longer values, such as lists of elements, would take the space of the text again. */
const MAX_VALUE_LENGTH = 128;

/**
 * Returns the known columns, and after them those of properties that at least one in a hundred of the file's events
 * has, the most frequent first. Properties of `$set` count, too. What clients set themselves, and is another in almost
 * each event, has none: these are ids and times.
 */
export async function chooseColumns(
  known: readonly string[],
  file: (FileColumns & { readonly rows: number }) | undefined,
  duckdb: Pick<Workshop["duckdb"], "run">,
): Promise<readonly string[]> {
  const max = Math.min(MAX_COLUMNS, Math.floor((file?.rows ?? 0) / EVENTS_PER_COLUMN));
  if (!file || known.length >= max) return known;
  const step = Math.max(1, Math.floor(file.rows / SAMPLE_EVENTS));
  const pointer = (key: string) => `replace(replace(${key}, '~', '~0'), '/', '~1')`;
  const found = await duckdb.run(`WITH
    hashed AS MATERIALIZED (SELECT properties FROM read_parquet(${sqlText(file.path)}) WHERE hash(uuid) % ${step} = 0),
    sample AS MATERIALIZED (SELECT parsable_json(properties) AS json FROM hashed
      WHERE json_valid(parsable_json(properties))),
    used AS (SELECT '/' || ${pointer("key")} AS pointer, value FROM sample, json_each(json)
      UNION ALL SELECT '/$set/' || ${pointer("key")}, value FROM sample, json_each(json, '$."$set"'))
    SELECT pointer FROM used WHERE length(pointer) <= ${MAX_NAME_LENGTH} AND pointer <> '/distinct_id'
    GROUP BY pointer
    HAVING count(*) >= 0.01 * (SELECT count(*) FROM sample) AND avg(length(value::VARCHAR)) <= ${MAX_VALUE_LENGTH}
      AND NOT (starts_with(pointer, '/$') AND count(*) > 20 AND count(DISTINCT value) > 0.9 * count(*))
    ORDER BY count(*) DESC, pointer`);
  return withoutVariants([...known, ...found.map((row) => String(row["pointer"]))]).slice(0, max);
}

/** Leaves out what has a column, because names of columns are the same in any case, and what SQL cannot name. */
function withoutVariants(pointers: readonly string[]): string[] {
  const names = new Set([...HOT_COLUMNS.keys()].map((name) => columnName(`/${name}`)));
  return pointers.filter((pointer) => {
    const name = columnName(pointer).toLowerCase();
    if (names.has(name) || /\p{Cc}/u.test(pointer)) return false;
    names.add(name);
    return true;
  });
}
