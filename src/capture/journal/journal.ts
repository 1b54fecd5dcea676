import { setTimeout as sleep } from "node:timers/promises";
import { problem } from "../../problem.ts";
import type { Millis } from "../../storage/ports/common.ts";
import { type Remote, transfer } from "../../threads/channel.ts";
import type { JournalDatabase } from "./journal-database.ts";
import { type GroupRange, type JournalEntry, MAX_RANGES, packGroup } from "./journal-entry.ts";

/** The part of the journal's thread that appends need. */
export type JournalAppender = Remote<Pick<JournalDatabase, "append" | "check">>;

export interface JournalDepth {
  /** Accepted requests that the store does not have yet. */
  readonly entries: number;
  readonly bytes: number;
  /** When the oldest of them came; null where there is none. */
  readonly oldest: Millis | null;
}

interface PendingEntry {
  readonly entry: JournalEntry;
  readonly resolve: (id: number) => void;
  readonly reject: (error: unknown) => void;
}

/** At most so many bytes are synced together, so that one group does not keep many waiting. */
const MAX_GROUP_BYTES = 4 * 1024 * 1024;
/** At most so many bytes wait in memory for a disk that is slow or stands still; one request may always wait. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** What a waiting request costs in memory beside its body, about. */
const WAITING_OVERHEAD = 1024;
/** Where several come at once, how long the next group waits for more of them: a sync costs more than all else that a request does. */
const GATHER_MS = 4;
const RETRY_AFTER_SECONDS = 5;
/** The part of its bound beyond which the journal is as good as full: most requests are refused. */
const FULL_RATIO = 0.99;

/**
 * The node's journal, as the thread that takes requests sees it. Entries that come while a group is being synced make the next group: one request
 * alone waits for its own sync only, many share one.
 */
export class Journal {
  readonly #writer: JournalAppender;
  readonly #maxBytes: number;
  readonly #onAppended: (lastId: number) => void;
  readonly #groups: GroupRanges;
  #waiting: PendingEntry[] = [];
  #waitingBytes = 0;
  #entries: number;
  #bytes: number;
  #storedUpTo = 0;
  #isSyncing = false;

  /** `groups` are those that an earlier run left; `appended` is told the id of each new one. */
  constructor(
    writer: JournalAppender,
    {
      maxBytes,
      groups,
      appended,
    }: { maxBytes: number; groups: readonly GroupRange[]; appended: (lastId: number) => void },
  ) {
    this.#writer = writer;
    this.#maxBytes = maxBytes;
    this.#onAppended = appended;
    this.#groups = new GroupRanges(groups);
    this.#entries = groups.reduce((sum, group) => sum + group.entries, 0);
    this.#bytes = groups.reduce((sum, group) => sum + group.bytes, 0);
  }

  /** Resolves to its group's id when the entry is on disk; `journal_full` where it is not and will not be. */
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

  /** Throws where it takes no more: it is full, or its disk is. */
  async check(): Promise<void> {
    if (this.#bytes > this.#maxBytes * FULL_RATIO) throw new Error("The journal is full.");
    await this.#writer.check();
  }

  depth(): JournalDepth {
    return { entries: this.#entries, bytes: this.#bytes, oldest: this.#groups.oldest };
  }

  /** The store has the groups up to this id; it may say so before this thread hears of their append. */
  markStored(upTo: number): void {
    this.#storedUpTo = Math.max(this.#storedUpTo, upTo);
    this.#subtract(this.#groups.removeUpTo(upTo));
  }

  async #sync(): Promise<void> {
    this.#isSyncing = true;
    while (this.#waiting.length > 0) {
      const taken = this.#takeGroup();
      const group = packGroup(taken.map(({ entry }) => entry));
      const size = { entries: group.entries, bytes: group.bodies.byteLength, receivedAt: group.receivedAt };
      try {
        const id = await this.#writer.append(transfer(group, [group.bodies.buffer]));
        if (id > this.#storedUpTo) this.#groups.add({ first: id, last: id, ...size });
        else this.#subtract(size);
        for (const { resolve } of taken) resolve(id);
        this.#onAppended(id);
        if (taken.length > 1 && this.#waiting.length < taken.length) await sleep(GATHER_MS);
      } catch (cause) {
        this.#subtract(size);
        const refusal = problem("journal_full", { retryAfter: RETRY_AFTER_SECONDS });
        refusal.cause = cause;
        for (const { reject } of taken) reject(refusal);
      }
    }
    this.#isSyncing = false;
  }

  #takeGroup(): PendingEntry[] {
    let bytes = 0;
    const end = this.#waiting.findIndex(({ entry }, place) => {
      bytes += entry.body.byteLength;
      return place > 0 && bytes > MAX_GROUP_BYTES;
    });
    const taken = this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
    for (const { entry } of taken) this.#waitingBytes -= entry.body.byteLength + WAITING_OVERHEAD;
    return taken;
  }

  #subtract({ entries, bytes }: Pick<GroupRange, "entries" | "bytes">): void {
    this.#entries -= entries;
    this.#bytes -= bytes;
  }
}

type Amount = Pick<GroupRange, "entries" | "bytes">;

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
