import type { Fingerprint } from "./fingerprint.ts";

/** Limits entries so that a high half of a fingerprint, with its index, is an exact number. */
export const MAX_ENTRIES = 2 ** 21;

/** Fingerprints with the row ids of their events. */
export class Entries {
  size = 0;
  highs: Uint32Array;
  lows: Uint32Array;
  ids: Float64Array;

  constructor(capacity = 1024) {
    this.highs = new Uint32Array(capacity);
    this.lows = new Uint32Array(capacity);
    this.ids = new Float64Array(capacity);
  }

  push(high: number, low: number, id: number): void {
    if (this.size === this.ids.length) this.#grow();
    this.highs[this.size] = high;
    this.lows[this.size] = low;
    this.ids[this.size] = id;
    this.size += 1;
  }

  /** Returns at most `MAX_ENTRIES` entries in the order of the high halves. */
  sorted(): Entries {
    const keys = new Float64Array(this.size);
    for (let index = 0; index < this.size; index++) keys[index] = (this.highs[index] ?? 0) * MAX_ENTRIES + index;
    keys.sort();
    const sorted = new Entries(this.size);
    for (const key of keys) {
      const index = key % MAX_ENTRIES;
      sorted.push(this.highs[index] ?? 0, this.lows[index] ?? 0, this.ids[index] ?? 0);
    }
    return sorted;
  }

  keep(isKept: (id: number) => boolean): void {
    let kept = 0;
    for (let index = 0; index < this.size; index++) {
      const id = this.ids[index] ?? 0;
      if (!isKept(id)) continue;
      this.highs[kept] = this.highs[index] ?? 0;
      this.lows[kept] = this.lows[index] ?? 0;
      this.ids[kept] = id;
      kept += 1;
    }
    this.size = kept;
  }

  #grow(): void {
    const { highs, lows, ids } = this;
    this.highs = new Uint32Array(highs.length * 2);
    this.lows = new Uint32Array(lows.length * 2);
    this.ids = new Float64Array(ids.length * 2);
    this.highs.set(highs);
    this.lows.set(lows);
    this.ids.set(ids);
  }
}

/** Entries in the order of arrival, which are found by their fingerprints. */
export class RecentEntries extends Entries {
  /** Maps a part of the fingerprint to the last entry's index + 1. */
  readonly #heads = new Int32Array(8192);
  /** Maps an index to the index + 1 of the entry before it with the same part. */
  readonly #before: number[] = [];

  override push(high: number, low: number, id: number): void {
    const head = low % this.#heads.length;
    this.#before[this.size] = this.#heads[head] ?? 0;
    super.push(high, low, id);
    this.#heads[head] = this.size;
  }

  clear(): void {
    this.size = 0;
    this.#heads.fill(0);
  }

  find({ high, low }: Fingerprint, isSought: (id: number) => boolean): number | undefined {
    for (let next = this.#heads[low % this.#heads.length] ?? 0; next > 0; next = this.#before[next - 1] ?? 0) {
      const id = this.ids[next - 1] ?? 0;
      if (this.lows[next - 1] === low && this.highs[next - 1] === high && isSought(id)) return id;
    }
    return undefined;
  }
}
