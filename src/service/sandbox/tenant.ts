import { EventEmitter, once } from "node:events";
import type { Schemas } from "../../../generated/sandbox.ts";
import { stringifyExactly } from "../../lib/json/json.ts";
import type { Millis, OrganizationId, ProjectId, UserId } from "../../store/ports/common.ts";
import { ArmedFailures } from "./documented-failures.ts";

export const DEFAULT_TENANT = "default";

export interface TenantIdentity {
  readonly name: string;
  /** Whether it begins with the data of the contract's examples. */
  readonly samples: boolean;
  readonly organizationId: OrganizationId;
  readonly projectApiKey: string;
  readonly personalApiKey: string;
}

/** An organization of the sandbox with a clock, failures and a list of arrived events. */
export class Tenant {
  readonly identity: TenantIdentity;
  readonly arrived = new ArrivedEvents();
  readonly failures = new ArmedFailures();
  readonly userId: UserId;
  projectId: ProjectId;
  #aheadMs = 0;

  constructor(identity: TenantIdentity, projectId: ProjectId, userId: UserId) {
    this.identity = identity;
    this.projectId = projectId;
    this.userId = userId;
  }

  now(): Millis {
    return Date.now() + this.#aheadMs;
  }

  setClock(now: Millis): void {
    this.#aheadMs = now - Date.now();
  }

  /** Starts again with another project. */
  restart(projectId: ProjectId): void {
    this.projectId = projectId;
    this.#aheadMs = 0;
    this.failures.clear();
    this.arrived.clear();
  }
}

export type ArrivedEvent = Schemas["ArrivedEvent"];

const MAX_EVENTS = 10_000;
const MAX_CHARACTERS = 32_000_000;
const MAX_LISTED = 1000;

class ArrivedEvents {
  readonly #arrivals = new EventEmitter().setMaxListeners(0);
  #events: { readonly id: number; readonly json: string }[] = [];
  #characters = 0;
  #lastId = 0;

  add(events: readonly Omit<ArrivedEvent, "id">[]): void {
    for (const event of events) {
      this.#lastId += 1;
      const json = stringifyExactly({ id: this.#lastId, ...event });
      this.#events.push({ id: this.#lastId, json });
      this.#characters += json.length;
    }
    while (this.#events.length > MAX_EVENTS || this.#characters > MAX_CHARACTERS) {
      this.#characters -= this.#events.shift()?.json.length ?? 0;
    }
    if (events.length > 0) this.#arrivals.emit("arrived");
  }

  /** Returns the JSON of up to 1,000 events with a higher id, oldest first. Waits for one unless the signal aborts. */
  async list(after: number, signal: AbortSignal): Promise<string[]> {
    while (this.#lastId <= after && !signal.aborted) {
      await once(this.#arrivals, "arrived", { signal }).catch(() => undefined);
    }
    const found = this.#events.filter(({ id }) => id > after).slice(0, MAX_LISTED);
    return found.map(({ json }) => json);
  }

  /** Forgets the events, but not their number. */
  clear(): void {
    this.#events = [];
    this.#characters = 0;
  }
}
