import type { EventFilter, Events, StoredEvent } from "../../ports/events.ts";
import type { Sql } from "../sqlite-connection.ts";
import type { Transactions } from "../sqlite-database.ts";
import { findBatchEnd } from "./event-batch.ts";
import { type EventRow, eventWhere, toEvent } from "./event-row.ts";
import { readWindow } from "./event-window.ts";
import { leavableEvents, leaveEvents } from "./leave-events.ts";
import { readNewest } from "./newest-events.ts";
import { keepNewestId, newestId } from "./newest-id.ts";
import { scanEvents } from "./scan-events.ts";
import { settledEvents, storedEvents, storedLines } from "./stored-events.ts";
import { storedEventWhere } from "./uuids/event-ids.ts";
import { insertEvents } from "./uuids/insert-events.ts";
import { uuidIndex } from "./uuids/uuid-index.ts";

const BATCH_EVENTS = 100;

/** Reads new events by row id: SQLite has one writer at a time, so ids grow in the order of storing. */
async function followEvents(
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

/** A batch of this size takes about 4 ms: deleted content is overwritten. */
const MAX_BATCH_EVENTS = 200;
const MAX_BATCH_BYTES = 512 * 1024;

function deleteEvents(sql: Sql, projectId: string, filter: EventFilter, limit: number): number {
  const [where, values] = storedEventWhere(sql, projectId, filter);
  const limits = { events: Math.min(limit, MAX_BATCH_EVENTS), bytes: MAX_BATCH_BYTES };
  const { last } = findBatchEnd(sql, where, values, limits);
  if (!last) return 0;
  // `to` is left out: SQLite would choose it as the bound of the index, and visit all events before it.
  const [rest, restValues] = storedEventWhere(sql, projectId, { ...filter, to: undefined });
  const remove = `DELETE FROM events WHERE ${rest} AND (timestamp, id) <= (?, ?)`;
  return keepNewestId(sql, () => sql.run(remove, ...restValues, last.timestamp, last.id));
}

export function sqliteEvents(database: Transactions): Events {
  return {
    insert: (events) => database.write((sql) => insertEvents(sql, events)),

    latest: (projectId, filter, limit) =>
      database.read((sql) => {
        const [where, values] = storedEventWhere(sql, projectId, filter);
        const select = `SELECT * FROM events WHERE ${where} ORDER BY timestamp DESC, id DESC LIMIT ?`;
        return sql.all<EventRow>(select, ...values, limit).map(toEvent);
      }),

    count: (projectId, filter) =>
      database.read((sql) => {
        const [where, values] = storedEventWhere(sql, projectId, filter);
        return sql.one<{ count: number }>(`SELECT count(*) AS count FROM events WHERE ${where}`, ...values).count;
      }),

    scan: (projectId, filter) => scanEvents(database, projectId, filter),
    follow: (projectId, filter) => followEvents(database, projectId, filter),
    delete: (projectId, filter, limit) => database.write((sql) => deleteEvents(sql, projectId, filter, limit)),

    window: (projectId, filter, from) => database.read((sql) => readWindow(sql, projectId, filter, from)),

    newest: (projectId, filter, before, limits) =>
      database.read((sql) => readNewest(sql, projectId, filter, before, limits)),

    settled: (after, limit, projectId) => database.read((sql) => settledEvents(sql, after, limit, projectId)),
    stored: (range) => storedEvents(database, range),
    storedLines: (range) => storedLines(database, range),

    leavable: (range, before, limit) => database.read((sql) => leavableEvents(sql, range, before, limit)),
    leave: (events) => database.write((sql) => leaveEvents(sql, events)),

    knownUuids: (projectId, uuids) => database.read((sql) => new Set(uuidIndex(sql).known(sql, projectId, uuids))),

    erase: (projectId, uuids) =>
      database.write((sql) =>
        keepNewestId(sql, () => {
          const ids = uuidIndex(sql).findAll(sql, projectId, uuids);
          for (const id of ids) if (id !== undefined) sql.run("DELETE FROM events WHERE id = ?", id);
        }),
      ),
  };
}
