import { problem } from "../../problem.ts";
import type { Millis, ProjectId } from "../../storage/ports/common.ts";
import { transfer } from "../../threads/channel.ts";
import { freeBuffer } from "../../threads/free-buffer.ts";
import { GroupRanges, type Size } from "./group-ranges.ts";
import { type GroupRange, type JournalEntry, type PackedGroup, packGroups } from "./journal-entry.ts";
import { JournalShares } from "./journal-shares.ts";
import { splitLargest, sumByProject } from "./project-bytes.ts";

/** The part of the journal's thread that appends need. */
export interface JournalAppender {
  /** Appends groups whose bodies are in this buffer. It moves there and back. */
  appendGroups(groups: readonly PackedGroup[], buffer: ArrayBuffer): Promise<AppendedGroups>;
  check(): Promise<void>;
}

export interface AppendedGroups {
  /** The ids of the groups are consecutive, and end with this one. */
  readonly id: number;
  /** The buffer of their bodies, for the next ones. */
  readonly buffer: ArrayBuffer;
}

export interface JournalDepth {
  /** Accepted requests that are not stored yet, and their bytes. */
  readonly entries: number;
  readonly bytes: number;
  /** When the oldest of them was received; null if there is none. */
  readonly oldest: Millis | null;
}

interface JournalOptions {
  readonly maxBytes: number;
  /** The part of it that one project may have while others are active. */
  readonly projectShare: number;
  /** The groups that an earlier run left. */
  readonly groups: readonly GroupRange[];
  /** Called with the id of each new group. */
  readonly onAppended: (id: number) => void;
  /** Called when an entry is refused because its project has its share. */
  readonly onShareExceeded: (projectId: ProjectId) => void;
}

/** Entries that will be synced together. They share one promise: there may be thousands a second. */
class PendingEntries {
  readonly entries: JournalEntry[] = [];
  bytes = 0;
  resolve: (id: number) => void = () => undefined;
  reject: (error: unknown) => void = () => undefined;
  /** The id of their last group. */
  readonly synced = new Promise<number>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}

/** Limits the bytes that are synced together, so that large entries do not keep many requests waiting. */
const MAX_SYNCED_BYTES = 4 * 1024 * 1024;
/** Limits the bytes that wait in memory for a slow disk; one request may always wait. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** What a waiting request costs in memory in addition to its body, roughly. */
const WAITING_OVERHEAD = 1024;
/**
 * How long the next group waits for as many entries as there were at once: their senders may send again now that they
 * are answered, and a sync is the most expensive part of a request.
 */
