import { type Filter, ObjectId } from "mongodb";
import type { Millis, ProjectId } from "../ports/common.ts";
import type {
  EventToken,
  LeavingEvent,
  LeavingEvents,
  SequencedEvent,
  SettledEvents,
  StoredEvent,
  StoredRange,
} from "../ports/events.ts";
import type { Collections } from "./collections.ts";
import { projectNumberForQuery, uuidOfEvent } from "./document-keys.ts";
import { toEvent } from "./event-row.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import type { EventRow } from "./row-types.ts";

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

export async function leavableEvents(
  collections: Collections,
  { after, until }: { readonly after: EventToken | null; readonly until: EventToken },
  before: Millis,
  limit: number,
): Promise<LeavingEvents | null> {
  const beforeTime = ObjectId.createFromTime(Math.floor(before / 1000)).toHexString();
  const end = until < beforeTime ? until : beforeTime;
  if (after !== null && end <= after) return null;
  for (let perProject = limit; ; perProject = Math.ceil(perProject / 4)) {
    const part = await settledEvents(collections, { after, limit: perProject, end: new ObjectId(end) });
    if (!part) return end === until ? { until, events: [] } : null;
    const events = await readKeys(collections, part.projects, after, part.until, perProject > 1 ? limit : Infinity);
    if (events) return { until: part.until, events };
  }
}

/** Returns null if there are more than the limit. */
async function readKeys(
  { events }: Collections,
  projects: readonly string[],
  after: EventToken | null,
  until: EventToken,
  limit: number,
): Promise<LeavingEvent[] | null> {
  const found: LeavingEvent[] = [];
  const order = { ...(after === null ? {} : { $gt: new ObjectId(after) }), $lte: new ObjectId(until) };
  for (const project of projects) {
    const rows = events.find(
      { project: Number(project), order },
      { projection: { order: 1, timestamp: 1, receivedAt: 1 }, sort: { order: 1 } },
    );
    for await (const { _id, order: token, timestamp, receivedAt } of rows) {
      if (found.length === limit) return null;
      found.push({ projectId: project, uuid: uuidOfEvent(_id), timestamp, receivedAt, token: token.toHexString() });
    }
  }
  return found;
}

type StoredEventKey = Pick<EventRow, "_id" | "order">;

const FOLLOWED_EVENTS = 100;
/** How far nodes' clocks may differ, plus the time of an insert, without an event being missed. */
const OVERLAP_SECONDS = 10;

/** Reads from some seconds before the newest event seen, as nodes' clocks differ; remembers what it returned since. */
export async function followEvents(
  database: MongoDatabase,
  project: number,
  filter: Filter<EventRow> | null,
): Promise<() => Promise<StoredEvent[]>> {
  /** When each remembered event was stored, in seconds, by its key in hexadecimal. */
  const seen = new Map<string, number>();
  const findNewest = async ({ events }: Collections, seconds: number) => {
    const since = { project, order: { $gte: ObjectId.createFromTime(seconds) } };
    const row = await events.findOne(since, { projection: { order: 1 }, sort: { order: -1 } });
    return row ? secondsOf(row) : 0;
  };
  const findUnseen = async ({ events }: Collections, seconds: number, limit: number) => {
    const unseen: StoredEventKey[] = [];
    if (!filter) return unseen;
    const since = { ...filter, order: { $gte: ObjectId.createFromTime(seconds) } };
    for await (const key of events.find(since, { projection: { order: 1 } }).sort({ order: 1 })) {
      if (seen.has(key._id.toString("hex"))) continue;
      unseen.push(key);
      if (unseen.length === limit) break;
    }
    return unseen;
  };
  const markSeen = (keys: readonly StoredEventKey[]) => {
    for (const key of keys) seen.set(key._id.toString("hex"), secondsOf(key));
  };
  const startOf = (newest: number) => Math.max(0, newest - OVERLAP_SECONDS);
  /** All events up to this time, in seconds, were returned. */
  let newest = await database.run((collections) => findNewest(collections, 0));
  const existing = (collections: Collections) => findUnseen(collections, startOf(newest), Number.POSITIVE_INFINITY);
  markSeen(await database.run(existing));

  return () =>
    database.run(async (collections) => {
      const found = await findNewest(collections, startOf(newest));
      const unseen = await findUnseen(collections, startOf(newest), FOLLOWED_EVENTS);
      const keys = { _id: { $in: unseen.map(({ _id }) => _id) } };
      const rows = unseen.length === 0 ? [] : await collections.events.find(keys).sort({ order: 1 }).toArray();
      markSeen(unseen);
      if (unseen.length < FOLLOWED_EVENTS) {
        newest = Math.max(newest, found);
        for (const [key, seconds] of seen) if (seconds < startOf(newest)) seen.delete(key);
      }
      return rows.map(toEvent);
    });
}

const secondsOf = ({ order }: StoredEventKey) => order.getTimestamp().getTime() / 1000;
