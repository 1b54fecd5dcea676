import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { EventToken, StoredEvent } from "../ports/events.ts";
import {
  type AnyRow,
  type NeutralRow,
  ROW_FIELDS,
  type RowBatch,
  type RowKind,
  type RowReader,
  type RowWriter,
} from "../ports/neutral-rows.ts";
import { MOVED_HISTORY_KINDS, neutralHistory, ownHistory } from "../records/neutral-history.ts";
import { MOVED_RECORD_KINDS } from "../records/record-kinds.ts";
import { blobToUuid, uuidToBlob } from "../stored-ids.ts";
import { insertEvents } from "./event-row.ts";
import { MIGRATIONS } from "./migrations.ts";
import { recordTable, TABLES, type Table } from "./moved-tables.ts";
import { openSqlite } from "./sqlite.ts";
import { DURABLE_PRAGMAS, indexOfFull, SqliteConnection, type SqlValue } from "./sqlite-connection.ts";
import { isBusy } from "./sqlite-errors.ts";

const FILE = "sightline.db";
const BUSY_TIMEOUT_MS = 30_000;
const PRAGMAS = `${DURABLE_PRAGMAS} PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA cache_size = -65536;`;
const SELECT_ID = "SELECT id FROM store_id";
/** Uses the index by time, which is smaller than the table. */
const COUNT_UP_TO = "SELECT count(*) AS count FROM events WHERE +id <= ? AND project_id > 0";
const SELECT_NTH = "SELECT id FROM events NOT INDEXED WHERE project_id <> 0 ORDER BY id LIMIT 1 OFFSET ?";

