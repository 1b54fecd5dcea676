import { groupBy } from "../../lib/group-by.ts";
import type { RecordingErasure, SessionKey } from "../../store/ports/recordings.ts";
import type { ProjectRemovals } from "../../store/records/removed-projects.ts";
import type { DeadLetterFilter, DeadLetters } from "./dead-letters.ts";

export interface DeadLetterPurgerPorts {
  readonly deadLetters: Pick<DeadLetters, "sessions" | "projects">;
  readonly erasure: () => Promise<RecordingErasure>;
  readonly removals: () => Promise<Pick<ProjectRemovals, "removedOf">>;
  /** Deletes one batch of these letters. Returns false if there are none. */
  readonly deleteBatch: (letters: DeadLetterFilter) => Promise<boolean>;
}

const SESSION_BATCH_SIZE = 1000;

/** Deletes this node's dead letters of removed projects and with snapshots of erased recordings. */
export class DeadLetterPurger {
  readonly #ports: DeadLetterPurgerPorts;
  readonly #batchSize: number;
  #cursor: SessionKey | null = null;

  constructor(ports: DeadLetterPurgerPorts, batchSize: number = SESSION_BATCH_SIZE) {
    this.#ports = ports;
    this.#batchSize = batchSize;
  }

  /**
   * Checks the projects, and one batch of sessions; each call checks the next. Returns false if nothing was deleted and
   * no session is left to check. Throws what the ports throw; those sessions are checked again after all others.
   */
  async purge(signal?: AbortSignal): Promise<boolean> {
    const { deadLetters, erasure } = this.#ports;
    let hasDeleted = await this.#purgeProjects(signal);
    const sessions = deadLetters.sessions(this.#cursor, this.#batchSize);
    this.#cursor = sessions.length < this.#batchSize ? null : (sessions.at(-1) ?? null);
    for (const [projectId, own] of groupBy(sessions, (session) => session.projectId)) {
      const sessionIds = own.map(({ sessionId }) => sessionId);
      const erased = await (await erasure()).erased(projectId, sessionIds);
      for (const sessionId of erased) {
        hasDeleted = true;
        await this.#delete({ projectId, sessionId }, signal);
      }
    }
    return hasDeleted || this.#cursor !== null;
  }

  async #purgeProjects(signal?: AbortSignal): Promise<boolean> {
    const { deadLetters, removals } = this.#ports;
    const projects = deadLetters.projects();
    if (projects.length === 0) return false;
    const removed = await (await removals()).removedOf(projects);
    for (const projectId of removed) await this.#delete({ projectId }, signal);
    return removed.size > 0;
  }

  async #delete(letters: DeadLetterFilter, signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted && (await this.#ports.deleteBatch(letters))) {} // appends come between
  }
}
