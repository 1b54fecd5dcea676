import type { Millis } from "../../storage/ports/common.ts";

/** How much is in groups that follow one another: in one of them, or, where there are very many, in several. */
export interface GroupRange {
  /** Ids of the first group and of the last. */
  readonly first: number;
  readonly last: number;
  readonly entries: number;
  readonly bytes: number;
  /** When the oldest of them came. */
  readonly receivedAt: Millis;
}

type Amount = Pick<GroupRange, "entries" | "bytes">;

/** So many take about half a megabyte, however much waits while the store is away. */
export const MAX_RANGES = 4096;

/** Counts groups, in the order of their ids. A run that leaves in parts leaves by the average of its groups; what is left in the end is exact. */
export class GroupRanges {
  #ranges: GroupRange[];

  constructor(runs: readonly GroupRange[]) {
    this.#ranges = [...runs];
  }

  /** When the oldest came; null where there is none. */
  get oldest(): Millis | null {
    return this.#ranges[0]?.receivedAt ?? null;
  }

  /** How many runs there are. */
  get length(): number {
    return this.#ranges.length;
  }

  add(run: GroupRange): void {
    this.#ranges.push(run);
    if (this.#ranges.length > MAX_RANGES) this.#ranges = mergePairs(this.#ranges);
  }

  /** Takes out the groups up to this id; gives what was in them. */
  removeUpTo(id: number): Amount {
    const taken = { entries: 0, bytes: 0 };
    const kept = this.#ranges.findIndex(({ last }) => last > id);
    const gone = this.#ranges.splice(0, kept === -1 ? this.#ranges.length : kept);
    const [next] = this.#ranges;
    if (next && next.first <= id) {
      const [part, rest] = splitRange(next, id);
      gone.push(part);
      this.#ranges[0] = rest;
    }
    for (const { entries, bytes } of gone) {
      taken.entries += entries;
      taken.bytes += bytes;
    }
    return taken;
  }
}

function mergePairs(runs: readonly GroupRange[]): GroupRange[] {
  const pairs: GroupRange[] = [];
  for (let place = 0; place < runs.length; place += 2) {
    const [one, other] = runs.slice(place, place + 2);
    if (one) pairs.push(other ? mergeRanges(one, other) : one);
  }
  return pairs;
}

function mergeRanges(one: GroupRange, other: GroupRange): GroupRange {
  return { ...one, last: other.last, entries: one.entries + other.entries, bytes: one.bytes + other.bytes };
}

function splitRange(run: GroupRange, id: number): [upTo: GroupRange, rest: GroupRange] {
  const share = (id - run.first + 1) / (run.last - run.first + 1);
  const [entries, bytes] = [Math.floor(run.entries * share), Math.floor(run.bytes * share)];
  const rest = { ...run, first: id + 1, entries: run.entries - entries, bytes: run.bytes - bytes };
  return [{ ...run, last: id, entries, bytes }, rest];
}
