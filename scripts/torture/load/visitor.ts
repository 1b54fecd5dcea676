import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../../seeded-random.ts";
import type { Ledger } from "./ledger.ts";
import { type MarkedEvent, markedEvent, markedRequest, markedSnapshot } from "./requests.ts";
import type { Sender } from "./sender.ts";

export interface VisitorOptions {
  readonly apiKey: string;
  readonly random: Random;
  readonly ledger: Ledger;
  readonly sender: Sender;
  /** The longest pause after a request. */
  readonly maxPauseMs: number;
}

/** The group of all visitors, which they change concurrently. */
export const COMPANY = { type: "company", key: "everybody" };

const MAX_RETRY_DELAY_MS = 100;
const SNAPSHOTS_PER_SESSION = 30;

/**
 * A user of a product. Sends one request after the other and remembers the expected state of its person. Requests whose
 * events have uuids are repeatable and are sent until they are answered with 200; identifying requests are among them.
 */
export class Visitor {
  /** The person's first distinct id. */
  readonly id: string;
  /** Distinct ids that were merged into the person. */
  readonly mergedIds = new Set<string>();
  /** Distinct ids with events that were not merged into any person. */
  readonly unidentifiedIds = new Set<string>();
  readonly sessions: string[] = [];
  /** The last value of the person's property `seen`; 0 if it was never set. */
  seen = 0;
  /** The last value that this visitor set on the company; 0 if never. */
  companyValue = 0;
  readonly #options: VisitorOptions;
  #idCount = 0;
  #unidentifiedId: string;
  #snapshotCount = 0;

  constructor(id: string, options: VisitorOptions) {
    this.id = id;
    this.#options = options;
    this.#unidentifiedId = this.#newDistinctId();
  }

  /** Sends requests until `stop` is aborted. The last one is still repeated until `giveUp` is aborted. */
  async run(stop: AbortSignal, giveUp: AbortSignal): Promise<void> {
    const { random, maxPauseMs } = this.#options;
    while (!stop.aborted) {
      const dice = random.next();
      if (dice < 0.45) await this.#sendEvents(1, giveUp);
      else if (dice < 0.65) await this.#sendEvents(random.integer(2, 30), giveUp);
      else if (dice < 0.66) await this.#sendEvents(random.integer(500, 3000), giveUp);
      else if (dice < 0.8) await this.#sendSnapshot(giveUp);
      else await this.#identify(giveUp);
      await sleep(random.next() * maxPauseMs);
    }
  }

  async #sendEvents(count: number, giveUp: AbortSignal): Promise<void> {
    const { random } = this.#options;
    const owner = random.chance(0.5) ? this.id : this.#unidentifiedId;
    const repeatable = random.chance(0.5);
    const isAccepted = await this.#deliver(this.#events(count, owner, repeatable), repeatable, giveUp);
    if (isAccepted && owner !== this.id) this.unidentifiedIds.add(owner);
  }

  async #sendSnapshot(giveUp: AbortSignal): Promise<void> {
    const { random, ledger } = this.#options;
    const session = `session ${Math.floor(this.#snapshotCount++ / SNAPSHOTS_PER_SESSION)} of ${this.id}`;
    if (this.sessions.at(-1) !== session) this.sessions.push(session);
    const repeatable = random.chance(0.5);
    await this.#deliver([markedSnapshot(session, this.id, repeatable, ledger, random)], repeatable, giveUp);
  }

  /** Merges a distinct id into this person: one that has events, or a new one. */
  async #identify(giveUp: AbortSignal): Promise<void> {
    const { random, ledger } = this.#options;
    const other = random.chance(0.8) ? this.#unidentifiedId : this.#newDistinctId();
    if (other === this.#unidentifiedId) this.#unidentifiedId = this.#newDistinctId();
    this.seen += 1;
    this.mergedIds.add(other);
    this.unidentifiedIds.delete(other);
    const properties = { $set: { seen: this.seen }, $set_once: { first: this.seen } };
    const identification = random.chance(0.7)
      ? markedEvent(this.id, "$identify", { $anon_distinct_id: other, ...properties }, true, ledger)
      : markedEvent(this.id, "$create_alias", { alias: other, ...properties }, true, ledger);
    const events = [
      ...this.#events(random.integer(0, 2), this.id, true),
      identification,
      ...this.#events(random.integer(0, 2), other, true),
      ...this.#groupEvents(),
    ];
    await this.#deliver(events, true, giveUp);
  }

  /** Creates an event that changes the company, half of the time. */
  #groupEvents(): MarkedEvent[] {
    const { random, ledger } = this.#options;
    if (random.chance(0.5)) return [];
    this.companyValue = this.seen;
    const group = { $group_type: COMPANY.type, $group_key: COMPANY.key, $group_set: { [this.id]: this.companyValue } };
    return [markedEvent(this.id, "$groupidentify", group, true, ledger)];
  }

  #events(count: number, owner: string, withUuid: boolean): MarkedEvent[] {
    return Array.from({ length: count }, () => markedEvent(owner, "used", {}, withUuid, this.#options.ledger));
  }

  /** Sends events and returns whether they were answered with 200. */
  async #deliver(events: readonly MarkedEvent[], repeatable: boolean, giveUp: AbortSignal): Promise<boolean> {
    const { apiKey, random, ledger, sender } = this.#options;
    const { path, body, marks } = markedRequest(events, apiKey, random);
    while (!(await sender.send(path, body))) {
      await sleep(random.next() * MAX_RETRY_DELAY_MS);
      if (!repeatable || giveUp.aborted) return false;
    }
    ledger.acknowledge(marks);
    if (repeatable && random.chance(0.2)) await sender.send(path, body);
    return true;
  }

  #newDistinctId(): string {
    return `${this.id} before ${this.#idCount++}`;
  }
}
