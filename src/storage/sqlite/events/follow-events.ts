import type { EventFilter, StoredEvent } from "../../ports/events.ts";
import type { Sql } from "../sql.ts";
import type { Transactions } from "../sqlite-database.ts";
import { type EventRow, eventWhere, toEvent } from "./event-row.ts";

const PORTION_EVENTS = 100;

/** `Events.follow`. Ids are given in the order of storing, by one writer at a time: behind the last one that was seen comes nothing more. */
export async function followEvents(
  database: Transactions,
  projectId: string,
  filter: EventFilter,
): Promise<() => Promise<StoredEvent[]>> {
  const [where, values] = eventWhere(projectId, filter);
  // An index of the project would be read from its beginning.
  const select = `SELECT * FROM events NOT INDEXED WHERE id > ? AND ${where} ORDER BY id LIMIT ?`;
  let last = await database.read(newestId);
  return () =>
    database.read((sql) => {
      const rows = sql.all<EventRow>(select, last, ...values, PORTION_EVENTS);
      last = rows.length < PORTION_EVENTS ? newestId(sql) : (rows.at(-1)?.id ?? last);
      return rows.map(toEvent);
    });
}

function newestId(sql: Sql): number {
  return sql.one<{ id: number | null }>("SELECT max(id) AS id FROM events").id ?? 0;
}
