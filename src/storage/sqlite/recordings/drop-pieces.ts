import { setImmediate as othersFirst } from "node:timers/promises";
import type { Sql } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";

/** So much is deleted in one transaction, or one row: it holds up everybody who writes, and all that this thread does. */
const PORTION_BYTES = 2 * 1024 * 1024;
const PORTION_ROWS = 500;
const MAX_RECORDINGS_PER_CALL = 100;

/** Deletes pieces of a recording that are in files, in portions; then it is no more due because of them. What a crash leaves the next call deletes. */
export async function dropFiledPieces(database: Transactions, recordingId: number): Promise<void> {
  const upTo = "SELECT filed_up_to FROM recordings WHERE id = ?";
  const settle = "UPDATE recordings SET left_to_drop = 0, waiting_since = unflushed_since WHERE id = ?";
  await inPortions(database, (sql) => {
    const last = sql.get<{ filed_up_to: number }>(upTo, recordingId)?.filed_up_to ?? 0;
    if (dropPieces(sql, recordingId, last)) return true;
    sql.run(settle, recordingId);
    return false;
  });
}

/** Deletes what is left of erased recordings, in portions, until not a byte of it is in the database's files; what cannot be now, the next call does. */
export async function dropErased(database: Transactions): Promise<void> {
  const select = "SELECT recording_id AS id FROM recordings_to_drop LIMIT ?";
  const erased = await database.read((sql) => sql.all<{ id: number }>(select, MAX_RECORDINGS_PER_CALL));
  for (const { id } of erased) {
    await inPortions(database, (sql) => dropPieces(sql, id, Number.MAX_SAFE_INTEGER) || dropUuids(sql, id));
  }
  if (erased.length === 0 || !(await database.purgeDeleted())) return;
  await database.write((sql) => {
    for (const { id } of erased) sql.run("DELETE FROM recordings_to_drop WHERE recording_id = ?", id);
  });
}

async function inPortions(database: Transactions, work: (sql: Sql) => boolean): Promise<void> {
  while (await database.write(work)) await othersFirst();
}

/** False where there was none left. */
function dropPieces(sql: Sql, recordingId: number, upTo: number): boolean {
  const select = "SELECT id, bytes FROM pieces WHERE recording_id = ? AND id <= ? LIMIT ?";
  const rows = sql.all<{ id: number; bytes: number }>(select, recordingId, upTo, PORTION_ROWS);
  let bytes = 0;
  for (const row of rows) {
    if (bytes >= PORTION_BYTES) break;
    sql.run("DELETE FROM pieces WHERE id = ?", row.id);
    bytes += row.bytes;
  }
  return rows.length > 0;
}

function dropUuids(sql: Sql, recordingId: number): boolean {
  const some = "SELECT uuid FROM piece_uuids WHERE recording_id = ?1 LIMIT ?2";
  return (
    sql.run(`DELETE FROM piece_uuids WHERE recording_id = ?1 AND uuid IN (${some})`, recordingId, PORTION_ROWS) > 0
  );
}
