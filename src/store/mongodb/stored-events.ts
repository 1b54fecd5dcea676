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
import { eventKey, projectNumberForQuery, uuidOfEvent } from "./document-keys.ts";
import { toEvent } from "./event-row.ts";
import type { MongoDatabase } from "./mongo-database.ts";
import { retryOnConflict } from "./mongo-errors.ts";
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

/** Implements `Events.leave`. An event that was erased and stored again meanwhile has a later place, and stays. */
export async function leaveEvents({ events }: Collections, leaving: readonly LeavingEvent[]): Promise<number> {
  if (leaving.length === 0) return 0;
  const keys = leaving.map(({ projectId, uuid }) => eventKey(projectId, uuid));
  const last = leaving.reduce((max, { token }) => (token > max ? token : max), "");
  const filter = { _id: { $in: keys }, order: { $lte: new ObjectId(last) } };
  return (await retryOnConflict(() => events.deleteMany(filter))).deletedCount;
}

type StoredEventKey = Pick<EventRow, "_id" | "order">;

const FOLLOWED_EVENTS = 100;
/** How far nodes' clocks may differ, plus the time of an insert, without an event being missed. */
const OVERLAP_SECONDS = 10;

export async function followEvents(
  database: MongoDatabase,
  project: number,
  filter: Filter<EventRow> | null,
): Promise<() => Promise<StoredEvent[]>> {
  const arrivals = new NewEvents(project, filter);
  await database.run((collections) => arrivals.skipExisting(collections));
  return () => database.run((collections) => arrivals.next(collections));
}

/** Reads from some seconds before the newest event seen, as nodes' clocks differ; remembers what it returned since. */
class NewEvents {
  readonly #project: number;
  readonly #filter: Filter<EventRow> | null;
  /** All events up to this time, in seconds, were returned. */
  #newestSeconds = 0;
  /** When each remembered event was stored, in seconds, by its key in hexadecimal. */
  #seen = new Map<string, number>();

  constructor(project: number, filter: Filter<EventRow> | null) {
    this.#project = project;
    this.#filter = filter;
  }

  async skipExisting(collections: Collections): Promise<void> {
    this.#newestSeconds = await this.#findNewestSeconds(collections, 0);
    this.#markSeen(await this.#findUnseen(collections, Number.POSITIVE_INFINITY));
  }

  async next(collections: Collections): Promise<StoredEvent[]> {
    const newest = await this.#findNewestSeconds(collections, this.#startSeconds());
    const unseen = await this.#findUnseen(collections, FOLLOWED_EVENTS);
    const events = unseen.length === 0 ? [] : await this.#read(collections, unseen);
    this.#markSeen(unseen);
    if (unseen.length < FOLLOWED_EVENTS) this.#forgetBefore(newest);
    return events;
  }

  async #read({ events }: Collections, keys: readonly StoredEventKey[]): Promise<StoredEvent[]> {
    const rows = events.find({ _id: { $in: keys.map(({ _id }) => _id) } }).sort({ order: 1 });
    return (await rows.toArray()).map(toEvent);
  }

  #startSeconds(): number {
    return Math.max(0, this.#newestSeconds - OVERLAP_SECONDS);
  }

  async #findNewestSeconds({ events }: Collections, seconds: number): Promise<number> {
    const since = { project: this.#project, order: { $gte: ObjectId.createFromTime(seconds) } };
    const [row] = await events
      .find(since, { projection: { order: 1 } })
      .sort({ order: -1 })
      .limit(1)
      .toArray();
    return row ? secondsOf(row) : this.#newestSeconds;
  }

  async #findUnseen({ events }: Collections, limit: number): Promise<StoredEventKey[]> {
    const unseen: StoredEventKey[] = [];
    if (!this.#filter) return unseen;
    const since = { ...this.#filter, order: { $gte: ObjectId.createFromTime(this.#startSeconds()) } };
    for await (const key of events.find(since, { projection: { order: 1 } }).sort({ order: 1 })) {
      if (this.#seen.has(key._id.toString("hex"))) continue;
      unseen.push(key);
      if (unseen.length === limit) break;
    }
    return unseen;
  }

  #markSeen(keys: readonly StoredEventKey[]): void {
    for (const key of keys) this.#seen.set(key._id.toString("hex"), secondsOf(key));
  }

  #forgetBefore(newest: number): void {
    this.#newestSeconds = Math.max(this.#newestSeconds, newest);
    for (const [key, seconds] of this.#seen) if (seconds < this.#startSeconds()) this.#seen.delete(key);
  }
}

const secondsOf = ({ order }: StoredEventKey) => order.getTimestamp().getTime() / 1000;
