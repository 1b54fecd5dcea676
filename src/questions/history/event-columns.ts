import { groupBy } from "../../lib/group-by.ts";
import { HOT_COLUMNS } from "../hot-properties.ts";
import { sqlText } from "./duckdb-process.ts";

const LINE_COLUMNS =
  "{projectId: 'VARCHAR', uuid: 'UUID', event: 'VARCHAR', distinctId: 'VARCHAR', timestamp: 'BIGINT', " +
  "receivedAt: 'BIGINT', properties: 'VARCHAR', sequence: 'BIGINT'}";

const HOT_PATHS = `[${[...HOT_COLUMNS.keys()].map((name) => sqlText(`$."${name}"`)).join(", ")}]`;
const HOT_VALUES = [...HOT_COLUMNS.values()].map((column, index) => `hot[${index + 1}] AS ${column}`).join(", ");

const MIN_LINE_LIMIT = 1024 * 1024;

/** Returns a statement that makes the table `batch` from lines of events, which have up to `longest` bytes. */
export function readLines(path: string, longest: number): string {
  const limit = Math.max(longest + 1, MIN_LINE_LIMIT);
  const options = `format = 'newline_delimited', columns = ${LINE_COLUMNS}, maximum_object_size = ${limit}`;
  return `CREATE OR REPLACE TEMP TABLE batch AS
    SELECT projectId AS project_id, floor(timestamp / 86400000.0)::INTEGER AS day, uuid, event,
      distinctId AS distinct_id, make_timestamptz(timestamp * 1000) AS timestamp,
      make_timestamptz(receivedAt * 1000) AS received_at, properties, ${HOT_VALUES}, sequence
    FROM (
      SELECT *, TRY(json_extract_string(parsable_json(properties), ${HOT_PATHS})) AS hot
      FROM read_json(${sqlText(path)}, ${options})
    )`;
}

/** Counts rows, and finds the least and the greatest time, in milliseconds. */
export const ROWS_AND_SPAN = `count(*)::INTEGER AS rows, epoch_ms(min(timestamp))::DOUBLE AS first,
  epoch_ms(max(timestamp))::DOUBLE AS last`;

export type Counted = Record<"rows" | "first" | "last", number>;

export const BATCH_PARTS = `SELECT project_id AS project, day, ${ROWS_AND_SPAN} FROM batch
  GROUP BY project_id, day ORDER BY project_id, day`;

const COLUMNS = `uuid, event, distinct_id, timestamp, received_at, properties,
  ${[...HOT_COLUMNS.values()].join(", ")}, sequence`;
export const FORMAT = "FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 3, ROW_GROUP_SIZE 122880";

export function writePart(project: string, day: number, path: string): string {
  return copyTo(path, batchPart(project, day));
}

/** Drops from the batch what the files have. */
export function dropFiled(project: string, day: number, paths: readonly string[]): string {
  return `DELETE FROM ${batchPart(project, day)} AND uuid IN (SELECT uuid FROM ${fromFiles(paths)})`;
}

function batchPart(project: string, day: number): string {
  return `batch WHERE project_id = ${sqlText(project)} AND day = ${day}`;
}

/** A local file, and how many of the project's columns it has. */
export type FileColumns = { readonly path: string; readonly columns?: number };

/** Copies rows to a file with these columns of properties: those that a file lacks are made of the text. */
export function rewriteFiles(
  files: readonly FileColumns[],
  path: string,
  { condition = "true", columns = [] }: { readonly condition?: string; readonly columns?: readonly string[] },
): string {
  const byCount = groupBy(files, (file) => file.columns ?? 0);
  const pathsOf = (own: readonly FileColumns[]) => own.map((file) => file.path);
  const sources = [...byCount].map(([count, own]) => withColumns(fromFiles(pathsOf(own)), columns.slice(count)));
  return copyTo(path, `(${sources.join(" UNION ALL BY NAME ")}) WHERE ${condition}`, columns);
}

/** Names the column of a property, without characters that Delta Lake refuses. */
export function columnName(pointer: string): string {
  const code = (other: string) => `%${other.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return `properties${pointer.replace(/[\s,;{}()=%"\p{Cc}]/gu, code)}`;
}

const quoted = (pointer: string) => `"${columnName(pointer)}"`;

/** Parses each text once. Reads again what `property_text` may write otherwise. */
function withColumns(source: string, pointers: readonly string[]): string {
  if (pointers.length === 0) return `SELECT * FROM ${source}`;
  const paths = pointers.map(sqlText);
  const names = pointers.map(quoted);
  const checked = names.map((name, index) => {
    const mayDiffer = `${name} >= '-' AND ${name} < ':' AND (ends_with(${name}, '.0') OR contains(${name}, 'e'))`;
    const text = `property_text(properties, ${paths[index]})`;
    return `CASE WHEN found IS NULL OR (${mayDiffer}) THEN ${text} ELSE ${name} END AS ${name}`;
  });
  return `SELECT * EXCLUDE (found) REPLACE (${checked.join(", ")}) FROM (
    SELECT *, ${names.map((name, index) => `found[${index + 1}] AS ${name}`).join(", ")} FROM (
      SELECT *, TRY(json_extract_string(parsable_json(properties), [${paths.join(", ")}])) AS found FROM ${source}))`;
}

/** Returns a source for a SELECT. Files of earlier versions have no sequence: the place of a row stands for it. */
export function fromFiles(paths: readonly string[]): string {
  const options = "union_by_name = true, file_row_number = true, hive_partitioning = false";
  const files = `read_parquet([${paths.map(sqlText).join(", ")}], ${options})`;
  return `(SELECT * EXCLUDE (file_row_number) REPLACE (coalesce(sequence, file_row_number) AS sequence)
    FROM (SELECT CAST(NULL AS BIGINT) AS sequence WHERE false UNION ALL BY NAME SELECT * FROM ${files}))`;
}

function copyTo(path: string, source: string, columns: readonly string[] = []): string {
  const names = [COLUMNS, ...columns.map(quoted)].join(", ");
  const rows = `SELECT ${names} FROM ${source} ORDER BY distinct_id, timestamp, received_at, sequence`;
  return `COPY (${rows}) TO ${sqlText(path)} (${FORMAT})`;
}
