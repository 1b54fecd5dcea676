import { type Filter, ObjectId } from "mongodb";
import type { StoredEvent } from "../../ports/events.ts";
import type { Collections } from "../collections.ts";
import type { MongoDatabase } from "../mongo-database.ts";
import type { EventRow } from "../row-types.ts";
import { toEvent } from "./event-row.ts";

type StoredEventKey = Pick<EventRow, "_id" | "order">;

const PORTION_EVENTS = 100;
/** By so much the nodes' clocks may differ, and an insert may take: what is stored by then is not missed. */
const OVERLAP_SECONDS = 10;

/** `Events.follow`, of the events for which `wanted` holds. */
export async function followEvents(
  database: MongoDatabase,
  project: number,
  wanted: Filter<EventRow> | null,
): Promise<() => Promise<StoredEvent[]>> {
  const arrivals = new NewEvents(project, wanted);
  await database.run((collections) => arrivals.skipExisting(collections));
  return () => database.run((collections) => arrivals.next(collections));
}

/**
 * Reads events in the order of storing, which each node counts by its own clock. So each reading begins some seconds before the newest event
 * that was seen, and those that were given are remembered for as long.
 */
class NewEvents {
  readonly #project: number;
  readonly #filter: Filter<EventRow> | null;
  /** The time of the newest event up to which all was given, in seconds. */
  #newestSeconds = 0;
  #seen = new Map<string, number>();

  constructor(project: number, wanted: Filter<EventRow> | null) {
    this.#project = project;
    this.#filter = wanted;
  }

  /** Takes all that is there as given. */
  async skipExisting(collections: Collections): Promise<void> {
    this.#newestSeconds = await this.#findNewestSeconds(collections, 0);
    this.#markSeen(await this.#findUnseen(collections, Number.POSITIVE_INFINITY));
  }

  async next(collections: Collections): Promise<StoredEvent[]> {
    const newest = await this.#findNewestSeconds(collections, this.#startSeconds());
    const missing = await this.#findUnseen(collections, PORTION_EVENTS);
    const events = missing.length === 0 ? [] : await this.#read(collections, missing);
    this.#markSeen(missing);
    if (missing.length < PORTION_EVENTS) this.#forgetBefore(newest);
    return events;
  }

  async #read({ events }: Collections, keys: readonly StoredEventKey[]): Promise<StoredEvent[]> {
    const found = events.find({ _id: { $in: keys.map(({ _id }) => _id) } }).sort({ order: 1 });
    return (await found.toArray()).map(toEvent);
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

  /** The first of those that were not given yet. */
  async #findUnseen({ events }: Collections, limit: number): Promise<StoredEventKey[]> {
    const missing: StoredEventKey[] = [];
    if (!this.#filter) return missing;
    const since = { ...this.#filter, order: { $gte: ObjectId.createFromTime(this.#startSeconds()) } };
    for await (const key of events.find(since, { projection: { order: 1 } }).sort({ order: 1 })) {
      if (this.#seen.has(key._id.toString("hex"))) continue;
      missing.push(key);
      if (missing.length === limit) break;
    }
    return missing;
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
