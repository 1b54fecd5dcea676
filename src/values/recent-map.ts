/**
 * A map that forgets the entries unused for longest, roughly: it holds the last `max` used, and up to twice as many.
 * Costs a fraction of an exact LRU cache, because nothing is relinked on each use.
 */
export class RecentMap<Key, Value extends NonNullable<unknown>> {
  readonly #max: number;
  #recent = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  constructor(max: number) {
    this.#max = max;
  }

  get(key: Key): Value | undefined {
    const value = this.#recent.get(key);
    if (value !== undefined) return value;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: Key, value: Value): void {
    this.#recent.set(key, value);
    if (this.#recent.size < this.#max) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }

  clear(): void {
    this.#recent.clear();
    this.#older.clear();
  }
}
