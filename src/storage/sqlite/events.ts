import type { Events, StoredEvent } from "../ports/events.ts";
import { projectNumber, uuidToBlob } from "../values/stored-ids.ts";
import { type EventRow, eventWhere, toEvent } from "./events/event-row.ts";
import { followEvents } from "./events/follow-events.ts";
import { scanEvents } from "./events/scan-events.ts";
import type { SqlValue } from "./sqlite-connection.ts";
import type { Transactions } from "./sqlite-database.ts";

/** One statement inserts several rows because a driver call costs as much as an insert. More would hardly be faster. */
const ROWS_PER_INSERT = 20;

const insertStatement = (
  count: number,
) => `INSERT INTO events (project_id, uuid, event, distinct_id, timestamp, received_at, properties)
  VALUES (?, ?, ?, ?, ?, ?, ?)${", (?, ?, ?, ?, ?, ?, ?)".repeat(count - 1)} ON CONFLICT (project_id, uuid) DO NOTHING`;

const INSERT_ROWS = insertStatement(ROWS_PER_INSERT);

function toColumns(events: readonly StoredEvent[], start: number, end: number): SqlValue[] {
  const values: SqlValue[] = [];
  for (let index = start; index < end; index++) {
    const { projectId, uuid, event, distinctId, timestamp, receivedAt, properties } = events[index] as StoredEvent;
    values.push(projectNumber(projectId), uuidToBlob(uuid), event, distinctId, timestamp, receivedAt, properties);
  }
  return values;
}

export function sqliteEvents(database: Transactions): Events {
  return {
    insert: (events) =>
      database.write((sql) => {
        let inserted = 0;
        for (let start = 0; start < events.length; start += ROWS_PER_INSERT) {
          const end = Math.min(start + ROWS_PER_INSERT, events.length);
          const statement = end - start === ROWS_PER_INSERT ? INSERT_ROWS : insertStatement(end - start);
          inserted += sql.run(statement, ...toColumns(events, start, end));
        }
        return inserted;
      }),

    latest: (projectId, filter, limit) =>
      database.read((sql) => {
        const [where, values] = eventWhere(projectId, filter);
        const select = `SELECT * FROM events WHERE ${where} ORDER BY timestamp DESC, id DESC LIMIT ?`;
        return sql.all<EventRow>(select, ...values, limit).map(toEvent);
      }),

    count: (projectId, filter) =>
      database.read((sql) => {
        const [where, values] = eventWhere(projectId, filter);
        return sql.one<{ count: number }>(`SELECT count(*) AS count FROM events WHERE ${where}`, ...values).count;
      }),

    scan: (projectId, filter) => scanEvents(database, projectId, filter),
    follow: (projectId, filter) => followEvents(database, projectId, filter),
  };
}
