import { LRUCache } from "lru-cache";
import { type Millis, StoreUnavailable } from "../../storage/ports/common.ts";
import type { Files } from "../../storage/ports/files.ts";
import type { Recordings, SessionKey } from "../../storage/ports/recordings.ts";
import { filePrefix } from "../file-keys.ts";

export interface JanitorPorts {
  readonly recordings: Pick<Recordings, "erasures" | "forgetFiles">;
  readonly files: Pick<Files, "delete" | "list">;
  readonly now: () => Millis;
}

const ERASURE_BATCH_SIZE = 1000;

/**
 * Deletes the files of erased recordings from the object store. One that was being written may appear after it was deleted; so whatever is
 * there is deleted once more after `settleMs`, longer than any writing goes on, and only then forgotten.
 */
export class Janitor {
  readonly #ports: JanitorPorts;
  readonly #gracePeriodMs: number;
  /** Of the sessions whose files were deleted once, for this process. */
  readonly #deleted = new LRUCache<string, true>({ max: 10 * ERASURE_BATCH_SIZE });

  constructor(ports: JanitorPorts, settleMs: number) {
    this.#ports = ports;
    this.#gracePeriodMs = settleMs;
  }

  /** Goes through the erasures once. Throws `StoreUnavailable`; other failures are reported, and the next one is taken. */
  async sweep(report: (error: unknown, session: SessionKey) => void, signal?: AbortSignal): Promise<void> {
    const { recordings, now } = this.#ports;
    for (const { erasedAt, keys, ...session } of await recordings.erasures(ERASURE_BATCH_SIZE)) {
      if (signal?.aborted) return;
      try {
        if (now() - erasedAt >= this.#gracePeriodMs) await this.#deleteForGood(session, keys);
        else await this.#deleteOnce(session, keys);
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        report(error, session);
      }
    }
  }

  async #deleteOnce(session: SessionKey, keys: readonly string[]): Promise<void> {
    const name = `${session.projectId}/${session.sessionId}`;
    if (this.#deleted.has(name)) return;
    await this.#ports.files.delete(keys);
    this.#deleted.set(name, true);
  }

  async #deleteForGood(session: SessionKey, keys: readonly string[]): Promise<void> {
    const { recordings, files } = this.#ports;
    const left: string[] = [];
    for await (const key of files.list(filePrefix(session))) left.push(key);
    await files.delete([...new Set([...keys, ...left])]);
    await recordings.forgetFiles(session, keys);
  }
}