const MAX_GATHER_MS = 4;
/** A buffer up to this size is used for the next groups again. */
const MAX_SPARE_BYTES = 8 * 1024 * 1024;
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
  readonly #onShareExceeded: (projectId: ProjectId) => void;
  readonly #shares: JournalShares;
  readonly #groups: GroupRanges;
  readonly #waiting: PendingEntries[] = [];
  #waitingEntries = 0;
  #waitingBytes = 0;
  #gathering: { readonly entries: number; readonly finish: () => void } | null = null;
  #entries: number;
  #bytes: number;
  #storedUpTo = 0;
  #isSyncing = false;
  #spare: ArrayBuffer | undefined;

  constructor(appender: JournalAppender, options: JournalOptions) {
    const { maxBytes, projectShare, groups, onAppended, onShareExceeded } = options;
    this.#appender = appender;
    this.#maxBytes = maxBytes;
    this.#onAppended = onAppended;
    this.#onShareExceeded = onShareExceeded;
    this.#shares = new JournalShares(maxBytes * projectShare);
    for (const { projects } of groups) if (projects) this.#shares.add(projects);
    this.#groups = new GroupRanges(groups, (projects) => this.#shares.subtract(projects));
    this.#entries = groups.reduce((sum, group) => sum + group.entries, 0);
    this.#bytes = groups.reduce((sum, group) => sum + group.bytes, 0);
  }

  /**
   * Resolves when the entry is on disk: to the id of the last group that was synced with it. Its body leaves this
   * thread. Throws `journal_full` if it will not be stored.
   */
  append(entry: JournalEntry): Promise<number> {
    const bytes = entry.body.byteLength;
    this.#shares.markActive(entry);
    const waitingBytes = this.#waitingBytes + bytes + WAITING_OVERHEAD;
    if (this.#bytes + bytes > this.#maxBytes || (this.#waitingEntries > 0 && waitingBytes > MAX_WAITING_BYTES)) {
      return Promise.reject(problem("journal_full", { retryAfter: RETRY_AFTER_SECONDS }));
    }
    if (this.#shares.isExceeded(entry, this.#bytes)) {
      this.#onShareExceeded(entry.projectId);
      return Promise.reject(problem("journal_full", { retryAfter: RETRY_AFTER_SECONDS }));
    }
    this.#shares.add([[entry.projectId, bytes]]);
    this.#waitingBytes = waitingBytes;
    this.#waitingEntries += 1;
    this.#entries += 1;
    this.#bytes += bytes;
    let pending = this.#waiting.at(-1);
    if (!pending || pending.bytes + bytes > MAX_SYNCED_BYTES) {
      pending = new PendingEntries();
      this.#waiting.push(pending);
    }
    pending.entries.push(entry);
    pending.bytes += bytes;
    if (!this.#isSyncing) void this.#sync();
    else if (this.#gathering && this.#waitingEntries >= this.#gathering.entries) this.#gathering.finish();
    return pending.synced;
  }

  /** Throws if the journal or its disk is full, or cannot be written. */
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
    for (let pending = this.#waiting.shift(); pending; pending = this.#waiting.shift()) {
      this.#waitingEntries -= pending.entries.length;
      this.#waitingBytes -= pending.bytes + pending.entries.length * WAITING_OVERHEAD;
      const { groups, buffer: packed } = packGroups(pending.entries, this.#spare);
      if (packed === this.#spare) this.#spare = undefined;
      const all = sumByProject(pending.entries.map(({ projectId, body }) => [projectId, body.byteLength]));
      const { largest: projects, rest } = splitLargest(all);
      const size = { entries: pending.entries.length, bytes: pending.bytes, receivedAt: groups[0]?.receivedAt ?? 0 };
      try {
        const { id, buffer } = await this.#appender.appendGroups(groups, transfer(packed, [packed]));
        this.#keepSpare(buffer);
        if (id > this.#storedUpTo) {
          this.#groups.add({ first: id - groups.length + 1, last: id, ...size, projects });
          this.#shares.subtract(rest);
        } else {
          this.#subtract(size);
          this.#shares.subtract(all);
        }
        pending.resolve(id);
        this.#onAppended(id);
        if (size.entries > 1) await this.#gather(size.entries + this.#waitingEntries);
      } catch (cause) {
        this.#subtract(size);
        this.#shares.subtract(all);
        const refusal = problem("journal_full", { retryAfter: RETRY_AFTER_SECONDS });
        refusal.cause = cause;
        pending.reject(refusal);
      }
    }
    this.#isSyncing = false;
  }

  /** Resolves when so many entries wait, or after `MAX_GATHER_MS`; at once if they do not fit into one group anyway. */
  #gather(entries: number): Promise<void> | undefined {
    if (this.#waiting.length > 1) return undefined;
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        this.#gathering = null;
        resolve();
      };
      const timer = setTimeout(finish, MAX_GATHER_MS);
      this.#gathering = { entries, finish };
    });
  }

  /** Keeps the larger buffer for the next groups, and frees the other. */
  #keepSpare(buffer: ArrayBuffer): void {
    const spare = this.#spare ?? new ArrayBuffer(0);
    const isBetter = buffer.byteLength > spare.byteLength && buffer.byteLength <= MAX_SPARE_BYTES;
    if (isBetter) this.#spare = buffer;
    freeBuffer(isBetter ? spare : buffer);
  }

  #subtract({ entries, bytes }: Size): void {
    this.#entries -= entries;
    this.#bytes -= bytes;
  }
}
