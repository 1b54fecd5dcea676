import { EventEmitter, once } from "node:events";
import type { components } from "../../../../generated/sandbox.ts";
import { stringifyExactly } from "../../../lib/json/json.ts";

export type ArrivedEvent = components["schemas"]["ArrivedEvent"];

const MAX_EVENTS = 10_000;
const MAX_CHARACTERS = 32_000_000;
const MAX_LISTED = 1000;

export class ArrivedEvents {
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
