import type { Filter } from "mongodb";
import type { StoredEvent } from "../../ports/events.ts";
import { type Batch, readInBatches } from "../../read-in-batches.ts";
import type { Collections } from "../collections.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import type { EventRow } from "../row-types.ts";
import { toEvent } from "./event-row.ts";
import { beyond, type Position } from "./event-window.ts";

/** Large, because some servers sort all remaining events for each batch. */
const MAX_BATCH_EVENTS = 20_000;
const MAX_BATCH_BYTES = 8 * 1024 * 1024;
const WIRE_BATCH_EVENTS = 500;

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
