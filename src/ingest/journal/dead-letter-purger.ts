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

/**
 * Returns what deletes this node's dead letters of removed projects and with snapshots of erased recordings. It checks
 * the projects, and one batch of sessions; each call checks the next. Returns false if nothing was deleted and no
 * session is left to check. Throws what the ports throw; those sessions are checked again after all others.
 */
export function deadLetterPurger(ports: DeadLetterPurgerPorts, batchSize: number = SESSION_BATCH_SIZE) {
  const { deadLetters, erasure, removals } = ports;
  let cursor: SessionKey | null = null;
  return async (signal?: AbortSignal): Promise<boolean> => {
    const remove = async (letters: DeadLetterFilter) => {
      while (!signal?.aborted && (await ports.deleteBatch(letters))) {} // appends come between
    };
    const projects = deadLetters.projects();
    const removed = projects.length === 0 ? [] : await (await removals()).removedOf(projects);
    let hasDeleted = false;
    for (const projectId of removed) {
      hasDeleted = true;
      await remove({ projectId });
    }
    const sessions = deadLetters.sessions(cursor, batchSize);
    cursor = sessions.length < batchSize ? null : (sessions.at(-1) ?? null);
    for (const [projectId, own] of groupBy(sessions, (session) => session.projectId)) {
      const sessionIds = own.map(({ sessionId }) => sessionId);
      for (const sessionId of await (await erasure()).erased(projectId, sessionIds)) {
        hasDeleted = true;
        await remove({ projectId, sessionId });
      }
    }
    return hasDeleted || cursor !== null;
  };
}
