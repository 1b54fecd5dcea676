import type { SqliteConnection } from "./sqlite-connection.ts";

const BYTES_IN_USE = `SELECT (page_count - freelist_count) * page_size AS bytes
  FROM pragma_page_count, pragma_freelist_count, pragma_page_size`;
/** A file of this size is rewritten in about 50 ms, for which the thread blocks. */
const MAX_VACUUM_BYTES = 8 * 1024 * 1024;

/** Empties the write-ahead log, which has copies of deleted content. Returns false if another connection reads it. */
export function truncateWal(connection: SqliteConnection): boolean {
  return connection.one<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)").busy === 0;
}

/**
 * Removes all copies of deleted content. Moved rows leave copies behind, so the file is rewritten, unless
 * it is large. Returns false if another connection reads; throws SQLite's error if one writes or the disk is full.
 */
export function purgeDeleted(connection: SqliteConnection): boolean {
  if (!truncateWal(connection)) return false;
  const { bytes } = connection.one<{ bytes: number }>(BYTES_IN_USE);
  if (bytes > MAX_VACUUM_BYTES) return true;
  connection.exec("VACUUM");
  return truncateWal(connection);
}
