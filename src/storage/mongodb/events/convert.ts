import { type Filter, ObjectId } from "mongodb";
import type { EventFilter, StoredEvent } from "../../ports/events.ts";
import { fromColumn, toColumn } from "../../values/text.ts";
import { eventKey, eventKeyToFind, projectOf, projectToFind, uuidOfEvent } from "../ids.ts";
import { fromStored, toStored } from "../long-text.ts";
import type { EventRow } from "../rows.ts";

/** In the order of their keys, each key once. */
export function toRows(events: readonly StoredEvent[]): EventRow[] {
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
    order: new ObjectId(),
    event: toColumn(event.event),
    distinctId: toColumn(event.distinctId),
    timestamp: event.timestamp,
    receivedAt: event.receivedAt,
    properties: toStored(event.properties),
  };
}

/** Null where nothing can match. */
export function condition(projectId: string, filter: EventFilter): Filter<EventRow> | null {
  const { event, distinctIds, uuid, from, to } = filter;
  const _id = uuid === undefined ? undefined : eventKeyToFind(projectId, uuid);
  if (_id === null) return null;
  const timestamp = { ...(from === undefined ? {} : { $gte: from }), ...(to === undefined ? {} : { $lt: to }) };
  return {
    project: projectToFind(projectId),
    ...(_id === undefined ? {} : { _id }),
    ...(event === undefined ? {} : { event: toColumn(event) }),
    // Means `$in`, for which some servers go through the whole index once for each distinct id.
    ...(distinctIds === undefined ? {} : { distinctId: { $not: { $nin: distinctIds.map(toColumn) } } }),
    ...(from === undefined && to === undefined ? {} : { timestamp }),
  };
}

export const toEvent = (row: EventRow): StoredEvent => ({
  projectId: String(row.project),
  uuid: uuidOfEvent(row._id),
  event: fromColumn(row.event),
  distinctId: fromColumn(row.distinctId),
  timestamp: row.timestamp,
  receivedAt: row.receivedAt,
  properties: fromStored(row.properties),
});
