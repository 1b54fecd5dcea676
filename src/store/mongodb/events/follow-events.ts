import { type Filter, ObjectId } from "mongodb";
import type { StoredEvent } from "../../ports/events.ts";
import type { Collections } from "../collections.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import type { EventRow } from "../row-types.ts";
import { toEvent } from "./event-row.ts";

type StoredEventKey = Pick<EventRow, "_id" | "order">;

const BATCH_EVENTS = 100;
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
    const unseen = await this.#findUnseen(collections, BATCH_EVENTS);
    const events = unseen.length === 0 ? [] : await this.#read(collections, unseen);
    this.#markSeen(unseen);
    if (unseen.length < BATCH_EVENTS) this.#forgetBefore(newest);
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
