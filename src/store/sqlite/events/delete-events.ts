import type { EventFilter } from "../../ports/events.ts";
import type { Sql } from "../sqlite-connection.ts";
import { findBatchEnd } from "./event-batch.ts";
import { eventWhere } from "./event-row.ts";
import { newestId } from "./follow-events.ts";

/** With these a batch takes about 4 ms: deleted content is overwritten. */
const MAX_BATCH_EVENTS = 200;
const MAX_BATCH_BYTES = 512 * 1024;

/** A row of no project. */
const KEEP_ID = `INSERT OR REPLACE INTO events
  (id, project_id, uuid, event, distinct_id, timestamp, received_at, properties)
  VALUES (?, 0, zeroblob(16), '', '', 0, 0, '{}')`;

/** Implements `Events.delete`. */
export function deleteEvents(sql: Sql, projectId: string, filter: EventFilter, limit: number): number {
  const [where, values] = eventWhere(projectId, filter);
  const limits = { events: Math.min(limit, MAX_BATCH_EVENTS), bytes: MAX_BATCH_BYTES };
  const { last } = findBatchEnd(sql, where, values, limits);
  if (!last) return 0;
  // Without `to`, which SQLite would choose as the bound of the index: it would visit all events before that.
  const [rest, restValues] = eventWhere(projectId, { ...filter, to: undefined });
  const remove = `DELETE FROM events WHERE ${rest} AND (timestamp, id) <= (?, ?)`;
  return keepNewestId(sql, () => sql.run(remove, ...restValues, last.timestamp, last.id));
}

/**
 * Runs work that deletes events. If the newest is among them, SQLite would give its id again, to an event that
 * followers then take for one that they have seen: so another row keeps the id.
 */
export function keepNewestId<T>(sql: Sql, work: () => T): T {
  const newest = newestId(sql);
  const result = work();
  if (newestId(sql) < newest) sql.run(KEEP_ID, newest);
  return result;
}
