import { type Filter, ObjectId } from "mongodb";
import type { Millis, ProjectId } from "../../ports/common.ts";
import type { EventToken, SequencedEvent, SettledEvents, StoredRange } from "../../ports/events.ts";
import type { Collections } from "../collections.ts";
import { projectNumberForQuery } from "../document-keys.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import type { EventRow } from "../row-types.ts";
import { toEvent } from "./event-row.ts";

/** How far nodes' clocks may differ, plus the time of an insert and of its repetition by the driver. */
export const SETTLING_SECONDS = 30;
const BATCH_EVENTS = 500;
const BATCH_BYTES = 4 * 1024 * 1024;

interface SettledQuery {
  readonly after: EventToken | null;
  readonly limit: number;
  readonly projectId?: ProjectId | undefined;
  readonly now?: Millis;
  /** Inclusive; if absent, what is about to settle is left out. */
  readonly end?: ObjectId;
}

export async function settledEvents(
  collections: Collections,
  { after, limit, projectId, now = Date.now(), end }: SettledQuery,
): Promise<SettledEvents | null> {
  let until = end ?? ObjectId.createFromTime(Math.floor(now / 1000) - SETTLING_SECONDS);
  const first = new Map<number, ObjectId>();
  for (const project of await projectsOf(collections, { projectId, after })) {
    const order = { ...(after === null ? {} : { $gt: new ObjectId(after) }), $lte: until };
    const find = (skip: number) =>
      collections.events
        .find({ project, order }, { projection: { _id: 0, order: 1 } })
        .sort({ order: 1 })
        .skip(skip)
        .limit(1)
        .next();
    const next = await find(0);
    if (!next) continue;
    first.set(project, next.order);
    until = (await find(limit - 1))?.order ?? until;
  }
  const found = [...first].filter(([, order]) => order.toHexString() <= until.toHexString());
  if (found.length === 0) return null;
  return { until: until.toHexString(), projects: found.map(([project]) => String(project)) };
}

/** Yields the events of one project after the other. */
export async function* storedEvents(database: MongoDatabase, range: StoredRange): AsyncGenerator<SequencedEvent> {
  const projects = await database.run((collections) => projectsOf(collections, range));
  for (const project of projects) {
    for (let from = range.after; from !== null || range.after === null; ) {
      const batch = await database.run((collections) => readBatch(collections, project, from, range.until));
      yield* batch.events;
      if (batch.next === null) break;
      from = batch.next;
    }
  }
}

async function projectsOf({ projects }: Collections, { projectId }: StoredRange): Promise<number[]> {
  if (projectId !== undefined) return [projectNumberForQuery(projectId)];
  return (await projects.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
}

async function readBatch(
  { events }: Collections,
  project: number,
  after: EventToken | null,
  until: EventToken | undefined,
): Promise<{ events: SequencedEvent[]; next: EventToken | null }> {
  const order: Filter<EventRow>["order"] = {
    ...(after === null ? { $gt: ObjectId.createFromTime(0) } : { $gt: new ObjectId(after) }),
    ...(until === undefined ? {} : { $lte: new ObjectId(until) }),
  };
  const rows = events.find({ project, order }).sort({ order: 1 }).limit(BATCH_EVENTS).batchSize(BATCH_EVENTS);
  const found: SequencedEvent[] = [];
  let bytes = 0;
  for await (const row of rows) {
    const event = { ...toEvent(row), sequence: sequenceOf(row.order) };
    found.push(event);
    bytes += event.properties.length;
    if (bytes >= BATCH_BYTES || found.length === BATCH_EVENTS) return { events: found, next: row.order.toHexString() };
  }
  return { events: found, next: null };
}

/** Combines seconds, of which an hour is enough, and the counter of the process that stored the event. */
function sequenceOf(order: ObjectId): number {
  const hex = order.toHexString();
  return (Number.parseInt(hex.slice(0, 8), 16) % 2 ** 12) * 2 ** 24 + Number.parseInt(hex.slice(-6), 16);
}
