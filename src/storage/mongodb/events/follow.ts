import { type Filter, ObjectId } from "mongodb";
import type { StoredEvent } from "../../ports/events.ts";
import type { Collections } from "../collections.ts";
import type { Database } from "../database.ts";
import type { EventRow } from "../rows.ts";
import { toEvent } from "./convert.ts";

type Key = Pick<EventRow, "_id" | "order">;

const PORTION_EVENTS = 100;
/** By so much the nodes' clocks may differ, and an insert may take: what is stored by then is not missed. */
const OVERLAP_SECONDS = 10;

/** `Events.follow`, of the events for which `wanted` holds. */
export async function followEvents(
  database: Database,
  project: number,
  wanted: Filter<EventRow> | null,
): Promise<() => Promise<StoredEvent[]>> {
  const arrivals = new Arrivals(project, wanted);
  await database.run((collections) => arrivals.skip(collections));
  return () => database.run((collections) => arrivals.next(collections));
}

/**
 * Reads events in the order of storing, which each node counts by its own clock. So each reading begins some seconds before the newest event
 * that was seen, and those that were given are remembered for as long.
 */
class Arrivals {
  readonly #project: number;
  readonly #wanted: Filter<EventRow> | null;
  /** The time of the newest event up to which all was given, in seconds. */
  #newest = 0;
  #given = new Map<string, number>();

  constructor(project: number, wanted: Filter<EventRow> | null) {
    this.#project = project;
    this.#wanted = wanted;
  }

  /** Takes all that is there as given. */
  async skip(collections: Collections): Promise<void> {
    this.#newest = await this.#newestOf(collections, 0);
    this.#remember(await this.#missing(collections, Number.POSITIVE_INFINITY));
  }

  async next(collections: Collections): Promise<StoredEvent[]> {
    const newest = await this.#newestOf(collections, this.#start());
    const missing = await this.#missing(collections, PORTION_EVENTS);
    const events = missing.length === 0 ? [] : await this.#read(collections, missing);
    this.#remember(missing);
    if (missing.length < PORTION_EVENTS) this.#forgetBefore(newest);
    return events;
  }

  async #read({ events }: Collections, keys: readonly Key[]): Promise<StoredEvent[]> {
    const found = events.find({ _id: { $in: keys.map(({ _id }) => _id) } }).sort({ order: 1 });
    return (await found.toArray()).map(toEvent);
  }

  #start(): number {
    return Math.max(0, this.#newest - OVERLAP_SECONDS);
  }

  async #newestOf({ events }: Collections, seconds: number): Promise<number> {
    const since = { project: this.#project, order: { $gte: ObjectId.createFromTime(seconds) } };
    const [row] = await events
      .find(since, { projection: { order: 1 } })
      .sort({ order: -1 })
      .limit(1)
      .toArray();
    return row ? secondsOf(row) : this.#newest;
  }

  /** The first of those that were not given yet. */
  async #missing({ events }: Collections, limit: number): Promise<Key[]> {
    const missing: Key[] = [];
    if (!this.#wanted) return missing;
    const since = { ...this.#wanted, order: { $gte: ObjectId.createFromTime(this.#start()) } };
    for await (const key of events.find(since, { projection: { order: 1 } }).sort({ order: 1 })) {
      if (this.#given.has(key._id.toString("hex"))) continue;
      missing.push(key);
      if (missing.length === limit) break;
    }
    return missing;
  }

  #remember(keys: readonly Key[]): void {
    for (const key of keys) this.#given.set(key._id.toString("hex"), secondsOf(key));
  }

  #forgetBefore(newest: number): void {
    this.#newest = Math.max(this.#newest, newest);
    for (const [key, seconds] of this.#given) if (seconds < this.#start()) this.#given.delete(key);
  }
}

const secondsOf = ({ order }: Key) => order.getTimestamp().getTime() / 1000;
