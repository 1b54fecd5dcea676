import type { Millis } from "../../storage/ports/common.ts";

/** How much is in groups that follow one another: in one of them, or, where there are very many, in several. */
export interface GroupRun {
  /** Ids of the first group and of the last. */
  readonly first: number;
  readonly last: number;
  readonly entries: number;
  readonly bytes: number;
  /** When the oldest of them came. */
  readonly receivedAt: Millis;
}

type Amount = Pick<GroupRun, "entries" | "bytes">;

/** So many take about half a megabyte, however much waits while the store is away. */
export const MOST_RUNS = 4096;

/** Counts groups, in the order of their ids. A run that leaves in parts leaves by the average of its groups; what is left in the end is exact. */
export class GroupRuns {
  #runs: GroupRun[];

  constructor(runs: readonly GroupRun[]) {
    this.#runs = [...runs];
  }

  /** When the oldest came; null where there is none. */
  get oldest(): Millis | null {
    return this.#runs[0]?.receivedAt ?? null;
  }

  /** How many runs there are. */
  get length(): number {
    return this.#runs.length;
  }

  add(run: GroupRun): void {
    this.#runs.push(run);
    if (this.#runs.length > MOST_RUNS) this.#runs = inPairs(this.#runs);
  }

  /** Takes out the groups up to this id; gives what was in them. */
  takeUpTo(id: number): Amount {
    const taken = { entries: 0, bytes: 0 };
    const kept = this.#runs.findIndex(({ last }) => last > id);
    const gone = this.#runs.splice(0, kept === -1 ? this.#runs.length : kept);
    const [next] = this.#runs;
    if (next && next.first <= id) {
      const [part, rest] = split(next, id);
      gone.push(part);
      this.#runs[0] = rest;
    }
    for (const { entries, bytes } of gone) {
      taken.entries += entries;
      taken.bytes += bytes;
    }
    return taken;
  }
}

function inPairs(runs: readonly GroupRun[]): GroupRun[] {
  const pairs: GroupRun[] = [];
  for (let place = 0; place < runs.length; place += 2) {
    const [one, other] = runs.slice(place, place + 2);
    if (one) pairs.push(other ? joined(one, other) : one);
  }
  return pairs;
}

function joined(one: GroupRun, other: GroupRun): GroupRun {
  return { ...one, last: other.last, entries: one.entries + other.entries, bytes: one.bytes + other.bytes };
}

function split(run: GroupRun, id: number): [upTo: GroupRun, rest: GroupRun] {
  const share = (id - run.first + 1) / (run.last - run.first + 1);
  const [entries, bytes] = [Math.floor(run.entries * share), Math.floor(run.bytes * share)];
  const rest = { ...run, first: id + 1, entries: run.entries - entries, bytes: run.bytes - bytes };
  return [{ ...run, last: id, entries, bytes }, rest];
}
