import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { JournalEntry } from "./journal-entry.ts";

export type ProjectBytes = ReadonlyMap<ProjectId, number>;

/** Neighboring groups of the journal, counted together. */
export interface GroupRange {
  readonly first: number;
  readonly last: number;
  readonly entries: number;
  readonly bytes: number;
  /** When the oldest entry was received. */
  readonly receivedAt: Millis;
  /** The bytes of the projects with the most. */
  readonly projects?: ProjectBytes;
}

/** Takes about half a megabyte, however many groups wait while the store is unavailable. */
export const MAX_RANGES = 4096;
/** Projects remembered for each range: one with a large share is among them. */
const MAX_PROJECTS = 8;
const NO_PROJECTS: ProjectBytes = new Map();
/** How long a project is active after a request. */
const ACTIVE_MS = 3_600_000;

/**
 * Counts entries and bytes in total, by project and by group, in little memory: when a range of groups is released in
 * parts, each group counts with the average, and all figures are exact in the end.
 */
export class JournalLedger {
  entries = 0;
  bytes = 0;
  readonly #shareBytes: number;
  readonly #projects = new Map<ProjectId, number>();
  #active: readonly { readonly projectId: ProjectId; readonly at: Millis }[] = [];
  #ranges: GroupRange[];

  /** `shareBytes` is what one project may have while others are active; `ranges` is what an earlier run left. */
  constructor(shareBytes: number, ranges: readonly GroupRange[]) {
    this.#shareBytes = shareBytes;
    this.#ranges = [...ranges];
    for (const { entries, bytes, projects } of ranges) {
      this.entries += entries;
      this.bytes += bytes;
      for (const [project, own] of projects ?? []) this.#count(project, own);
    }
  }

  get oldest(): Millis | null {
    return this.#ranges[0]?.receivedAt ?? null;
  }

  get rangeCount(): number {
    return this.#ranges.length;
  }

  /** Called with each entry that a project wants to append. */
  markActive({ projectId, receivedAt: at }: JournalEntry): void {
    const [last] = this.#active;
    if (last?.projectId === projectId && at - last.at < ACTIVE_MS / 10) return;
    this.#active = [{ projectId, at }, ...this.#active.filter((other) => other.projectId !== projectId)].slice(0, 2);
  }

  /** Returns whether the project exceeds its share with these bytes, while another has entries or is active. */
  exceedsShare({ projectId, receivedAt, body }: JournalEntry, bytes = body.byteLength): boolean {
    const own = this.#projects.get(projectId) ?? 0;
    if (own + bytes <= this.#shareBytes) return false;
    const isActive = (other: { projectId: ProjectId; at: Millis }) =>
      other.projectId !== projectId && receivedAt - other.at < ACTIVE_MS;
    return this.bytes > own || this.#active.some(isActive);
  }

  add({ projectId, body }: JournalEntry): void {
    this.entries += 1;
    this.bytes += body.byteLength;
    this.#count(projectId, body.byteLength);
  }

  /** Takes entries back that were not appended, or are stored already. */
  remove({ entries, bytes }: Pick<GroupRange, "entries" | "bytes">, projects: ProjectBytes): void {
    this.entries -= entries;
    this.bytes -= bytes;
    for (const [project, own] of projects) this.#count(project, -own);
  }

  /** Called when counted entries are in these groups. */
  addGroups(range: Omit<GroupRange, "projects">, projectBytes: ProjectBytes): void {
    this.#ranges.push({ ...range, projects: this.#keepLargest(projectBytes) });
    if (this.#ranges.length > MAX_RANGES) this.#ranges = this.#mergePairs();
  }

  release(id: number): void {
    const firstKept = this.#ranges.findIndex(({ last }) => last > id);
    const released = this.#ranges.splice(0, firstKept === -1 ? this.#ranges.length : firstKept);
    const [next] = this.#ranges;
    if (next && next.first <= id) {
      const [part, rest] = splitRange(next, id);
      released.push(part);
      this.#ranges[0] = rest;
    }
    for (const range of released) this.remove(range, range.projects ?? NO_PROJECTS);
  }

  #count(project: ProjectId, bytes: number): void {
    const sum = (this.#projects.get(project) ?? 0) + bytes;
    if (sum > 0) this.#projects.set(project, sum);
    else this.#projects.delete(project);
  }

  #mergePairs(): GroupRange[] {
    const pairs: GroupRange[] = [];
    for (let index = 0; index < this.#ranges.length; index += 2) {
      const [one, other] = this.#ranges.slice(index, index + 2);
      if (one) pairs.push(other ? this.#merge(one, other) : one);
    }
    return pairs;
  }

  #merge(one: GroupRange, other: GroupRange): GroupRange {
    const projects = this.#keepLargest(sumByProject([...(one.projects ?? []), ...(other.projects ?? [])]));
    return { ...one, last: other.last, entries: one.entries + other.entries, bytes: one.bytes + other.bytes, projects };
  }

  /** Returns the projects with the most bytes, and no longer counts those of the others. */
  #keepLargest(all: ProjectBytes): ProjectBytes {
    const largest = largestProjects(all);
    if (largest !== all) for (const [project, own] of all) if (!largest.has(project)) this.#count(project, -own);
    return largest;
  }
}

export function sumByProject(items: Iterable<readonly [ProjectId, number]>): ProjectBytes {
  const sums = new Map<ProjectId, number>();
  for (const [project, bytes] of items) sums.set(project, (sums.get(project) ?? 0) + bytes);
  return sums;
}

export function largestProjects(all: ProjectBytes): ProjectBytes {
  if (all.size <= MAX_PROJECTS) return all;
  return new Map([...all].toSorted(([, one], [, other]) => other - one).slice(0, MAX_PROJECTS));
}

function splitRange(range: GroupRange, id: number): [upTo: GroupRange, rest: GroupRange] {
  const share = (id - range.first + 1) / (range.last - range.first + 1);
  const [entries, bytes] = [Math.floor(range.entries * share), Math.floor(range.bytes * share)];
  const all = [...(range.projects ?? [])];
  const projects = new Map(all.map(([project, own]) => [project, Math.floor(own * share)]));
  const kept = new Map(all.map(([project, own]) => [project, own - (projects.get(project) ?? 0)]));
  const rest = { first: id + 1, entries: range.entries - entries, bytes: range.bytes - bytes, projects: kept };
  return [
    { ...range, last: id, entries, bytes, projects },
    { ...range, ...rest },
  ];
}
