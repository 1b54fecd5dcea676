import type { Binary, Filter } from "mongodb";
import type { StoredEvent } from "../../ports/events.ts";
import { type Batch, readInBatches } from "../../read-in-batches.ts";
import type { Collections } from "../collections.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import type { EventRow } from "../row-types.ts";
import { toEvent } from "./event-row.ts";

interface ScanCursor {
  readonly timestamp: number;
  readonly _id: Binary;
}

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
  yield* readInBatches((cursor?: ScanCursor) => database.run((collections) => readBatch(collections, filter, cursor)));
}

async function readBatch(
  { events }: Collections,
  filter: Filter<EventRow>,
  from: ScanCursor | undefined,
): Promise<Batch<StoredEvent, ScanCursor>> {
  const rows = events
    .find({ $and: [filter, afterCursor(from)] })
    .sort({ timestamp: 1, _id: 1 })
    .limit(MAX_BATCH_EVENTS)
    .batchSize(WIRE_BATCH_EVENTS);
  const items: StoredEvent[] = [];
  let bytes = 0;
  for await (const row of rows) {
    const event = toEvent(row);
    items.push(event);
    bytes += event.properties.length;
    if (bytes >= MAX_BATCH_BYTES || items.length === MAX_BATCH_EVENTS) {
      return { items, next: { timestamp: row.timestamp, _id: row._id } };
    }
  }
  return { items, next: undefined };
}

function afterCursor(from: ScanCursor | undefined): Filter<EventRow> {
  if (!from) return {};
  const { timestamp, _id } = from;
  return { timestamp: { $gte: timestamp }, $or: [{ timestamp: { $gt: timestamp } }, { _id: { $gt: _id } }] };
}
