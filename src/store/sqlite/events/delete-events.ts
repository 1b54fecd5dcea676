import type { EventFilter } from "../../ports/events.ts";
import type { Sql } from "../sqlite-connection.ts";
import { findBatchEnd } from "./event-batch.ts";
import { keepNewestId } from "./newest-id.ts";
import { storedEventWhere } from "./uuids/event-ids.ts";

/** With these a batch takes about 4 ms: deleted content is overwritten. */
const MAX_BATCH_EVENTS = 200;
const MAX_BATCH_BYTES = 512 * 1024;

/** Implements `Events.delete`. */
export function deleteEvents(sql: Sql, projectId: string, filter: EventFilter, limit: number): number {
  const [where, values] = storedEventWhere(sql, projectId, filter);
  const limits = { events: Math.min(limit, MAX_BATCH_EVENTS), bytes: MAX_BATCH_BYTES };
  const { last } = findBatchEnd(sql, where, values, limits);
  if (!last) return 0;
  // Without `to`, which SQLite would choose as the bound of the index: it would visit all events before that.
  const [rest, restValues] = storedEventWhere(sql, projectId, { ...filter, to: undefined });
  const remove = `DELETE FROM events WHERE ${rest} AND (timestamp, id) <= (?, ?)`;
  return keepNewestId(sql, () => sql.run(remove, ...restValues, last.timestamp, last.id));
}
