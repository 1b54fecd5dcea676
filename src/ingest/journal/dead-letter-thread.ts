import { parentPort, workerData } from "node:worker_threads";
import { connect } from "../../lib/threads/channel.ts";
import type { Page, ProjectId } from "../../store/ports/common.ts";
import type { DeadLetterFilter } from "./dead-letters.ts";
import { JournalDatabase } from "./journal-database.ts";
import { moveDeadLetters } from "./replay-dead-letters.ts";
import { type ExportedLetter, toExportedLetter } from "./request-letter.ts";

export type ProjectLetters = DeadLetterFilter & { readonly projectId: ProjectId };

const MAX_REASONS = 50;
const MAX_MOVED = 2000;
/** Letters up to so many characters are exported by one call, or one larger letter. */
const MAX_EXPORTED_CHARACTERS = 4 * 1024 * 1024;

export type DeadLetterReader = ReturnType<typeof deadLetterReader>;

/** The dead letters of this node, for members of a project. Each call opens the journal, as the command line does. */
function deadLetterReader(directory: string) {
  const withJournal = async <T>(readonly: boolean, work: (journal: JournalDatabase) => T | Promise<T>): Promise<T> => {
    using journal = new JournalDatabase(directory, { readonly });
    return await work(journal);
  };
  return {
    count: (filter: ProjectLetters) => withJournal(true, ({ deadLetters }) => deadLetters.count(filter)),
    list: (filter: ProjectLetters, page: Page) =>
      withJournal(true, ({ deadLetters }) => ({
        count: deadLetters.count(filter),
        items: deadLetters.list(filter, page),
        /** Of all dead letters of the project, the most frequent first. */
        reasons: deadLetters.reasons(filter.projectId, MAX_REASONS),
      })),
    /** Returns the next dead letters of the project after this id, oldest first; none at the end. */
    exported: (projectId: ProjectId, after: number) =>
      withJournal(true, ({ deadLetters }): readonly ExportedLetter[] => {
        const letters: ExportedLetter[] = [];
        let characters = 0;
        for (const batch of deadLetters.batches({ projectId }, after)) {
          for (const letter of batch) {
            letters.push(toExportedLetter(letter));
            characters += letter.event.length;
            if (characters >= MAX_EXPORTED_CHARACTERS) return letters;
          }
        }
        return letters;
      }),
    move: (filter: ProjectLetters) =>
      withJournal(false, async (journal) => {
        const { replayed, damaged } = await moveDeadLetters(journal, filter, { max: MAX_MOVED, now: Date.now });
        /** How many that were selected are still dead letters. */
        const remaining = journal.deadLetters.count(filter) - damaged;
        return { replayed, damaged, remaining };
      }),
  };
}

if (parentPort) connect(parentPort, deadLetterReader(workerData as string));
