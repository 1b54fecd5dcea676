import { type Dice, pick } from "../oracle/population.ts";

/** What of a machine hostile SQL is after. */
export interface Prey {
  /** A file that no question may read. */
  readonly file: string;
  /** A folder with history files of another project. */
  readonly folder: string;
}

type Shape = (hostile: string) => string;

/** Sources of rows that are not the tables of clients. */
const tables = ({ file, folder }: Prey) => [
  ...["read_csv", "read_csv_auto", "read_text", "read_blob", "read_json", "read_ndjson", "sniff_csv"].map(
    (name) => `${name}('${file}')`,
  ),
  ...["read_parquet", "parquet_scan", "parquet_metadata", "parquet_schema", "glob"].map(
    (name) => `${name}('${folder}/**')`,
  ),
  ...[`'${file}'`, `"${file}"`, `'${folder}/*/*'`, "'https://example.com/a.csv'", "'s3://bucket/a.parquet'"],
  ...["duckdb_settings()", "duckdb_secrets()", "duckdb_tables()", "duckdb_views()", "duckdb_databases()"],
  ...["pragma_table_info('events')", "pragma_database_size()", "which_secret('a', 'b')", "duckdb_memory()"],
  ...["information_schema.tables", "pg_catalog.pg_class", "system.information_schema.columns", "sqlite_master"],
  ...["stored_events", "filed_events", "live_source", "live_events_p_q_h", "main.persons", "memory.main.events"],
  ...["temp.answer", "query('SELECT 1')", "query_table('stored_events')", "json_execute_serialized_sql('{}')"],
];

const EXPRESSIONS = [
  ...["getenv('HOME')", "current_setting('temp_directory')", "getvariable('a')", "current_database()", "current_user"],
  ...["pg_get_viewdef(1)", "get_block_size('memory')", "nextval('s')", "currval('s')", "setseed(0.5)", "sleep_ms(10)"],
  ...["json_serialize_sql('SELECT 1')", "json_deserialize_sql('{}')", "create_sort_key(1, 'ASC')", "txid_current()"],
  ...["system.main.current_setting('threads')", "in_search_path('a', 'b')", "duckdb_secrets()", "pg_sleep(1)"],
  ...["has_table_privilege('events', 'select')", "{unknown}", "$1", "?", "inet_client_addr()", "pg_backend_pid()"],
];

const statements = ({ file, folder }: Prey) => [
  ...[`COPY events TO '${file}.out'`, `COPY (SELECT 1) TO '${file}.out'`, `COPY persons FROM '${file}'`],
  ...[`EXPORT DATABASE '${folder}'`, `IMPORT DATABASE '${folder}'`, `ATTACH '${file}' AS other`, "DETACH memory"],
  ...["INSTALL httpfs", "LOAD httpfs", "FORCE INSTALL httpfs", "PRAGMA show_tables", "PRAGMA database_list"],
  ...["SET memory_limit = '100GB'", "RESET memory_limit", "SET VARIABLE a = 1", "USE memory", "CALL duckdb_settings()"],
  ...[
    "DROP TABLE stored_events",
    "DELETE FROM stored_events",
    "TRUNCATE persons",
    "UPDATE persons SET properties = '{}'",
  ],
  ...["INSERT INTO persons SELECT * FROM persons", "CREATE TABLE t AS SELECT 1", "CREATE MACRO uniq(x) AS 0"],
  ...["CREATE OR REPLACE VIEW events AS SELECT 1", "CREATE SECRET s (TYPE s3)", "ALTER TABLE persons RENAME TO p"],
  ...["BEGIN", "COMMIT", "ROLLBACK", "VACUUM", "CHECKPOINT", "PREPARE p AS SELECT 1", "EXECUTE p", "DESCRIBE events"],
  ...["SUMMARIZE events", "SHOW ALL TABLES", "EXPLAIN ANALYZE SELECT 1", "COMMENT ON TABLE persons IS 'a'", "ANALYZE"],
];

