import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import { groupBy } from "../../lib/group-by.ts";
import { type FileColumns, fromFiles } from "../history/event-columns.ts";
import { HOT_COLUMNS } from "../hot-properties.ts";
import {
  type Columns,
  type DatabaseOptions,
  type EngineLimits,
  type Load,
  type LoadMode,
  type RowValue,
  TABLES,
  type TableName,
} from "./engine-methods.ts";
import { propertyViews, viewStatements } from "./project-views.ts";

type Api = typeof import("@duckdb/node-api");

const CHUNK_ROWS = 2048;
let nextLoad: Load = 1;

/** A load has its own connection, because a connection runs one statement at a time. */
interface Loading {
  readonly table: TableName;
  /** The table with the rows so far. */
  readonly name: string;
  readonly connection: DuckDBConnection;
  /** Settles when the connection runs nothing. */
  settled: Promise<unknown>;
}

/** A statement that is checked, with the properties that it reads as columns, by name, and the views that have them. */
export interface PreparedSql {
  readonly sql: string;
  readonly properties: ReadonlyMap<string, string>;
  readonly views: ReadonlySet<string>;
}

export type ProjectDatabase = Awaited<ReturnType<typeof openDatabase>>;

/** Opens a database in memory. SQL reads only its folder's files, loads no extension, and changes no setting. */
export async function openDatabase(api: Api, limits: EngineLimits, options: DatabaseOptions) {
  const instance = await api.DuckDBInstance.create(":memory:", { threads: String(limits.threads) });
  const first = await instance.connect();
  for (const statement of [...settings(limits, options), ...tableStatements(), ...viewStatements(options), LOCK]) {
    await first.run(statement);
  }
  first.closeSync();
  const loads = new Map<Load, Loading>();
  /** Settles when no connection is being opened. */
  let connected: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  /** Columns of the files of each view of files. */
  let filed: ReadonlyMap<string, ReadonlySet<string>> = new Map();

  async function connect(): Promise<DuckDBConnection> {
    if (isClosed) throw new Error("The project's database is closed.");
    const connecting = instance.connect();
    connected = Promise.allSettled([connected, connecting]).then(() => undefined);
    const connection = await connecting;
    if (!isClosed) return connection;
    connection.closeSync();
    throw new Error("The project's database was closed.");
  }

  function loadingOf(load: Load): Loading {
    const loading = loads.get(load);
    if (!loading) throw new Error("The load is not one of this database.");
    return loading;
  }

  return {
    timeZone: options.timeZone,
    connect,

    async useFiles(files: readonly FileColumns[], columns: readonly string[]): Promise<void> {
      const connection = await connect();
      const groups = groupBy(files, (file) => file.columns ?? 0);
      try {
        await connection.run(filedEvents(files));
        for (const [count, own] of groups) await connection.run(filedEvents(own, `filed_events_${count}`));
      } finally {
        connection.closeSync();
      }
      filed = new Map([...groups.keys()].map((count) => [`filed_events_${count}`, new Set(columns.slice(0, count))]));
    },

    /** Returns the beginning of the statement. */
    head: ({ properties, views }: PreparedSql) => (properties.size > 0 ? propertyViews(views, properties, filed) : ""),

    async startTable(table: TableName): Promise<Load> {
      const load = nextLoad++;
      const connection = await connect();
      const name = `loading_${load}`;
      const created = connection.run(createTable(table, name));
      loads.set(load, { table, name, connection, settled: created.catch(() => undefined) });
      await created;
      return load;
    },

    async addRows(load: Load, columns: Columns): Promise<void> {
      const loading = loadingOf(load);
      const added = append(api, loading, columns);
      loading.settled = added.catch(() => undefined);
      await added;
    },

    async finishTable(load: Load, mode: LoadMode): Promise<string> {
      const { connection, name, table } = loadingOf(load);
      loads.delete(load);
      const statements =
        mode === "replace"
          ? [`DROP TABLE ${table}`, `ALTER TABLE ${name} RENAME TO ${table}`]
          : [`INSERT INTO ${table} SELECT * FROM ${name} ANTI JOIN ${table} USING (uuid)`, `DROP TABLE ${name}`];
      try {
        for (const statement of ["BEGIN", ...statements, "COMMIT"]) await connection.run(statement);
        const reader = await connection.runAndReadAll(versionOf(table));
        return String(reader.getRows()[0]?.[0]);
      } finally {
        connection.closeSync();
      }
    },

    async cancelTable(load: Load): Promise<void> {
      const { connection, name } = loadingOf(load);
      loads.delete(load);
      try {
        await connection.run(`DROP TABLE IF EXISTS ${name}`);
      } finally {
        connection.closeSync();
      }
    },

    /** Closes each part once it is not in use: DuckDB ends the process otherwise. */
    close(): void {
      isClosed = true;
      for (const { connection, settled } of loads.values()) void settled.then(() => connection.closeSync());
      loads.clear();
      void connected.then(() => instance.closeSync());
    },
  };
}

