import type { Events } from "../../ports/events.ts";
import type { Transactions } from "../sqlite-database.ts";
import { deleteEvents } from "./delete-events.ts";
import { type EventRow, toEvent } from "./event-row.ts";
import { readWindow } from "./event-window.ts";
import { followEvents } from "./follow-events.ts";
import { leavableEvents, leaveEvents } from "./leave-events.ts";
import { readNewest } from "./newest-events.ts";
import { keepNewestId } from "./newest-id.ts";
import { scanEvents } from "./scan-events.ts";
import { settledEvents, storedEvents, storedLines } from "./stored-events.ts";
import { storedEventWhere } from "./uuids/event-ids.ts";
import { insertEvents } from "./uuids/insert-events.ts";
import { uuidIndex } from "./uuids/uuid-index.ts";

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
