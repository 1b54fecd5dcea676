import { problem } from "../../lib/problem.ts";
import { type Connection, connect, type Remote } from "../../lib/threads/channel.ts";
import { FairQueue } from "../../lib/threads/fair-queue.ts";
import { endThread, onThreadExit, startThread } from "../../lib/threads/start-thread.ts";
import type { Page, ProjectId } from "../../store/ports/common.ts";
import type { DeadLetterReader, ProjectLetters } from "./dead-letter-thread.ts";
import type { ExportedLetter } from "./request-letter.ts";

const MAX_WAITING = { max: 100, maxPerClient: 10 };
const MAX_WORK_MS = 30_000;

export type DeadLetterDesk = ReturnType<typeof deadLetterDesk>;

/**
 * Handles dead letters in a thread per call: hostile events must delay neither requests nor the journal. All methods
 * may throw `service_unavailable`.
 */
export function deadLetterDesk(directory: string) {
  const queue = new FairQueue(MAX_WAITING);
  const run = async <T>(projectId: ProjectId, call: (thread: Remote<DeadLetterReader>) => Promise<T>): Promise<T> => {
    const result = queue.run(projectId, async () => {
      const worker = startThread("ingest/journal/dead-letter-thread", directory);
      const connection: Connection<DeadLetterReader> = connect(worker);
      onThreadExit(worker, "dead letters", (cause) => {
        connection.fail(Object.assign(problem("service_unavailable"), { cause }));
      });
      const deadline = setTimeout(() => connection.fail(problem("service_unavailable")), MAX_WORK_MS);
      try {
        return await call(connection.remote);
      } finally {
        clearTimeout(deadline);
        await endThread(worker);
      }
    });
    if (result === null) throw problem("service_unavailable");
    return result;
  };
  return {
    count: (letters: ProjectLetters) => run(letters.projectId, (thread) => thread.count(letters)),
    list: (letters: ProjectLetters, page: Page) => run(letters.projectId, (thread) => thread.list(letters, page)),
    /** Moves some thousand dead letters back to the journal; the drain stores them soon. */
    move: (letters: ProjectLetters) => run(letters.projectId, (thread) => thread.move(letters)),
    /** Yields all dead letters of the project in batches, as persons' exports need them. */
    async *exported(projectId: ProjectId): AsyncGenerator<readonly ExportedLetter[]> {
      for (let after = 0; ; ) {
        const batch = await run(projectId, (thread) => thread.exported(projectId, after));
        const last = batch.at(-1);
        if (!last) return;
        yield batch;
        after = last.id;
      }
    },
  };
}
