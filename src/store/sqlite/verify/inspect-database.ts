import { StoreFault } from "../../ports/common.ts";
import type { DocumentCounts, NamedFile } from "../../ports/document-copies.ts";
import { SqliteConnection } from "../sqlite-connection.ts";
import { findProblems } from "./find-problems.ts";

interface NamedFileRow {
  readonly id: number;
  readonly key: string;
  readonly bytes: number;
  readonly project_id: number;
  readonly session_id: string;
}

const BUSY_TIMEOUT_MS = 5000;
const BATCH_SIZE = 1000;
const SELECT_FILES = `SELECT recording_files.id, key, bytes, project_id, session_id
  FROM recording_files JOIN recordings ON recordings.id = recording_id
  WHERE bytes IS NOT NULL AND recording_files.id > ? ORDER BY recording_files.id LIMIT ${BATCH_SIZE}`;

/** Opens an existing database, only to read it. Throws SQLite's error, or `StoreFault`. */
export function openToRead(path: string): SqliteConnection {
  const pragmas = `PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}; PRAGMA query_only = ON;`;
  return new SqliteConnection(path, { isReadonly: true, openTimeoutMs: BUSY_TIMEOUT_MS, pragmas });
}

/** Describes, in one line, what is wrong with a database file's structure; null if nothing is. */
export function findDamage(path: string): string | null {
  try {
    using connection = openToRead(path);
    return findProblems(connection).join("; ") || null;
  } catch (error) {
    const reason = error instanceof StoreFault ? error.cause : error;
    return reason instanceof Error ? reason.message : String(reason);
  }
}

export function countRows(path: string): DocumentCounts {
  using connection = openToRead(path);
  const tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name";
  return Object.fromEntries(
    connection.all<{ name: string }>(tables).map(({ name }) => {
      return [name, connection.one<{ count: number }>(`SELECT count(*) AS count FROM "${name}"`).count];
    }),
  );
}

interface HistoryFileRow {
  readonly project_id: string;
  readonly key: string;
  readonly bytes: number;
}

const HAS_HISTORY = "SELECT count(*) AS tables FROM sqlite_schema WHERE name IN ('history_left', 'history_manifests')";
const SELECT_HISTORY = `SELECT project_id, files.value ->> '$.key' AS key, files.value ->> '$.bytes' AS bytes
  FROM history_manifests, json_each(history_manifests.value, '$.files') AS files
  WHERE EXISTS (SELECT 1 FROM history_left WHERE history_left.value ->> '$.receivedUntil' NOT NULL)`;

/** Yields the finished files that recordings name, and history files if events left for them. */
export async function* namedFiles(path: string): AsyncGenerator<NamedFile> {
  using connection = openToRead(path);
  yield* readInBatches(async (after: number = 0) => {
    const rows = connection.all<NamedFileRow>(SELECT_FILES, after);
    const items = rows.map(({ key, bytes, project_id, session_id }): NamedFile => {
      return { key, bytes, projectId: String(project_id), sessionId: session_id };
    });
    return { items, next: rows.length === BATCH_SIZE ? rows.at(-1)?.id : undefined };
  });
  if (connection.one<{ tables: number }>(HAS_HISTORY).tables < 2) return; // of an earlier version
  for (const { project_id: projectId, key, bytes } of connection.all<HistoryFileRow>(SELECT_HISTORY)) {
    yield { projectId, sessionId: null, key, bytes };
  }
}

interface Batch<T, Cursor> {
  readonly items: readonly T[];
  /** The start of the next batch; undefined after the last. */
  readonly next: Cursor | undefined;
}

/** Yields items of one read after the other, so that the engine holds nothing open while the consumer is busy. */
async function* readInBatches<T, Cursor>(
  read: (from: Cursor | undefined) => Promise<Batch<T, Cursor>>,
): AsyncGenerator<T> {
  let cursor: Cursor | undefined;
  do {
    const batch: Batch<T, Cursor> = await read(cursor);
    yield* batch.items;
    cursor = batch.next;
  } while (cursor !== undefined);
}
