import type { EventFilter, Events, StoredEvent } from "../ports/events.ts";
import { blobToUuid, projectNumber, uuidToBlob, uuidToFind } from "../values/ids.ts";
import type { Transactions } from "./database.ts";
import type { Value } from "./sql.ts";

const INSERT = `INSERT INTO events (project_id, uuid, event, distinct_id, timestamp, received_at, properties)
  VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (project_id, uuid) DO NOTHING`;

interface EventRow {
  readonly project_id: number;
  readonly uuid: ArrayBuffer;
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: number;
  readonly received_at: number;
  readonly properties: string;
}

export function sqliteEvents(database: Transactions): Events {
  return {
    insert: (events) =>
      database.write((sql) => {
        let inserted = 0;
        for (const { projectId, uuid, event, distinctId, timestamp, receivedAt, properties } of events) {
          const id = projectNumber(projectId);
          inserted += sql.run(INSERT, id, uuidToBlob(uuid), event, distinctId, timestamp, receivedAt, properties);
        }
        return inserted;
      }),

    latest: (projectId, filter, limit) =>
      database.read((sql) => {
        const [where, values] = condition(projectId, filter);
        const select = `SELECT * FROM events WHERE ${where} ORDER BY timestamp DESC, id DESC LIMIT ?`;
        return sql.all<EventRow>(select, ...values, limit).map(toEvent);
      }),

    count: (projectId, filter) =>
      database.read((sql) => {
        const [where, values] = condition(projectId, filter);
        return sql.one<{ count: number }>(`SELECT count(*) AS count FROM events WHERE ${where}`, ...values).count;
      }),
  };
}

function condition(projectId: string, { event, distinctId, uuid }: EventFilter): [where: string, values: Value[]] {
  const terms: [string, Value][] = [["project_id = ?", projectNumber(projectId)]];
  if (uuid !== undefined) terms.push(["uuid = ?", uuidToFind(uuid)]);
  if (event !== undefined) terms.push(["event = ?", event]);
  if (distinctId !== undefined) terms.push(["distinct_id = ?", distinctId]);
  return [terms.map(([term]) => term).join(" AND "), terms.map(([, value]) => value)];
}

const toEvent = (row: EventRow): StoredEvent => ({
  projectId: String(row.project_id),
  uuid: blobToUuid(row.uuid),
  event: row.event,
  distinctId: row.distinct_id,
  timestamp: row.timestamp,
  receivedAt: row.received_at,
  properties: row.properties,
});
