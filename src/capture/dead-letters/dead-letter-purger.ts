import type { RecordingErasure } from "../../storage/ports/recording-erasure.ts";
import type { SessionKey } from "../../storage/ports/recordings.ts";
import { groupBy } from "../../values/group-by.ts";
import type { DeadLetters } from "../journal/dead-letters.ts";

export interface DeadLetterPurgerPorts {
  readonly letters: Pick<DeadLetters, "sessions">;
  readonly erasure: () => Promise<RecordingErasure>;
  /** Drops some letters with snapshots of the session; false where there are none. */
  readonly drop: (session: SessionKey) => Promise<boolean>;
}

const SESSION_BATCH_SIZE = 1000;

/** Drops the dead letters of this node that have snapshots of erased recordings, whichever node erased them, and whenever. */
export class DeadLetterPurger {
  readonly #ports: DeadLetterPurgerPorts;
  readonly #batchSize: number;
  #cursor: SessionKey | null = null;

  constructor(ports: DeadLetterPurgerPorts, sessionsAtOnce: number = SESSION_BATCH_SIZE) {
    this.#ports = ports;
    this.#batchSize = sessionsAtOnce;
  }

  /** Asks the store of so many sessions, each time of the next ones. Throws what the ports throw; those sessions come again after the others. */
  async purge(signal?: AbortSignal): Promise<void> {
    const { letters, erasure, drop } = this.#ports;
    const sessions = letters.sessions(this.#cursor, this.#batchSize);
    this.#cursor = sessions.length < this.#batchSize ? null : (sessions.at(-1) ?? null);
    for (const [projectId, own] of groupBy(sessions, (session) => session.projectId)) {
      const sessionIds = own.map(({ sessionId }) => sessionId);
      const erased = await (await erasure()).erased(projectId, sessionIds);
      for (const sessionId of erased) {
        while (!signal?.aborted && (await drop({ projectId, sessionId }))) {} // others come between
      }
    }
  }
}
