import { type Millis, StoreUnavailable } from "../storage/ports/common.ts";
import type { Files } from "../storage/ports/files.ts";
import type { Recordings, SessionKey } from "../storage/ports/recordings.ts";

export interface JanitorPorts {
  readonly recordings: Pick<Recordings, "erasures" | "forgetFiles">;
  readonly files: Pick<Files, "delete">;
  readonly now: () => Millis;
}

const ERASURES_AT_ONCE = 1000;

/**
 * Deletes the files of erased recordings from the object store. One that was being written may appear after it was deleted; so they are
 * deleted once more after `settleMs`, longer than any flusher is left alone with a session, and only then forgotten.
 */
export class Janitor {
  readonly #ports: JanitorPorts;
  readonly #settleMs: number;
  readonly #deletedAt = new Map<string, Millis>();

  constructor(ports: JanitorPorts, settleMs: number) {
    this.#ports = ports;
    this.#settleMs = settleMs;
  }

  /** Goes through the erasures once. Throws `StoreUnavailable`; other failures are reported, and the next one is taken. */
  async sweep(report: (error: unknown, session: SessionKey) => void, signal?: AbortSignal): Promise<void> {
    const erasures = await this.#ports.recordings.erasures(ERASURES_AT_ONCE);
    const listed = new Set(erasures.map(nameOf));
    for (const name of this.#deletedAt.keys()) if (!listed.has(name)) this.#deletedAt.delete(name);
    for (const { keys, ...session } of erasures) {
      if (signal?.aborted) return;
      try {
        await this.#deleteFiles(session, keys);
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        report(error, session);
      }
    }
  }

  async #deleteFiles(session: SessionKey, keys: readonly string[]): Promise<void> {
    const now = this.#ports.now();
    const deletedAt = this.#deletedAt.get(nameOf(session));
    if (deletedAt !== undefined && now - deletedAt < this.#settleMs) return;
    await this.#ports.files.delete(keys);
    if (deletedAt === undefined) this.#deletedAt.set(nameOf(session), this.#ports.now());
    else await this.#ports.recordings.forgetFiles(session, keys);
  }
}

function nameOf({ projectId, sessionId }: SessionKey): string {
  return `${projectId}/${sessionId}`;
}