/** Opens the rows of a database, whose writers wait until it is closed. Throws if its version differs. */
export async function openSqliteRows(directory: string): Promise<RowReader> {
  const file = join(directory, FILE);
  if (!existsSync(file)) throw new Error(`There is no database ${file}.`);
  const connection = connect(file);
  try {
    lock(connection, file);
    requireVersion(connection, file);
    return readerOf(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Creates or continues a database in `begunIn`; `complete` moves it to its place. Throws if that is taken. */
export async function openSqliteWriter(directory: string, begunIn: string): Promise<RowWriter> {
  const place = join(directory, FILE);
  if (existsSync(place)) throw new Error(`There is a database ${place} already: choose another DATA_DIR.`);
  await mkdir(begunIn, { recursive: true, mode: 0o700 });
  await (await openSqlite(begunIn)).close(); // creates what is missing
  const connection = connect(join(begunIn, FILE));
  const reader = readerOf(connection);
  return {
    ...reader,
    newId: reader.id,
    write: async (kind, neutral) => {
      const tables = tablesOf(kind, recordNames(kind));
      const rows = kind === "history" ? ownHistory(neutral, (index) => tokenAt(connection, index)) : neutral;
      connection.transaction(() => {
        if (kind === "events")
          return insertEvents(connection, (rows as readonly NeutralRow<"events">[]).map(toStoredEvent));
        for (const row of rows) insertRow(connection, kind, tables, row);
      });
    },
    async clear(kinds) {
      connection.transaction(() => {
        for (const { table } of kinds.flatMap((kind) => tablesOf(kind, recordNames(kind)))) {
          connection.run(`DELETE FROM ${table}`);
        }
      });
    },
    async complete() {
      connection.transaction(() => {
        connection.run("DELETE FROM recording_counts");
        connection.run(`INSERT INTO recording_counts SELECT project_id, count(*) FROM recordings GROUP BY project_id`);
        connection.run(`UPDATE recordings SET waiting_since = unflushed_since, pinned_count =
          (SELECT count(*) FROM recording_pins WHERE recording_id = recordings.id)
          WHERE unflushed_since NOT NULL OR id IN (SELECT recording_id FROM recording_pins)`);
      });
      connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      await reader.close();
      await rename(join(begunIn, FILE), place);
      await rm(begunIn, { recursive: true });
    },
  };
}

function recordNames(kind: RowKind): string[] {
  return (kind === "history" ? MOVED_HISTORY_KINDS : MOVED_RECORD_KINDS).map(({ name }) => name);
}

function connect(file: string): SqliteConnection {
  return new SqliteConnection(file, { openTimeoutMs: BUSY_TIMEOUT_MS, pragmas: PRAGMAS });
}

function lock(connection: SqliteConnection, file: string): void {
  try {
    connection.exec("BEGIN IMMEDIATE");
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new Error(`Another process has been writing ${file} for 30 s: does another move run?`, { cause: error });
  }
}

function requireVersion(connection: SqliteConnection, file: string): void {
  const { user_version: version } = connection.one<{ user_version: number }>("PRAGMA user_version");
  if (version === MIGRATIONS.length) return;
  throw new Error(
    `${file} is of version ${version}, not ${MIGRATIONS.length}: start the service of this version once.`,
  );
}

function readerOf(connection: SqliteConnection): RowReader {
  const select = "SELECT name FROM sqlite_schema WHERE type = 'table'";
  const present = new Set(connection.all<{ name: string }>(select).map(({ name }) => name));
  const tables = (kind: RowKind) =>
    tablesOf(
      kind,
      recordNames(kind).filter((name) => present.has(name)),
    );
  const read = (kind: RowKind, after: string | null) => readRows(connection, kind, tables(kind), after);
  let isClosed = false;
  return {
    id: connection.one<{ id: string }>(SELECT_ID).id,
    count: async (kind) => (kind === "history" ? 0 : countRows(connection, tables(kind))),
    settle: async () => {},
    nodes: async () => [],
    isErasing: async () => connection.get("SELECT 1 FROM person_erasures WHERE is_open = 1") !== undefined,
    eventOrder: async () => "id",
    read(kind, after) {
      if (kind !== "history") return read(kind, after);
      return neutralHistory(
        (from) => read(kind, from),
        after,
        (token) => connection.one<{ count: number }>(COUNT_UP_TO, Number(token)).count,
      );
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      connection.rollBack(); // a closed connection may keep its lock as long as it has statements
      connection.close();
    },
  };
}

function tokenAt(connection: SqliteConnection, index: number): EventToken | null {
  const row = connection.get<{ id: number }>(SELECT_NTH, index);
  return row ? String(row.id) : null;
}

function insertRow(connection: SqliteConnection, kind: RowKind, tables: readonly Table[], row: AnyRow): void {
  const name = row.recordKind ?? kind;
  const found = tables.find(({ table }) => table === name);
  if (!found) throw new Error(`There are no records called ${name}.`);
  const bound = ROW_FIELDS[kind].map((field, index): SqlValue => {
    const value = (row as Partial<Record<string, SqlValue>>)[field];
    if (value === undefined) throw new Error(`A row has no ${field}.`);
    return isBlob(found, index, field) ? uuidToBlob(String(value)) : value;
  });
  connection.run(found.insert, ...bound);
}

function toStoredEvent({ project, ...event }: NeutralRow<"events">): StoredEvent {
  return { ...event, projectId: String(project) };
}

const MAX_BATCH_ROWS = 1000;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

type Key = (string | number | null)[];

function tablesOf(kind: RowKind, recordKinds: readonly string[]): readonly Table[] {
  if (kind === "records" || kind === "history") return recordKinds.map(recordTable);
  return [TABLES[kind]];
}

function countRows(connection: SqliteConnection, tables: readonly Table[]): number {
  const count = ({ from, where = "true" }: Table) =>
    connection.one<{ count: number }>(`SELECT count(*) AS count FROM ${from} WHERE ${where}`).count;
  return tables.map(count).reduce((sum, number) => sum + number, 0);
}

async function* readRows(
  connection: SqliteConnection,
  kind: RowKind,
  tables: readonly Table[],
  after: string | null,
): AsyncGenerator<RowBatch> {
  const [first, start] = after === null ? [0, null] : (JSON.parse(after) as [number, Key | null]);
  for (const [index, table] of tables.entries()) {
    if (index < first) continue;
    let from = index === first ? start : null;
    for (;;) {
      const page = readPage(connection, kind, table, from);
      if (page === null) break;
      yield { rows: page.rows, cursor: JSON.stringify([index, page.last]) };
      from = page.last;
    }
  }
}

function readPage(
  connection: SqliteConnection,
  kind: RowKind,
  table: Table,
  after: Key | null,
): { rows: AnyRow[]; last: Key } | null {
  const { from, where = "true", key, columns } = table;
  const fields: readonly string[] = ROW_FIELDS[kind];
  const large = columns[fields.findIndex((field) => field === "properties" || field === "data")];
  const keys = key.join(", ");
  const marks = key.map(() => "?").join(", ");
  const beyond = after === null ? "true" : `(${keys}) > (${marks})`;
  const select = `SELECT ${key.map((name, index) => `${name} AS k${index}`).join(", ")},
    ${large === undefined ? "0" : `octet_length(${large})`} AS bytes
    FROM ${from} WHERE ${where} AND ${beyond} ORDER BY ${keys} LIMIT ${MAX_BATCH_ROWS}`;
  const start = after === null ? [] : after.map(fromKey);
  type SizeRow = Record<string, ArrayBuffer | string | number> & { readonly bytes: number };
  const sizes = connection.all<SizeRow>(select, ...start);
  const last = sizes.at(indexOfFull(sizes, MAX_BATCH_BYTES));
  if (!last) return null;
  const until = key.map((_, index) => toKey(last[`k${index}`]));
  const list = columns.map((column, index) => `${column} AS c${index}`).join(", ");
  const rows = connection.all<Record<string, ArrayBuffer | string | number>>(
    `SELECT ${list} FROM ${from} WHERE ${where} AND ${beyond} AND (${keys}) <= (${marks}) ORDER BY ${keys}`,
    ...start,
    ...until.map(fromKey),
  );
  const toRow = (row: Record<string, ArrayBuffer | string | number>): AnyRow =>
    Object.fromEntries(
      fields.map((field, index) => {
        const value = row[`c${index}`];
        return [field, isBlob(table, index, field) ? blobToUuid(value as ArrayBuffer) : value];
      }),
    );
  return { rows: rows.map(toRow), last: until };
}

/** Tells whether the column of a field holds a uuid as bytes. */
function isBlob({ columns }: Table, index: number, field: string): boolean {
  return (field === "uuid" || field === "into") && columns[index] !== "person_uuid";
}

/** Marks bytes that are kept as text; no column holds such a text. */
const BYTES = "\0bytes ";

function toKey(value: ArrayBuffer | string | number | undefined): string | number | null {
  if (value === undefined) return null;
  return typeof value === "object" ? `${BYTES}${Buffer.from(value).toString("hex")}` : value;
}

function fromKey(value: string | number | null): SqlValue {
  const isBytes = typeof value === "string" && value.startsWith(BYTES);
  return isBytes ? Buffer.from(value.slice(BYTES.length), "hex") : value;
}
