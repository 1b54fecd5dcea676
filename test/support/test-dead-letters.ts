import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { DeadLetter, StoredDeadLetter } from "../../src/ingest/journal/dead-letters.ts";
import { JournalDatabase } from "../../src/ingest/journal/journal-database.ts";

/** Opens the dead letters of a journal, also through a second connection. */
export async function openDeadLetters(context: TestContext, maxBytes = Number.POSITIVE_INFINITY) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-dead-letters-"));
  const journal = new JournalDatabase(directory, { deadLetterLimits: { maxBytes, projectShare: 0.5 } });
  const other = new JournalDatabase(directory);
  context.after(async () => {
    journal.close();
    other.close();
    await rm(directory, { recursive: true });
  });
  return { directory, journal, deadLetters: journal.deadLetters, others: other.deadLetters };
}

/** Returns a request for each of the letters. */
export const replaysOf = (deadLetters: readonly StoredDeadLetter[]) =>
  deadLetters.map((letter) => {
    const { projectId, uuid: seed } = letter;
    return {
      letter,
      entry: { projectId, receivedAt: 7, seed, operation: "capture", body: Buffer.from(seed) } as const,
    };
  });

/** Returns a dead letter of project 1. */
export const letter = (uuid: string, changes: Partial<DeadLetter> = {}): DeadLetter => {
  const event = JSON.stringify({ event: `name of ${uuid}`, distinctId: "ada" });
  return { projectId: "1", uuid, reason: "invalid", sessionId: null, at: 5, event, ...changes };
};
