import type { RecordingErasure } from "../../storage/ports/recording-erasure.ts";
import type { SessionKey } from "../../storage/ports/recordings.ts";
import { groupBy } from "../../values/group-by.ts";
import type { DeadLetters } from "../journal/dead-letters.ts";

export interface DeadLetterPurgerPorts {
  readonly deadLetters: Pick<DeadLetters, "sessions">;
  readonly erasure: () => Promise<RecordingErasure>;
  /** Deletes one batch of letters with snapshots of the session. Returns false if there are none. */
  readonly deleteBySession: (session: SessionKey) => Promise<boolean>;
}

const SESSION_BATCH_SIZE = 1000;

/** Deletes this node's dead letters with snapshots of erased recordings, whichever node erased them. */
export class DeadLetterPurger {
  readonly #ports: DeadLetterPurgerPorts;
  readonly #batchSize: number;
  #cursor: SessionKey | null = null;

  constructor(ports: DeadLetterPurgerPorts, batchSize: number = SESSION_BATCH_SIZE) {
    this.#ports = ports;
    this.#batchSize = batchSize;
  }

  /**
   * Checks one batch of sessions; each call checks the next. Throws what the ports throw; those sessions are checked
   * again after all others.
   */
  async purge(signal?: AbortSignal): Promise<void> {
    const { deadLetters, erasure, deleteBySession } = this.#ports;
    const sessions = deadLetters.sessions(this.#cursor, this.#batchSize);
    this.#cursor = sessions.length < this.#batchSize ? null : (sessions.at(-1) ?? null);
    for (const [projectId, own] of groupBy(sessions, (session) => session.projectId)) {
      const sessionIds = own.map(({ sessionId }) => sessionId);
      const erased = await (await erasure()).erased(projectId, sessionIds);
      for (const sessionId of erased) {
        while (!signal?.aborted && (await deleteBySession({ projectId, sessionId }))) {} // appends come between
      }
    }
  }
}
