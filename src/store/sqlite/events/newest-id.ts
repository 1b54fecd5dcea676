import type { Sql } from "../sqlite-connection.ts";

const KEEP = `INSERT OR REPLACE INTO events
  (id, project_id, uuid, event, distinct_id, timestamp, received_at, properties)
  VALUES (?, 0, zeroblob(16), '', '', 0, 0, '{}')`;

export function newestId(sql: Sql): number {
  return sql.one<{ id: number | null }>("SELECT max(id) AS id FROM events").id ?? 0;
}

/** Makes the ids of new events follow this one, at least the highest, although its row is gone. */
export function keepId(sql: Sql, id: number): void {
  sql.run("DELETE FROM events WHERE project_id = 0");
  sql.run(KEEP, id);
}

/** Keeps the newest id while `work` deletes events: SQLite would reuse it, and followers take the event for seen. */
export function keepNewestId<T>(sql: Sql, work: () => T): T {
  const newest = newestId(sql);
  const result = work();
  if (newestId(sql) < newest) keepId(sql, newest);
  return result;
}