async function append(api: Api, { connection, name }: Loading, columns: Columns): Promise<void> {
  const appender = await connection.createAppender(name);
  const types = columns.map((_, index) => appender.columnType(index));
  const count = columns[0]?.length ?? 0;
  for (let start = 0; start < count; start += CHUNK_ROWS) {
    const rows = Math.min(CHUNK_ROWS, count - start);
    const chunk = api.DuckDBDataChunk.create(types, rows);
    for (const [index, values] of columns.entries()) {
      const part = values.slice(start, start + rows);
      const convert = converterOf(api, types[index]?.typeId);
      chunk.setColumnValues(index, convert ? part.map(convert) : part);
    }
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

/** Returns undefined if the column takes values as they are. */
function converterOf(api: Api, type: number | undefined): ((value: RowValue) => DuckDBValue) | undefined {
  const { DuckDBTypeId: Id, DuckDBTimestampTZValue, DuckDBUUIDValue } = api;
  const of = <T extends DuckDBValue>(make: (value: NonNullable<RowValue>) => T) => {
    return (value: RowValue) => (value === null ? null : make(value));
  };
  if (type === Id.TIMESTAMP_TZ) return of((ms) => new DuckDBTimestampTZValue(BigInt(Math.round(Number(ms) * 1000))));
  if (type === Id.UUID) return of((uuid) => DuckDBUUIDValue.fromUint128(uuidNumber(String(uuid))));
  return type === Id.BIGINT ? of((number) => BigInt(number)) : undefined;
}

/** Hashes only the uuid of an event, because events never change. */
const versionOf = (table: TableName) =>
  `SELECT count(*) || '.' || coalesce(bit_xor(hash(${table === "stored_events" ? "uuid" : table})), 0) FROM ${table}`;
const uuidNumber = (uuid: string) => BigInt(`0x${uuid.replaceAll("-", "")}`);
const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

function settings(
  { memoryBytes, temporaryFolder, temporaryBytes }: EngineLimits,
  { folder, timeZone }: DatabaseOptions,
): string[] {
  const folders = folder === null ? "[]" : `[${quote(folder.endsWith("/") ? folder : `${folder}/`)}]`;
  return [
    `SET memory_limit = '${Math.floor(memoryBytes / 1024)}KiB'`,
    `SET temp_directory = ${quote(temporaryFolder)}`,
    `SET max_temp_directory_size = '${Math.floor(temporaryBytes / 1024)}KiB'`,
    `SET allowed_directories = ${folders}`,
    `SET GLOBAL TimeZone = ${quote(timeZone)}`,
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET allow_community_extensions = false",
    "SET preserve_insertion_order = false",
    // Makes tests of few rows run the join that many rows need.
    "SET GLOBAL asof_loop_join_threshold = 0",
    "SET enable_external_access = false",
  ];
}

const LOCK = "SET lock_configuration = true";

function tableStatements(): string[] {
  const names = Object.keys(TABLES) as TableName[];
  return [...names.map((name) => createTable(name, name)), filedEvents([])];
}

function createTable(table: TableName, name: string): string {
  const columns = Object.entries(TABLES[table]).map(([column, type]) => `"${column}" ${type}`);
  return `CREATE OR REPLACE TABLE ${name} (${columns.join(", ")})`;
}

function filedEvents(files: readonly FileColumns[], name = "filed_events"): string {
  if (files.length === 0) return `CREATE OR REPLACE VIEW ${name} AS ${NO_FILED_EVENTS}`;
  const select = "SELECT * EXCLUDE (received_at), received_at AS created_at";
  return `CREATE OR REPLACE VIEW ${name} AS ${select} FROM ${fromFiles(files.map(({ path }) => path))}`;
}

const EMPTY_HOT_COLUMNS = [...HOT_COLUMNS.values()].map((name) => `NULL::VARCHAR AS ${name}`);
const NO_FILED_EVENTS = `SELECT *, ${EMPTY_HOT_COLUMNS.join(", ")} FROM stored_events WHERE false`;
