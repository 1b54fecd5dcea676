import { ownText } from "./own-text.ts";

/**
 * A map that forgets the entries unused for longest, roughly: it holds the last `max` used, and up to twice as many.
 * Costs a fraction of an exact LRU cache, because nothing is relinked on each use. Its keys have memory of their own.
 */
export class RecentMap<Value extends NonNullable<unknown>> {
  readonly #max: number;
  #recent = new Map<string, Value>();
  #older = new Map<string, Value>();

  constructor(max: number) {
    this.#max = max;
  }

  get(key: string): Value | undefined {
    const value = this.#recent.get(key);
    if (value !== undefined) return value;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    this.#recent.set(ownText(key), value);
    if (this.#recent.size < this.#max) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }

  clear(): void {
    this.#recent.clear();
    this.#older.clear();
  }
}
