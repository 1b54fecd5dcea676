import type { EventFilter, StoredEvent } from "../../ports/events.ts";
import type { Transactions } from "../sqlite-database.ts";
import { type EventRow, eventWhere, toEvent } from "./event-row.ts";
import { newestId } from "./newest-id.ts";

const BATCH_EVENTS = 100;

/** Implements `Events.follow` by row id: SQLite has one writer at a time, so ids grow in the order of storing. */
export async function followEvents(
  database: Transactions,
  projectId: string,
  filter: EventFilter,
): Promise<() => Promise<StoredEvent[]>> {
  const [where, values] = eventWhere(projectId, filter);
  // An index by project would be scanned from its beginning.
  const select = `SELECT * FROM events NOT INDEXED WHERE id > ? AND ${where} ORDER BY id LIMIT ?`;
  let last = await database.read(newestId);
  return () =>
    database.read((sql) => {
      const rows = sql.all<EventRow>(select, last, ...values, BATCH_EVENTS);
      last = rows.length < BATCH_EVENTS ? newestId(sql) : (rows.at(-1)?.id ?? last);
      return rows.map(toEvent);
    });
}
