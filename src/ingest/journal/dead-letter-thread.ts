import { parentPort, workerData } from "node:worker_threads";
import { connect } from "../../lib/threads/channel.ts";
import type { Page, ProjectId } from "../../store/ports/common.ts";
import type { DeadLetterExcerpt, DeadLetterFilter, ReasonCount } from "./dead-letters.ts";
import { JournalDatabase } from "./journal-database.ts";
import { moveDeadLetters } from "./replay-dead-letters.ts";
import { type ExportedLetter, toExportedLetter } from "./request-letter.ts";

export type ProjectLetters = DeadLetterFilter & { readonly projectId: ProjectId };

export interface DeadLetterPage {
  readonly count: number;
  readonly items: readonly DeadLetterExcerpt[];
  /** Reasons of all dead letters of the project, the most frequent first. */
  readonly reasons: readonly ReasonCount[];
}

export interface MovedLetters {
  readonly replayed: number;
  readonly damaged: number;
  /** How many that were selected are still dead letters. */
  readonly remaining: number;
}

const MAX_REASONS = 50;
const MAX_MOVED = 2000;
/** Letters up to so many characters are exported by one call, or one larger letter. */
const MAX_EXPORTED_CHARACTERS = 4 * 1024 * 1024;

/** The dead letters of this node, for members of a project. Each call opens the journal, as the command line does. */
export class DeadLetterReader {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  count(filter: ProjectLetters): Promise<number> {
    return this.#withJournal(true, async ({ deadLetters }) => deadLetters.count(filter));
  }

  list(filter: ProjectLetters, page: Page): Promise<DeadLetterPage> {
    return this.#withJournal(true, async ({ deadLetters }) => ({
      count: deadLetters.count(filter),
      items: deadLetters.list(filter, page),
      reasons: deadLetters.reasons(filter.projectId, MAX_REASONS),
    }));
  }

  /** Returns the next dead letters of the project after this id, oldest first; none at the end. */
  exported(projectId: ProjectId, after: number): Promise<readonly ExportedLetter[]> {
    return this.#withJournal(true, async ({ deadLetters }) => {
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
    });
  }

  move(filter: ProjectLetters): Promise<MovedLetters> {
    return this.#withJournal(false, async (journal) => {
      const moved = await moveDeadLetters(journal, filter, { max: MAX_MOVED, now: Date.now });
      return { ...moved, remaining: journal.deadLetters.count(filter) - moved.damaged };
    });
  }

  async #withJournal<T>(readonly: boolean, work: (journal: JournalDatabase) => Promise<T>): Promise<T> {
    using journal = new JournalDatabase(this.#directory, { readonly });
    return await work(journal);
  }
}

if (parentPort) connect(parentPort, new DeadLetterReader(workerData as string));
