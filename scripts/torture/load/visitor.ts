import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { Ledger } from "./ledger.ts";
import { eventOf, type MarkedEvent, requestOf, snapshotOf } from "./requests.ts";
import type { Sender } from "./sender.ts";

export interface VisitorParts {
  readonly apiKey: string;
  readonly random: Random;
  readonly ledger: Ledger;
  readonly sender: Sender;
}

/** The group that all visitors belong to, and change at the same time. */
export const COMPANY = { type: "company", key: "everybody" };

const LONGEST_THOUGHT_MS = 15;
const LONGEST_RETRY_MS = 100;
const SNAPSHOTS_A_SESSION = 30;

/**
 * Somebody who uses a product: sends one request after the other, and remembers what must be true of its person. Requests that may be sent again,
 * because their events have uuids, are sent until they are answered 200; those that say who somebody is are among them.
 */
export class Visitor {
  /** The person's first distinct id. */
  readonly id: string;
  /** Distinct ids that were said to be the person's. */
  readonly merged = new Set<string>();
  /** Distinct ids that have events, and of which nobody has said whose they are. */
  readonly strangers = new Set<string>();
  readonly sessions: string[] = [];
  /** What the person's property `seen` was set to last; 0 where it never was. */
  seen = 0;
  /** What the company's property of the visitor's name was set to last; 0 where it never was. */
  told = 0;
  readonly #parts: VisitorParts;
  #names = 0;
  #stranger: string;
  #snapshots = 0;

  constructor(id: string, parts: VisitorParts) {
    this.id = id;
    this.#parts = parts;
    this.#stranger = this.#newName();
  }

  /** Sends requests until the signal comes, and ends with the one under way; that one, too, is repeated until `giveUp` comes. */
  async run(until: AbortSignal, giveUp: AbortSignal): Promise<void> {
    const { random } = this.#parts;
    while (!until.aborted) {
      const dice = random.next();
      if (dice < 0.45) await this.#useProduct(1, giveUp);
      else if (dice < 0.65) await this.#useProduct(random.whole(2, 30), giveUp);
      else if (dice < 0.66) await this.#useProduct(random.whole(500, 3000), giveUp);
      else if (dice < 0.8) await this.#beRecorded(giveUp);
      else await this.#becomeKnown(giveUp);
      await sleep(random.next() * LONGEST_THOUGHT_MS);
    }
  }

  async #useProduct(times: number, giveUp: AbortSignal): Promise<void> {
    const { random } = this.#parts;
    const owner = random.chance(0.5) ? this.id : this.#stranger;
    const repeatable = random.chance(0.5);
    const taken = await this.#deliver(this.#events(times, owner, repeatable), repeatable, giveUp);
    if (taken && owner !== this.id) this.strangers.add(owner);
  }

  async #beRecorded(giveUp: AbortSignal): Promise<void> {
    const { random, ledger } = this.#parts;
    const session = `session ${Math.floor(this.#snapshots++ / SNAPSHOTS_A_SESSION)} of ${this.id}`;
    if (this.sessions.at(-1) !== session) this.sessions.push(session);
    const repeatable = random.chance(0.5);
    await this.#deliver([snapshotOf(session, this.id, repeatable, ledger, random)], repeatable, giveUp);
  }

  /** Says of a distinct id that it is this person's: of one that has had events, or one that nobody has seen yet. */
  async #becomeKnown(giveUp: AbortSignal): Promise<void> {
    const { random, ledger } = this.#parts;
    const other = random.chance(0.8) ? this.#stranger : this.#newName();
    if (other === this.#stranger) this.#stranger = this.#newName();
    this.seen += 1;
    this.merged.add(other);
    this.strangers.delete(other);
    const says = { $set: { seen: this.seen }, $set_once: { first: this.seen } };
    const known = random.chance(0.7)
      ? eventOf(this.id, "$identify", { $anon_distinct_id: other, ...says }, true, ledger)
      : eventOf(this.id, "$create_alias", { alias: other, ...says }, true, ledger);
    const events = [
      ...this.#events(random.whole(0, 2), this.id, true),
      known,
      ...this.#events(random.whole(0, 2), other, true),
      ...this.#company(),
    ];
    await this.#deliver(events, true, giveUp);
  }

  /** Says something to the company, half of the time. */
  #company(): MarkedEvent[] {
    const { random, ledger } = this.#parts;
    if (random.chance(0.5)) return [];
    this.told = this.seen;
    const group = { $group_type: COMPANY.type, $group_key: COMPANY.key, $group_set: { [this.id]: this.told } };
    return [eventOf(this.id, "$groupidentify", group, true, ledger)];
  }

  #events(count: number, owner: string, withUuid: boolean): MarkedEvent[] {
    return Array.from({ length: count }, () => eventOf(owner, "used", {}, withUuid, this.#parts.ledger));
  }

  /** True where it was answered 200. */
  async #deliver(events: readonly MarkedEvent[], repeatable: boolean, giveUp: AbortSignal): Promise<boolean> {
    const { apiKey, random, ledger, sender } = this.#parts;
    const { path, body, marks } = requestOf(events, apiKey, random);
    while (!(await sender.send(path, body))) {
      await sleep(random.next() * LONGEST_RETRY_MS);
      if (!repeatable || giveUp.aborted) return false;
    }
    ledger.acknowledge(marks);
    if (repeatable && random.chance(0.2)) await sender.send(path, body);
    return true;
  }

  #newName(): string {
    return `${this.id} before ${this.#names++}`;
  }
}
