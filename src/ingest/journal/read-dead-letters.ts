import type { StoredDeadLetter } from "./dead-letters.ts";
import { JournalDatabase } from "./journal-database.ts";

/** Yields the dead letters of a project in this directory's journal, in batches, beside the thread that writes it. */
export function* readDeadLetters(directory: string, projectId: string): Generator<readonly StoredDeadLetter[]> {
  const journal = new JournalDatabase(directory, { readonly: true });
  try {
    yield* journal.deadLetters.batches({ projectId });
  } finally {
    journal.close();
  }
}
