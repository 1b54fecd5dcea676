/** Copies a text. V8 makes a part point into the whole text, so that a name kept for long would keep its whole body. */
export const ownText = (text: string): string => ` ${text}`.slice(1);

/** Holds the last `max` used entries and up to twice as many, at a fraction of an LRU cache's cost. Copies its keys. */
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
