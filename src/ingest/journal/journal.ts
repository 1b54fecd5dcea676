import { problem } from "../../lib/problem.ts";
import { freeBuffer, transfer } from "../../lib/threads/channel.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import { bytesOf, type JournalEntry, type PackedGroup, packGroups } from "./journal-entry.ts";
import { type GroupRange, JournalLedger, sumByProject } from "./journal-ledger.ts";

/*
 * The journal, from a request to its release. An accepted request is an entry; a large batch is several. The main
 * thread packs waiting entries into a group (`packGroups`) and sends it to the journal's thread, the only writer of
 * `journal.db`. That inserts the group in one transaction, so that of a batch all entries are on disk, or none, syncs,
 * and returns the id; only then are the requests answered 200. A group is in one of four states:
 *
 *   waiting    in memory only; no request of it was answered. A crash loses it, and its clients repeat it.
 *   on disk    synced and answered. It survives every crash, and the drain finds it at the next start.
 *   stored     the drain has stored its events, or set them aside as dead letters, but its row is still there. A crash
 *              makes the drain repeat the group, which changes nothing: each event has an identity.
 *   released   its row is deleted, together with the next append, so that releasing costs no sync of its own.
 *
 * A sync is the most expensive part of a request, so concurrent requests share one: while a group is synced, the next
 * one gathers. Bytes are counted before they are written (`JournalLedger`), and an entry above a limit is refused with
 * 503 before it is appended: what is on disk is never dropped. If the thread dies, the process ends, because it cannot
 * tell which of the last requests are on disk; the next start continues with the file.
 */

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
/** How long to gather as many entries as came at once: their senders may send again, and a sync is expensive. */
const MAX_GATHER_MS = 4;
/** A buffer up to this size is used for the next groups again. */
const MAX_SPARE_BYTES = 8 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;
/** The health check fails above this part of the limit, where most requests are refused. */
const FULL_RATIO = 0.99;

/** The main thread's view of the journal. Entries that come during a sync share the next one. */
export class Journal {
  readonly #appender: JournalAppender;
  readonly #maxBytes: number;
  readonly #onAppended: (id: number) => void;
  readonly #onShareExceeded: (projectId: ProjectId) => void;
  readonly #ledger: JournalLedger;
  readonly #waiting: PendingEntries[] = [];
  #waitingEntries = 0;
  #waitingBytes = 0;
  #gathering: { readonly entries: number; readonly finish: () => void } | null = null;
  #storedUpTo = 0;
  #isSyncing = false;
  #spare: ArrayBuffer | undefined;

  constructor(appender: JournalAppender, options: JournalOptions) {
    const { maxBytes, projectShare, groups, onAppended, onShareExceeded } = options;
    this.#appender = appender;
    this.#maxBytes = maxBytes;
    this.#onAppended = onAppended;
    this.#onShareExceeded = onShareExceeded;
    this.#ledger = new JournalLedger(maxBytes * projectShare, groups);
  }

  /**
   * Resolves when entries of one project are on disk (after a crash all are, or none) to the id of the last group
   * synced with them. Their bodies leave this thread. Throws `journal_full` if they will not be stored.
   */
  append(first: JournalEntry, ...others: readonly JournalEntry[]): Promise<number> {
    const entries = [first, ...others];
    const bytes = bytesOf(entries);
    this.#ledger.markActive(first);
    const waitingBytes = this.#waitingBytes + bytes + entries.length * WAITING_OVERHEAD;
    if (this.#ledger.bytes + bytes > this.#maxBytes || (this.#waitingEntries > 0 && waitingBytes > MAX_WAITING_BYTES)) {
      return Promise.reject(problem("journal_full", { retryAfter: RETRY_AFTER_SECONDS }));
    }
    if (this.#ledger.exceedsShare(first, bytes)) {
      this.#onShareExceeded(first.projectId);
      return Promise.reject(problem("journal_full", { retryAfter: RETRY_AFTER_SECONDS }));
    }
    for (const entry of entries) this.#ledger.add(entry);
    this.#waitingBytes = waitingBytes;
    this.#waitingEntries += entries.length;
    let pending = this.#waiting.at(-1);
    if (!pending || pending.bytes + bytes > MAX_SYNCED_BYTES) {
      pending = new PendingEntries();
      this.#waiting.push(pending);
    }
    pending.entries.push(...entries);
    pending.bytes += bytes;
    if (!this.#isSyncing) void this.#sync();
    else if (this.#gathering && this.#waitingEntries >= this.#gathering.entries) this.#gathering.finish();
    return pending.synced;
  }

  /** Throws if the journal or its disk is full, or cannot be written. */
  async check(): Promise<void> {
    if (this.#ledger.bytes > this.#maxBytes * FULL_RATIO) throw new Error("The journal is full.");
    await this.#appender.check();
  }

  depth(): JournalDepth {
    const { entries, bytes, oldest } = this.#ledger;
    return { entries, bytes, oldest };
  }

  /** Called when the groups up to this id are stored, which may be before `append` has returned their ids. */
  markStored(upTo: number): void {
    this.#storedUpTo = Math.max(this.#storedUpTo, upTo);
    this.#ledger.release(upTo);
  }

  async #sync(): Promise<void> {
    this.#isSyncing = true;
    for (let pending = this.#waiting.shift(); pending; pending = this.#waiting.shift()) {
      this.#waitingEntries -= pending.entries.length;
      this.#waitingBytes -= pending.bytes + pending.entries.length * WAITING_OVERHEAD;
      const { groups, buffer: packed } = packGroups(pending.entries, this.#spare);
      if (packed === this.#spare) this.#spare = undefined;
      const projects = sumByProject(pending.entries.map(({ projectId, body }) => [projectId, body.byteLength]));
      const size = { entries: pending.entries.length, bytes: pending.bytes };
      const receivedAt = groups[0]?.receivedAt ?? 0;
      try {
        const { id, buffer } = await this.#appender.appendGroups(groups, transfer(packed, [packed]));
        this.#keepSpare(buffer);
        if (id > this.#storedUpTo) {
          this.#ledger.addGroups({ first: id - groups.length + 1, last: id, ...size, receivedAt }, projects);
        } else this.#ledger.remove(size, projects);
        pending.resolve(id);
        this.#onAppended(id);
        if (size.entries > 1) await this.#gather(size.entries + this.#waitingEntries);
      } catch (cause) {
        this.#ledger.remove(size, projects);
        const refusal = problem("journal_full", { retryAfter: RETRY_AFTER_SECONDS });
        refusal.cause = cause;
        pending.reject(refusal);
      }
    }
    this.#isSyncing = false;
  }

  /** Resolves when enough entries wait, or after `MAX_GATHER_MS`; at once if they do not fit into one group anyway. */
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
}
