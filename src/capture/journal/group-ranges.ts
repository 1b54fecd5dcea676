import type { Millis } from "../../storage/ports/common.ts";
import { type GroupRange, MAX_RANGES } from "./journal-entry.ts";
import { type ProjectBytes, splitLargest, sumByProject } from "./project-bytes.ts";

/** The size of one or more groups. */
export type Size = Pick<GroupRange, "entries" | "bytes">;

/**
 * The sizes of groups, in the order of their ids. Above `MAX_RANGES` neighbors are counted together; when such a range
 * is removed in parts, each group counts with the average, and the total is exact in the end.
 */
export class GroupRanges {
  #ranges: GroupRange[];
  readonly #release: (projects: ProjectBytes) => void;

  /** `release` is called with bytes of projects that no range has any more. */
  constructor(ranges: readonly GroupRange[], release: (projects: ProjectBytes) => void = () => {}) {
    this.#ranges = [...ranges];
    this.#release = release;
  }

  /** When the oldest group was received; null if there is none. */
  get oldest(): Millis | null {
    return this.#ranges[0]?.receivedAt ?? null;
  }

  /** The number of ranges. */
  get length(): number {
    return this.#ranges.length;
  }

  add(range: GroupRange): void {
    this.#ranges.push(range);
    if (this.#ranges.length > MAX_RANGES) this.#ranges = mergePairs(this.#ranges, this.#release);
  }

  /** Removes the groups up to this id and returns their size. */
  removeUpTo(id: number): Size {
    const size = { entries: 0, bytes: 0 };
    const firstKept = this.#ranges.findIndex(({ last }) => last > id);
    const removed = this.#ranges.splice(0, firstKept === -1 ? this.#ranges.length : firstKept);
    const [next] = this.#ranges;
    if (next && next.first <= id) {
      const [part, rest] = splitRange(next, id);
      removed.push(part);
      this.#ranges[0] = rest;
    }
    for (const { entries, bytes, projects } of removed) {
      size.entries += entries;
      size.bytes += bytes;
      if (projects) this.#release(projects);
    }
    return size;
  }
}

function mergePairs(ranges: readonly GroupRange[], release: (projects: ProjectBytes) => void): GroupRange[] {
  const pairs: GroupRange[] = [];
  for (let index = 0; index < ranges.length; index += 2) {
    const [one, other] = ranges.slice(index, index + 2);
    if (one) pairs.push(other ? mergeRanges(one, other, release) : one);
  }
  return pairs;
}

function mergeRanges(one: GroupRange, other: GroupRange, release: (projects: ProjectBytes) => void): GroupRange {
  const both = sumByProject([...(one.projects ?? []), ...(other.projects ?? [])]);
  const { largest: projects, rest } = splitLargest(both);
  release(rest);
  return { ...one, last: other.last, entries: one.entries + other.entries, bytes: one.bytes + other.bytes, projects };
}

function splitRange(range: GroupRange, id: number): [upTo: GroupRange, rest: GroupRange] {
  const share = (id - range.first + 1) / (range.last - range.first + 1);
  const [entries, bytes] = [Math.floor(range.entries * share), Math.floor(range.bytes * share)];
  const projects = new Map([...(range.projects ?? [])].map(([project, all]) => [project, Math.floor(all * share)]));
  const kept = new Map(
    [...(range.projects ?? [])].map(([project, all]) => [project, all - (projects.get(project) ?? 0)]),
  );
  const rest = { first: id + 1, entries: range.entries - entries, bytes: range.bytes - bytes, projects: kept };
  return [
    { ...range, last: id, entries, bytes, projects },
    { ...range, ...rest },
  ];
}