const AROUND_TABLES: readonly Shape[] = [
  (table) => `SELECT * FROM ${table}`,
  (table) => `FROM ${table}`,
  (table) => `SELECT count(*) FROM events, ${table}`,
  (table) => `SELECT count(*) FROM events LEFT JOIN ${table} ON true`,
  (table) => `SELECT count(*) FROM events SEMI JOIN ${table} ON true`,
  (table) => `SELECT * FROM (SELECT * FROM (FROM ${table})) AS inner_rows`,
  (table) => `WITH found AS (SELECT * FROM ${table}) SELECT * FROM found`,
  (table) => `WITH found AS MATERIALIZED (FROM ${table}), more AS (FROM found) SELECT count(*) FROM more`,
  (table) => `SELECT (SELECT count(*) FROM ${table})`,
  (table) => `SELECT event FROM events WHERE EXISTS (FROM ${table})`,
  (table) => `SELECT event FROM events WHERE uuid IN (SELECT uuid FROM events, ${table})`,
  (table) => `SELECT 1 AS a UNION ALL SELECT count(*) FROM ${table}`,
  (table) => `SELECT event FROM events EXCEPT SELECT 'a' FROM ${table}`,
  (table) => `SELECT event FROM events ORDER BY (SELECT count(*) FROM ${table})`,
  (table) => `SELECT event FROM events LIMIT (SELECT count(*) FROM ${table})`,
  (table) => `SELECT event FROM events OFFSET (SELECT count(*) FROM ${table})`,
  (table) => `SELECT list_transform([1], x -> (SELECT count(*) FROM ${table}))`,
  (table) => `SELECT [x FOR x IN [1] IF (SELECT count(*) FROM ${table}) > 0]`,
  (table) => `SELECT * FROM events, LATERAL (SELECT * FROM ${table}) AS l`,
  (table) => `WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r, ${table} WHERE n < 3) FROM r`,
  (table) => `SELECT CASE WHEN true THEN (SELECT count(*) FROM ${table}) END`,
  (table) => `VALUES ((SELECT count(*) FROM ${table}))`,
  (table) => `SELECT event FROM events QUALIFY row_number() OVER () > (SELECT count(*) FROM ${table})`,
  (table) => `SELECT sum(1) FILTER (WHERE (SELECT count(*) FROM ${table}) > 0) FROM events`,
  (table) => `SELECT event FROM events GROUP BY event HAVING count(*) > (SELECT count(*) FROM ${table})`,
  (table) => `SELECT count(*) OVER (ORDER BY (SELECT count(*) FROM ${table})) FROM events`,
  (table) => `PIVOT ${table} ON a USING count(*)`,
  (table) => `SELECT COLUMNS(*) FROM ${table}`,
  (table) => `SELECT * FROM unnest((SELECT list(1) FROM ${table}))`,
  (table) => `SELECT {'a': (SELECT count(*) FROM ${table})}.a`,
];

const AROUND_EXPRESSIONS: readonly Shape[] = [
  (value) => `SELECT ${value}`,
  (value) => `SELECT event FROM events WHERE ${value} IS NOT NULL`,
  (value) => `SELECT event FROM events ORDER BY ${value}`,
  (value) => `SELECT max(${value}) FROM events`,
  (value) => `SELECT list_transform([1], x -> ${value})`,
  (value) => `SELECT CASE WHEN 1 = 1 THEN ${value} END`,
  (value) => `SELECT CAST(${value} AS VARCHAR) || 'a'`,
  (value) => `SELECT {'a': ${value}}, [${value}]`,
  (value) => `WITH x AS (SELECT ${value} AS a) SELECT * FROM x`,
  (value) => `SELECT count(*) FROM events JOIN persons ON ${value} IS NULL`,
  (value) => `SELECT event FROM events GROUP BY event, ${value}`,
  (value) => `SELECT TRY(${value})`,
  (value) => `VALUES (${value})`,
  (value) => `SELECT row_number() OVER (PARTITION BY ${value}) FROM events`,
  (value) => `SELECT event FROM events LIMIT ${value}`,
];

const AROUND_STATEMENTS: readonly Shape[] = [
  (sql) => sql,
  (sql) => `SELECT 1; ${sql}`,
  (sql) => `${sql}; SELECT 1`,
  (sql) => `SELECT * FROM (${sql})`,
  (sql) => `WITH t AS (${sql}) SELECT * FROM t`,
  (sql) => `EXPLAIN ${sql}`,
  (sql) => `SELECT 1 /* a */ ; /* b */ ${sql} -- c`,
  (sql) => `SELECT query('${sql.replaceAll("'", "''")}')`,
];

/** Other ways to write the same. */
const DISGUISES: readonly ((sql: string, dice: Dice) => string)[] = [
  (sql) => sql,
  (sql) => sql.replaceAll(" ", "\n\t"),
  (sql) => sql.replaceAll(" ", "/* \u{1f6b2} */ "),
  (sql) => `-- SELECT 1\n${sql} -- ;`,
  (sql) => `/* SELECT */ ${sql};`,
  (sql) => sql.replaceAll(/\b([a-z]+_[a-z_]+)\(/g, '"$1"('),
  (sql) => sql.replaceAll(/\b([a-z]+_[a-z_]+)\(/g, "main.$1("),
  (sql) => sql.replaceAll(/\b([a-z]+_[a-z_]+)\(/g, "system.main.$1("),
  (sql) => sql.replaceAll(/\b([a-z]+_[a-z_]+)\(/g, "$1 ("),
  (sql) => sql.replaceAll(/'([^']*)'/g, "$$$$$1$$$$"),
  (sql) => sql.replaceAll(/'([^']*)'/g, "E'$1'"),
  (sql, dice) => sql.replaceAll(/\b[a-z_]+\b(?![^']*'[^']*(?:'[^']*'[^']*)*$)/gi, (word) => mixCase(word, dice)),
];

function mixCase(word: string, dice: Dice): string {
  return [...word].map((letter) => (dice.chance(0.5) ? letter.toUpperCase() : letter.toLowerCase())).join("");
}

/** Returns SQL that tries to read, change or tell what is none of its business. */
export function newHostileSql(dice: Dice, prey: Prey): string {
  const [hostile, around] = pick<readonly [readonly string[], readonly Shape[]]>(dice, [
    [tables(prey), AROUND_TABLES],
    [tables(prey), AROUND_TABLES],
    [EXPRESSIONS, AROUND_EXPRESSIONS],
    [statements(prey), AROUND_STATEMENTS],
  ]);
  return pick(dice, DISGUISES)(pick(dice, around)(pick(dice, hostile)), dice);
}
