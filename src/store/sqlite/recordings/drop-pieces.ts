import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Sql } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";

/** Limits what a transaction deletes, except for a single row, because it blocks every writer and this thread. */
const MAX_BATCH_BYTES = 2 * 1024 * 1024;
const MAX_BATCH_ROWS = 500;
const MAX_RECORDINGS_PER_CALL = 100;

/** Deletes pieces that are in finished files, in batches. An interrupted run resumes on the next call. */
export async function dropFiledPieces(database: Transactions, recordingId: number): Promise<void> {
  const upTo = "SELECT filed_up_to FROM recordings WHERE id = ?";
  const complete = "UPDATE recordings SET left_to_drop = 0, waiting_since = unflushed_since WHERE id = ?";
  await inBatches(database, (sql) => {
    const last = sql.get<{ filed_up_to: number }>(upTo, recordingId)?.filed_up_to ?? 0;
    if (dropPieces(sql, recordingId, last)) return true;
    sql.run(complete, recordingId);
    return false;
  });
}

/** Deletes erased recordings' pieces in batches, and wipes their bytes. An interrupted run resumes on the next call. */
export async function dropErased(database: Transactions): Promise<void> {
  const select = "SELECT recording_id AS id FROM recordings_to_drop LIMIT ?";
  const erased = await database.read((sql) => sql.all<{ id: number }>(select, MAX_RECORDINGS_PER_CALL));
  for (const { id } of erased) {
    await inBatches(database, (sql) => dropPieces(sql, id, Number.MAX_SAFE_INTEGER) || dropUuids(sql, id));
  }
  if (erased.length === 0 || !(await database.purgeDeleted())) return;
  await database.write((sql) => {
    for (const { id } of erased) sql.run("DELETE FROM recordings_to_drop WHERE recording_id = ?", id);
  });
}

async function inBatches(database: Transactions, work: (sql: Sql) => boolean): Promise<void> {
  while (await database.write(work)) await yieldToEventLoop();
}

/** Returns false if no piece was left. */
function dropPieces(sql: Sql, recordingId: number, upTo: number): boolean {
  const select = "SELECT id, bytes FROM pieces WHERE recording_id = ? AND id <= ? LIMIT ?";
  const rows = sql.all<{ id: number; bytes: number }>(select, recordingId, upTo, MAX_BATCH_ROWS);
  let bytes = 0;
  for (const row of rows) {
    if (bytes >= MAX_BATCH_BYTES) break;
    sql.run("DELETE FROM pieces WHERE id = ?", row.id);
    bytes += row.bytes;
  }
  return rows.length > 0;
}

/** Returns false if no uuid was left. */
function dropUuids(sql: Sql, recordingId: number): boolean {
  const some = "SELECT uuid FROM piece_uuids WHERE recording_id = ?1 LIMIT ?2";
  return (
    sql.run(`DELETE FROM piece_uuids WHERE recording_id = ?1 AND uuid IN (${some})`, recordingId, MAX_BATCH_ROWS) > 0
  );
}
