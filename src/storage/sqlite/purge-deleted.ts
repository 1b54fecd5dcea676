import type Libsql from "libsql";

const BYTES_IN_USE = `SELECT (page_count - freelist_count) * page_size AS bytes
  FROM pragma_page_count, pragma_freelist_count, pragma_page_size`;
/** So much is written anew in some 50 ms, for which the thread waits. */
const MAX_VACUUM_BYTES = 8 * 1024 * 1024;

/** Empties a database's log, which has pages as they were before something was deleted; false where somebody uses it. */
export function truncateWal(connection: Libsql.Database): boolean {
  return (connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number }).busy === 0;
}

/**
 * The same where nothing deleted may be left: a page that gave rows to another may have copies of them, which nothing overwrites. So the file is
 * written anew, unless it is large. Throws what SQLite does where another connection writes, or the disk is full.
 */
export function purgeDeleted(connection: Libsql.Database): boolean {
  if (!truncateWal(connection)) return false;
  const { bytes } = connection.prepare(BYTES_IN_USE).get() as { bytes: number };
  if (bytes > MAX_VACUUM_BYTES) return true;
  connection.exec("VACUUM");
  return truncateWal(connection);
}
