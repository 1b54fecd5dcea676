import { setTimeout as sleep } from "node:timers/promises";
import { groupBy } from "../../lib/group-by.ts";
import { type MergingEvent, mergedDistinctId } from "../../persons/person-batch.ts";
import { type Millis, type ProjectId, StoreUnavailable } from "../../store/ports/common.ts";
import { type Erasure, type Erasures, MAX_UNFINISHED_ERASURES, type MatchingId } from "../../store/records/erasures.ts";

export interface GatedEvent extends MergingEvent {
  readonly projectId: ProjectId;
  readonly receivedAt: Millis;
}

export class ErasurePending extends StoreUnavailable {
  constructor() {
    super("Events of a person who is being erased have to wait.");
    this.name = "ErasurePending";
  }
}

export interface ErasureGatePorts {
  readonly erasures: () => Promise<Pick<Erasures, "unfinished" | "matching">>;
  /** Called when an erasure is met for the first time: what is cached of its person is no longer true. */
  readonly onNewErasure: () => void;
  /** Called before a wait, during which nothing is being stored: a death of the process then is no event's fault. */
  readonly onWait: () => void;
}

const [PAUSE_MS, MAX_ATTEMPTS] = [100, 10];

/**
 * Keeps events of erased persons out of the store: drops those received before the request; later ones wait until the
 * person is gone. Asks the store before each batch, so that no accepted erasure is overlooked.
 */
export class ErasureGate {
  readonly #ports: ErasureGatePorts;
  readonly #met = new Set<string>();
  #storing: Promise<unknown> = Promise.resolve();

  constructor(ports: ErasureGatePorts) {
    this.#ports = ports;
  }

  /** Stores the admitted events. Waits up to a second if some have to wait, and then throws `ErasurePending`. */
  async pass<E extends GatedEvent, T>(events: readonly E[], store: (admitted: readonly E[]) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const result = this.#admit(events).then(store);
      this.#storing = result.catch(() => undefined);
      try {
        return await result;
      } catch (error) {
        if (!(error instanceof ErasurePending) || attempt === MAX_ATTEMPTS) throw error;
        this.#ports.onWait();
        await sleep(PAUSE_MS);
      }
    }
  }

  /** Resolves when all events stored from now on pass this stage, and what was cached of its persons is forgotten. */
  async applyStage({ id, stage }: Pick<Erasure, "id" | "stage">, distinctIds: number): Promise<void> {
    await this.#storing;
    this.#applyNew([{ id: `${id} ${stage} ${distinctIds}` }]);
  }

  async #admit<E extends GatedEvent>(events: readonly E[]): Promise<readonly E[]> {
    const erasures = await this.#ports.erasures();
    const unfinished = await erasures.unfinished();
    if (unfinished.length === 0) {
      this.#met.clear();
      return events;
    }
    const concerned = new Set(unfinished.map(({ projectId }) => projectId));
    const isComplete = unfinished.length < MAX_UNFINISHED_ERASURES;
    const dropped = new Set<E>();
    for (const [projectId, own] of groupBy(events, (event) => event.projectId)) {
      if (isComplete && !concerned.has(projectId)) continue;
      const matching = groupBy(
        await erasures.matching(projectId, [...new Set(own.flatMap(distinctIdsOf))]),
        ({ distinctId }) => distinctId,
      );
      for (const event of matching.size > 0 ? own : []) {
        const found = distinctIdsOf(event).flatMap((distinctId) => matching.get(distinctId) ?? []);
        if (found.length === 0) continue;
        this.#applyNew(found);
        if (found.some(({ requestedAt }) => event.receivedAt <= requestedAt)) dropped.add(event);
        else if (found.some(({ stage }) => stage === "collecting" || stage === "detaching")) throw new ErasurePending();
      }
    }
    return dropped.size === 0 ? events : events.filter((event) => !dropped.has(event));
  }

  #applyNew(found: readonly Pick<MatchingId, "id">[]): void {
    const known = this.#met.size;
    for (const { id } of found) this.#met.add(id);
    if (this.#met.size > known) this.#ports.onNewErasure();
  }
}

function distinctIdsOf(event: MergingEvent): string[] {
  const other = mergedDistinctId(event);
  return other === null ? [event.distinctId] : [event.distinctId, other];
}
