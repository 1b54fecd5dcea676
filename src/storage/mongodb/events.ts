import type { Filter } from "mongodb";
import type { EventFilter, Events, StoredEvent } from "../ports/events.ts";
import { fromColumn, toColumn } from "../values/text.ts";
import { insertMissing } from "./bulk.ts";
import type { Database } from "./database.ts";
import { eventKey, eventKeyToFind, projectOf, projectToFind, uuidOfEvent } from "./ids.ts";
import { fromStored, toStored } from "./long-text.ts";
import type { EventRow } from "./rows.ts";

export function mongoEvents(database: Database): Events {
  return {
    insert: (events) =>
      database.run(async (collections) => {
        const rows = toRows(events);
        const present = await insertMissing(collections.events, rows);
        return rows.length - present.length;
      }),

    latest: (projectId, filter, limit) =>
      database.run(async ({ events }) => {
        const wanted = condition(projectId, filter);
        if (!wanted || limit <= 0) return [];
        return (await events.find(wanted).sort({ timestamp: -1 }).limit(limit).toArray()).map(toEvent);
      }),

    count: (projectId, filter) =>
      database.run(async ({ events }) => {
        const wanted = condition(projectId, filter);
        return wanted ? events.countDocuments(wanted) : 0;
      }),
  };
}

/** In the order of their keys, each key once. */
function toRows(events: readonly StoredEvent[]): EventRow[] {
  const rows = new Map<string, EventRow>();
  for (const event of events) {
    const _id = eventKey(event.projectId, event.uuid);
    const name = _id.toString("hex");
    if (!rows.has(name)) rows.set(name, toRow(_id, event));
  }
  return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function toRow(_id: EventRow["_id"], event: StoredEvent): EventRow {
  return {
    _id,
    project: projectOf(event.projectId),
    event: toColumn(event.event),
    distinctId: toColumn(event.distinctId),
    timestamp: event.timestamp,
    receivedAt: event.receivedAt,
    properties: toStored(event.properties),
  };
}

/** Null where nothing can match. */
function condition(projectId: string, { event, distinctId, uuid }: EventFilter): Filter<EventRow> | null {
  const wanted: Filter<EventRow> = {
    project: projectToFind(projectId),
    ...(event === undefined ? {} : { event: toColumn(event) }),
    ...(distinctId === undefined ? {} : { distinctId: toColumn(distinctId) }),
  };
  if (uuid === undefined) return wanted;
  const _id = eventKeyToFind(projectId, uuid);
  return _id && { ...wanted, _id };
}

const toEvent = (row: EventRow): StoredEvent => ({
  projectId: String(row.project),
  uuid: uuidOfEvent(row._id),
  event: fromColumn(row.event),
  distinctId: fromColumn(row.distinctId),
  timestamp: row.timestamp,
  receivedAt: row.receivedAt,
  properties: fromStored(row.properties),
});
