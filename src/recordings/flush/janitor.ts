import { newLruCache } from "../../lib/lru-cache.ts";
import { type Millis, StoreUnavailable } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import type { RecordingErasure, SessionKey } from "../../store/ports/recordings.ts";
import { sessionName } from "../play/session-name.ts";
import { filePrefix } from "./file-keys.ts";

export interface JanitorPorts {
  readonly erasure: RecordingErasure;
  readonly files: Files;
  readonly now: () => Millis;
}

const ERASURE_BATCH_SIZE = 1000;

/**
 * Deletes files of erased recordings at once, and again after `gracePeriodMs`, which exceeds any write: a file that was
 * being written may appear after its deletion.
 */
export class Janitor {
  readonly #ports: JanitorPorts;
  readonly #gracePeriodMs: number;
  readonly #deleted = newLruCache<string, true>(10 * ERASURE_BATCH_SIZE);

  constructor(ports: JanitorPorts, gracePeriodMs: number) {
    this.#ports = ports;
    this.#gracePeriodMs = gracePeriodMs;
  }

  /** Returns whether there was work. Throws `StoreUnavailable`; reports other failures and continues. */
  async sweep(report: (error: unknown, session: SessionKey) => void, signal?: AbortSignal): Promise<boolean> {
    const { erasure, now } = this.#ports;
    let hasWorked = false;
    for (const { erasedAt, keys, ...session } of await erasure.erasures(ERASURE_BATCH_SIZE)) {
      if (signal?.aborted) break;
      const isSettled = now() - erasedAt >= this.#gracePeriodMs;
      if (!isSettled && this.#deleted.has(sessionName(session))) continue;
      hasWorked = true;
      try {
        if (isSettled) await this.#deleteForGood(session, keys);
        else await this.#deleteOnce(session, keys);
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        report(error, session);
      }
    }
    return hasWorked;
  }

  async #deleteOnce(session: SessionKey, keys: readonly string[]): Promise<void> {
    await this.#ports.files.delete(keys);
    this.#deleted.set(sessionName(session), true);
  }

  async #deleteForGood(session: SessionKey, keys: readonly string[]): Promise<void> {
    const { erasure, files } = this.#ports;
    const present: string[] = [];
    for await (const key of files.list(filePrefix(session))) present.push(key);
    await files.delete([...new Set([...keys, ...present])]);
    await erasure.forgetFiles(session, keys);
  }
}
