import type { Binary, Filter } from "mongodb";
import type { StoredEvent } from "../../ports/events.ts";
import type { Collections } from "../collections.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import type { EventRow } from "../row-types.ts";
import { toEvent } from "./event-row.ts";

interface ScanCursor {
  readonly timestamp: number;
  readonly _id: Binary;
}

interface Portion {
  readonly events: readonly StoredEvent[];
  /** Where the next portion begins; null after the last. */
  readonly next: ScanCursor | null;
}

/** Where the first portion begins. */
const START = undefined;
/** Many, because some servers sort all that is left for each portion. */
const PORTION_EVENTS = 20_000;
const PORTION_BYTES = 8 * 1024 * 1024;
/** What comes over the network at once. */
const BATCH_EVENTS = 500;

/** `Events.scan`. No cursor stays open while the reader is busy with a portion: servers end those that rest. */
export async function* scanEvents(
  database: MongoDatabase,
  wanted: Filter<EventRow> | null,
): AsyncGenerator<StoredEvent> {
  if (!wanted) return;
  for (let cursor: ScanCursor | null | undefined = START; cursor !== null; ) {
    const from: ScanCursor | undefined = cursor;
    const portion: Portion = await database.run((collections) => readPortion(collections, wanted, from));
    yield* portion.events;
    cursor = portion.next;
  }
}

async function readPortion(
  { events }: Collections,
  wanted: Filter<EventRow>,
  from: ScanCursor | undefined,
): Promise<Portion> {
  const rest = events
    .find({ $and: [wanted, afterCursor(from)] })
    .sort({ timestamp: 1, _id: 1 })
    .limit(PORTION_EVENTS)
    .batchSize(BATCH_EVENTS);
  const found: StoredEvent[] = [];
  let bytes = 0;
  for await (const row of rest) {
    const event = toEvent(row);
    found.push(event);
    bytes += event.properties.length;
    if (bytes >= PORTION_BYTES || found.length === PORTION_EVENTS) {
      return { events: found, next: { timestamp: row.timestamp, _id: row._id } };
    }
  }
  return { events: found, next: null };
}

/** What comes after the place. */
function afterCursor(from: ScanCursor | undefined): Filter<EventRow> {
  if (!from) return {};
  const { timestamp, _id } = from;
  return { timestamp: { $gte: timestamp }, $or: [{ timestamp: { $gt: timestamp } }, { _id: { $gt: _id } }] };
}
