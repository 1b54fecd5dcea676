import { type Filter, ObjectId } from "mongodb";
import type { EventWindow, StoredEvent } from "../../ports/events.ts";
import { type Batch, readInBatches } from "../../read-in-batches.ts";
import type { Collections } from "../collections.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import type { EventRow } from "../row-types.ts";
import { toEvent } from "./event-row.ts";

/** Large, because some servers sort all remaining events for each batch. */
const MAX_BATCH_EVENTS = 20_000;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;
const WIRE_BATCH_EVENTS = 500;

/** Several times as many as on SQLite: servers that take no order from an index sort all that follow, each time. */
const WINDOW_EVENTS = 50_000;
const MAX_WINDOW_BYTES = 8 * 1024 * 1024;

export type Position = Pick<EventRow, "timestamp" | "order">;

/** Implements `Events.scan`. Keeps no cursor open while the consumer is busy, because servers close idle ones. */
export async function* scanEvents(
  database: MongoDatabase,
  filter: Filter<EventRow> | null,
): AsyncGenerator<StoredEvent> {
  if (!filter) return;
  yield* readInBatches((cursor?: Position) => database.run((collections) => readBatch(collections, filter, cursor)));
}

async function readBatch(
  { events }: Collections,
  filter: Filter<EventRow>,
  from: Position | undefined,
): Promise<Batch<StoredEvent, Position>> {
  const rows = events
    .find({ $and: [filter, from ? beyond("$gt", from) : {}] })
    .sort({ timestamp: 1, order: 1 })
    .limit(MAX_BATCH_EVENTS)
    .batchSize(WIRE_BATCH_EVENTS);
  const items: StoredEvent[] = [];
  let bytes = 0;
  for await (const row of rows) {
    const event = toEvent(row);
    items.push(event);
    bytes += event.properties.length;
    if (bytes >= MAX_BATCH_BYTES || items.length === MAX_BATCH_EVENTS) {
      return { items, next: { timestamp: row.timestamp, order: row.order } };
    }
  }
  return { items, next: undefined };
}

export async function readWindow(
  { events }: Collections,
  project: number,
  filter: Filter<EventRow>,
  from: string | null,
): Promise<EventWindow> {
  const after = from === null ? {} : beyond("$gt", parsePosition(from));
  const order = { timestamp: 1, order: 1 } as const;
  const ends = events.find({ $and: [{ project }, after] }, { projection: { ...order, _id: 0 } });
  const [end] = await ends
    .sort(order)
    .skip(WINDOW_EVENTS - 1)
    .limit(1)
    .toArray();
  const until = end ? beyond("$lt", end, "$lte") : {};
  const found: StoredEvent[] = [];
  let bytes = 0;
  for await (const row of events.find({ $and: [filter, after, until] }).sort(order)) {
    const event = toEvent(row);
    found.push(event);
    bytes += event.properties.length;
    if (bytes >= MAX_WINDOW_BYTES) return { events: found, next: formatPosition(row) };
  }
  return { events: found, next: end ? formatPosition(end) : null };
}

export function beyond(side: "$gt" | "$lt", { timestamp, order }: Position, key: string = side): Filter<EventRow> {
  return {
    $and: [
      { timestamp: { [`${side}e`]: timestamp } },
      { $or: [{ timestamp: { [side]: timestamp } }, { order: { [key]: order } }] },
    ],
  };
}

function formatPosition({ timestamp, order }: Position): string {
  return JSON.stringify([timestamp, order.toHexString()]);
}

function parsePosition(text: string): Position {
  const [timestamp, hex] = JSON.parse(text) as [number, string];
  return { timestamp, order: new ObjectId(hex) };
}
