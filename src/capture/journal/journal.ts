import { problem } from "../../problem.ts";
import type { Millis } from "../../storage/ports/common.ts";
import type { Remote } from "../../threads/calls.ts";
import type { GroupSize } from "./database.ts";
import { type JournalEntry, pack } from "./entry.ts";
import type { JournalWriter } from "./thread.ts";

export interface JournalDepth {
  /** Accepted requests that the store does not have yet. */
  readonly entries: number;
  readonly bytes: number;
  /** When the oldest of them came; null where there is none. */
  readonly oldest: Millis | null;
}

interface Waiting {
  readonly entry: JournalEntry;
  readonly resolve: (id: number) => void;
  readonly reject: (error: unknown) => void;
}

/** At most so many bytes are synced together, so that one group does not keep many waiting. */
const GROUP_BYTES = 4 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

/**
 * The node's journal, as the thread that takes requests sees it. Entries that come while a group is being synced make the next group: one request
 * alone waits for its own sync only, many share one.
 */
export class Journal {
  readonly #writer: Remote<JournalWriter>;
  readonly #maxBytes: number;
  readonly #appended: (lastId: number) => void;
  readonly #groups: GroupSize[];
  #waiting: Waiting[] = [];
  #bytes: number;
  #syncing = false;

  /** `groups` are those that an earlier run left; `appended` is told the id of each new one. */
  constructor(
    writer: Remote<JournalWriter>,
    { maxBytes, groups, appended }: { maxBytes: number; groups: GroupSize[]; appended: (lastId: number) => void },
  ) {
    this.#writer = writer;
    this.#maxBytes = maxBytes;
    this.#appended = appended;
    this.#groups = groups;
    this.#bytes = groups.reduce((sum, group) => sum + group.bytes, 0);
  }

  /** Resolves to its group's id when the entry is on disk; `journal_full` where it is not and will not be. */
  append(entry: JournalEntry): Promise<number> {
    if (this.#bytes + entry.body.byteLength > this.#maxBytes) {
      return Promise.reject(problem("journal_full", { retryAfter: RETRY_AFTER_SECONDS }));
    }
    this.#bytes += entry.body.byteLength;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      if (!this.#syncing) void this.#sync();
    });
  }

  depth(): JournalDepth {
    const synced = this.#groups.reduce((sum, group) => sum + group.entries, 0);
    return { entries: synced + this.#waiting.length, bytes: this.#bytes, oldest: this.#groups[0]?.receivedAt ?? null };
  }

  /** The store has the groups up to this id. */
  stored(upTo: number): void {
    const kept = this.#groups.findIndex((group) => group.id > upTo);
    for (const group of this.#groups.splice(0, kept === -1 ? this.#groups.length : kept)) this.#bytes -= group.bytes;
  }

  async #sync(): Promise<void> {
    this.#syncing = true;
    while (this.#waiting.length > 0) {
      const taken = this.#take();
      const group = pack(taken.map(({ entry }) => entry));
      const { entries, receivedAt } = group;
      const bytes = group.bodies.byteLength;
      try {
        const id = await this.#writer.call("append", group);
        this.#groups.push({ id, entries, bytes, receivedAt });
        for (const { resolve } of taken) resolve(id);
        this.#appended(id);
      } catch (cause) {
        this.#bytes -= bytes;
        const refusal = problem("journal_full", { retryAfter: RETRY_AFTER_SECONDS });
        refusal.cause = cause;
        for (const { reject } of taken) reject(refusal);
      }
    }
    this.#syncing = false;
  }

  #take(): Waiting[] {
    let bytes = 0;
    const end = this.#waiting.findIndex(({ entry }, place) => {
      bytes += entry.body.byteLength;
      return place > 0 && bytes > GROUP_BYTES;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }
}
