import { setTimeout as sleep } from "node:timers/promises";
import { problem } from "../../problem.ts";
import type { Millis } from "../../storage/ports/common.ts";
import { type Remote, transfer } from "../../threads/channel.ts";
import type { JournalDatabase } from "./journal-database.ts";
import { type GroupRange, type JournalEntry, MAX_RANGES, packGroup } from "./journal-entry.ts";

/** The part of the journal's thread that appends need. */
export type JournalAppender = Remote<Pick<JournalDatabase, "append" | "check">>;

export interface JournalDepth {
  /** Accepted requests that are not stored yet, and their bytes. */
  readonly entries: number;
  readonly bytes: number;
  /** When the oldest of them was received; null if there is none. */
  readonly oldest: Millis | null;
}

interface JournalOptions {
  readonly maxBytes: number;
  /** The groups that an earlier run left. */
  readonly groups: readonly GroupRange[];
  /** Called with the id of each new group. */
  readonly onAppended: (id: number) => void;
}

interface PendingEntry {
  readonly entry: JournalEntry;
  readonly resolve: (id: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Limits the bytes that are synced together, so that one large group does not keep many requests waiting. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024;
/** Limits the bytes that wait in memory for a slow disk; one request may always wait. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** What a waiting request costs in memory in addition to its body, roughly. */
const WAITING_OVERHEAD = 1024;
/** How long the next group gathers entries if several came at once: a sync is the most expensive part of a request. */
const GATHER_MS = 4;
const RETRY_AFTER_SECONDS = 5;
/** The health check fails above this part of the limit, where most requests are refused. */
const FULL_RATIO = 0.99;

/**
 * The main thread's view of the node's journal. Entries that come while a group is synced form the next group: a single
 * request waits for its own sync only, many share one.
 */
export class Journal {
  readonly #appender: JournalAppender;
  readonly #maxBytes: number;
  readonly #onAppended: (id: number) => void;
  readonly #groups: GroupRanges;
  #waiting: PendingEntry[] = [];
  #waitingBytes = 0;
  #entries: number;
  #bytes: number;
  #storedUpTo = 0;
  #isSyncing = false;

  constructor(appender: JournalAppender, { maxBytes, groups, onAppended }: JournalOptions) {
    this.#appender = appender;
    this.#maxBytes = maxBytes;
    this.#onAppended = onAppended;
    this.#groups = new GroupRanges(groups);
    this.#entries = groups.reduce((sum, group) => sum + group.entries, 0);
    this.#bytes = groups.reduce((sum, group) => sum + group.bytes, 0);
  }

  /** Resolves to the group's id when the entry is on disk. Throws `journal_full` if it will not be stored. */
  append(entry: JournalEntry): Promise<number> {
    const bytes = entry.body.byteLength;
    const waitingBytes = this.#waitingBytes + bytes + WAITING_OVERHEAD;
    if (this.#bytes + bytes > this.#maxBytes || (this.#waiting.length > 0 && waitingBytes > MAX_WAITING_BYTES)) {
      return Promise.reject(problem("journal_full", { retryAfter: RETRY_AFTER_SECONDS }));
    }
    this.#waitingBytes = waitingBytes;
    this.#entries += 1;
    this.#bytes += bytes;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      if (!this.#isSyncing) void this.#sync();
    });
  }

  /** Throws if the journal or its disk is full. */
  async check(): Promise<void> {
    if (this.#bytes > this.#maxBytes * FULL_RATIO) throw new Error("The journal is full.");
    await this.#appender.check();
  }

  depth(): JournalDepth {
    return { entries: this.#entries, bytes: this.#bytes, oldest: this.#groups.oldest };
  }

  /** Called when the groups up to this id are stored, which may be before `append` has returned their ids. */
  markStored(upTo: number): void {
    this.#storedUpTo = Math.max(this.#storedUpTo, upTo);
    this.#subtract(this.#groups.removeUpTo(upTo));
  }

  async #sync(): Promise<void> {
    this.#isSyncing = true;
    while (this.#waiting.length > 0) {
      const pending = this.#takeGroup();
      const group = packGroup(pending.map(({ entry }) => entry));
      const size = { entries: group.entries, bytes: group.bodies.byteLength, receivedAt: group.receivedAt };
      try {
        const id = await this.#appender.append(transfer(group, [group.bodies.buffer]));
        if (id > this.#storedUpTo) this.#groups.add({ first: id, last: id, ...size });
        else this.#subtract(size);
        for (const { resolve } of pending) resolve(id);
        this.#onAppended(id);
        if (pending.length > 1 && this.#waiting.length < pending.length) await sleep(GATHER_MS);
      } catch (cause) {
        this.#subtract(size);
        const refusal = problem("journal_full", { retryAfter: RETRY_AFTER_SECONDS });
        refusal.cause = cause;
        for (const { reject } of pending) reject(refusal);
      }
    }
    this.#isSyncing = false;
  }

  #takeGroup(): PendingEntry[] {
    let bytes = 0;
    const end = this.#waiting.findIndex(({ entry }, index) => {
      bytes += entry.body.byteLength;
      return index > 0 && bytes > MAX_GROUP_BYTES;
    });
    const group = this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
    for (const { entry } of group) this.#waitingBytes -= entry.body.byteLength + WAITING_OVERHEAD;
    return group;
  }

  #subtract({ entries, bytes }: Size): void {
    this.#entries -= entries;
    this.#bytes -= bytes;
  }
}

type Size = Pick<GroupRange, "entries" | "bytes">;

/**
 * The sizes of groups, in the order of their ids. Above `MAX_RANGES` neighbors are counted together; when such a range
 * is removed in parts, each group counts with the average, and the total is exact in the end.
 */
export class GroupRanges {
  #ranges: GroupRange[];

  constructor(ranges: readonly GroupRange[]) {
    this.#ranges = [...ranges];
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
    if (this.#ranges.length > MAX_RANGES) this.#ranges = mergePairs(this.#ranges);
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
    for (const { entries, bytes } of removed) {
      size.entries += entries;
      size.bytes += bytes;
    }
    return size;
  }
}

function mergePairs(ranges: readonly GroupRange[]): GroupRange[] {
  const pairs: GroupRange[] = [];
  for (let index = 0; index < ranges.length; index += 2) {
    const [one, other] = ranges.slice(index, index + 2);
    if (one) pairs.push(other ? mergeRanges(one, other) : one);
  }
  return pairs;
}

function mergeRanges(one: GroupRange, other: GroupRange): GroupRange {
  return { ...one, last: other.last, entries: one.entries + other.entries, bytes: one.bytes + other.bytes };
}

function splitRange(range: GroupRange, id: number): [upTo: GroupRange, rest: GroupRange] {
  const share = (id - range.first + 1) / (range.last - range.first + 1);
  const [entries, bytes] = [Math.floor(range.entries * share), Math.floor(range.bytes * share)];
  const rest = { ...range, first: id + 1, entries: range.entries - entries, bytes: range.bytes - bytes };
  return [{ ...range, last: id, entries, bytes }, rest];
}
