import type { DrainEntry } from "./crash-guard.ts";

/** Numbers the events of a group; entries come in order. */
export class EventNumbering {
  #group = 0;
  #next = 0;

  /** Returns the number of the entry's first event. */
  start({ group }: DrainEntry): number {
    if (group !== this.#group) this.#next = 0;
    this.#group = group;
    return this.#next;
  }

  skip(entry: DrainEntry, events: number): void {
    this.#next = this.start(entry) + events;
  }
}
