import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { connect, transfer } from "../../lib/threads/channel.ts";
import { collectAtRest } from "../../lib/threads/collect-at-rest.ts";
import { lockDirectory } from "../../store/directory-lock.ts";
import type { DeadLetter, DeadLetterCounts, DeadLetterFilter, DeadLetterLimits } from "./dead-letters.ts";
import type { AppendedGroups } from "./journal.ts";
import { JournalDatabase, type KnownStore } from "./journal-database.ts";
import type { PackedGroup } from "./journal-entry.ts";
import type { GroupRange } from "./journal-ledger.ts";

export interface JournalThreadData {
  readonly directory: string;
  readonly deadLetterLimits: DeadLetterLimits;
}

export interface JournalState {
  /** The id of new groups. */
  readonly id: string;
  readonly lastGroup: number;
  readonly isCopy: boolean;
  readonly store: KnownStore | null;
  readonly groups: GroupRange[];
  readonly deadLetters: number;
}

/** Released groups are deleted by the next append, or after this pause if none comes. */
const SWEEP_AFTER_MS = 100;
/** How long a log is idle before it is emptied; one in use is soon overwritten. */
const WIPE_AFTER_MS = 1000;

/** The journal as its thread offers it to other threads. It cleans up its files by itself. */
export class JournalWriter extends JournalDatabase {
  readonly #unlock: () => void;
  #sweepTimer: NodeJS.Timeout | undefined;
  #wipeTimer: NodeJS.Timeout | undefined;
  /** Whether the disk may have copies of deleted dead letters, at first of a killed run: wiped even under load. */
  #hasErased = true;

  /** Throws if another service uses the directory, or the journal cannot be opened. */
  constructor(directory: string, deadLetterLimits: DeadLetterLimits) {
    const unlock = lockDirectory(directory);
    super(directory, { deadLetterLimits });
    this.#unlock = unlock;
    this.#wipeSoon();
  }

  state(): JournalState {
    return {
      id: this.identity(),
      lastGroup: this.lastGroup(),
      isCopy: this.isCopy(),
      store: this.store(),
      groups: this.groupRanges().map((range) => ({ ...range, projects: this.projectBytes(range) })),
      deadLetters: this.deadLetters.count(),
    };
  }

  /** Appends groups as `append` does. Their buffer moves back. */
  appendGroups(groups: readonly PackedGroup[], buffer: ArrayBuffer): AppendedGroups {
    return transfer({ id: this.append(...groups), buffer }, [buffer]);
  }

  override release(upTo: number): void {
    super.release(upTo);
    this.#sweepSoon();
  }

  connectDrain(port: MessagePort): void {
    connect(port, this);
  }

  setAside(deadLetters: readonly DeadLetter[]): DeadLetterCounts {
    return this.deadLetters.setAside(deadLetters);
  }

  /** Deletes some of these dead letters, and soon wipes their traces. Returns false if there are none. */
  deleteDeadLetters(filter: DeadLetterFilter): boolean {
    if (!this.deadLetters.deleteBatch(filter)) return false;
    this.#hasErased = true;
    this.#wipeSoon();
    return true;
  }

  deleteLetters(ids: readonly number[]): void {
    this.#hasErased = true;
    this.deadLetters.delete(ids.map((id) => ({ id })));
  }

  /** Removes all copies of deleted rows. Returns false if the journal is in use, or the disk is full or broken. */
  async wipeNow(): Promise<boolean> {
    this.#hasErased = false;
    const isWiped = await this.scrub().catch(() => false);
    if (!isWiped) this.#hasErased = true;
    return isWiped;
  }

  override close(): void {
    clearTimeout(this.#sweepTimer);
    clearTimeout(this.#wipeTimer);
    try {
      this.sweep();
    } finally {
      super.close();
      this.#unlock();
    }
  }

  #sweepSoon(): void {
    this.#sweepTimer ??= setTimeout(() => {
      this.#sweepTimer = undefined;
      try {
        this.sweep();
        this.#wipeSoon();
      } catch {
        this.#sweepSoon(); // The disk is full or broken. The rows are harmless: the next append or sweep deletes them.
      }
    }, SWEEP_AFTER_MS);
  }

  #wipeSoon(): void {
    if (this.#wipeTimer && this.#hasErased) return;
    clearTimeout(this.#wipeTimer);
    this.#wipeTimer = setTimeout(() => {
      this.#wipeTimer = undefined;
      if (this.#tryWipe()) this.#hasErased = false;
      else this.#wipeSoon();
    }, WIPE_AFTER_MS);
  }

  /** Returns false if the journal is in use, or the disk is full or broken. */
  #tryWipe(): boolean {
    try {
      return this.#hasErased ? this.wipe() : this.truncateWal();
    } catch {
      return false;
    }
  }
}

if (parentPort) {
  collectAtRest();
  const { directory, deadLetterLimits } = workerData as JournalThreadData;
  connect(parentPort, new JournalWriter(directory, deadLetterLimits));
}
