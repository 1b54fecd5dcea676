import type { EventFilter } from "../../ports/events.ts";
import type { Sql } from "../sqlite-connection.ts";
import { findBatchEnd } from "./event-batch.ts";
import { eventWhere } from "./event-row.ts";
import { newestId } from "./follow-events.ts";

/** Deleted content is overwritten, so large events take as long as many small ones. */
const MAX_BATCH_BYTES = 512 * 1024;

/** A row of no project. */
const KEEP_ID = `INSERT OR REPLACE INTO events
  (id, project_id, uuid, event, distinct_id, timestamp, received_at, properties)
  VALUES (?, 0, zeroblob(16), '', '', 0, 0, '{}')`;

/** Implements `Events.delete`. */
export function deleteEvents(sql: Sql, projectId: string, filter: EventFilter, limit: number): number {
  const [where, values] = eventWhere(projectId, filter);
  const { last } = findBatchEnd(sql, where, values, { events: limit, bytes: MAX_BATCH_BYTES });
  if (!last) return 0;
  const newest = newestId(sql);
  // Without `to`, which SQLite would choose as the bound of the index: it would visit all events before that.
  const [rest, restValues] = eventWhere(projectId, { ...filter, to: undefined });
  const remove = `DELETE FROM events WHERE ${rest} AND (timestamp, id) <= (?, ?)`;
  const deleted = sql.run(remove, ...restValues, last.timestamp, last.id);
  // SQLite would give the highest id again, to an event that followers then take for one that they have seen.
  if (newestId(sql) < newest) sql.run(KEEP_ID, newest);
  return deleted;
}
