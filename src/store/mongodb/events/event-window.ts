import { type Filter, ObjectId } from "mongodb";
import type { EventWindow, StoredEvent } from "../../ports/events.ts";
import type { Collections } from "../collections.ts";
import type { EventRow } from "../row-types.ts";
import { toEvent } from "./event-row.ts";

/** Several times as many as on SQLite: servers that take no order from an index sort all that follow, each time. */
const WINDOW_EVENTS = 50_000;
const MAX_WINDOW_BYTES = 8 * 1024 * 1024;

export type Position = Pick<EventRow, "timestamp" | "order">;

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
