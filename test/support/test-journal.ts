import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { MessageChannel } from "node:worker_threads";
import type { JournalStore } from "../../src/ingest/capture.ts";
import { Journal, type JournalAppender } from "../../src/ingest/journal/journal.ts";
import { JournalDatabase } from "../../src/ingest/journal/journal-database.ts";
import type { JournalEntry } from "../../src/ingest/journal/journal-entry.ts";
import type { GroupRange } from "../../src/ingest/journal/journal-ledger.ts";
import type { JournalThreadData, JournalWriter } from "../../src/ingest/journal/journal-thread.ts";
import { connect, transfer } from "../../src/lib/threads/channel.ts";
import { endThread, startThread } from "../../src/lib/threads/start-thread.ts";

/** For tests: a store that has nothing of any journal. */
export const ANY_STORE: JournalStore = {
  id: "any",
  name: "a store",
  checkpoints: { highestGroup: async () => 0 },
  erasures: { forgottenAt: async () => null },
  isAdopted: false,
};

interface JournalTestOptions {
  readonly maxBytes?: number;
  readonly projectShare?: number;
  /** Called first, with the journal's directory. */
  readonly earlierRun?: (directory: string) => void;
  /** Groups of an earlier run. */
  readonly groups?: GroupRange[];
}

/** For tests: the journal's real thread, in a temporary directory, and the main thread's view of it. */
export async function openJournal(
  test: TestContext,
  {
    maxBytes = 1024 * 1024 * 1024,
    projectShare = 1,
    earlierRun = () => {},
  }: Pick<JournalTestOptions, "maxBytes" | "projectShare" | "earlierRun"> = {},
) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-journal-"));
  earlierRun(directory);
  const { port1, port2 } = new MessageChannel();
  const data: JournalThreadData = { directory, deadLetterLimits: { maxBytes: 1024 * 1024, projectShare: 0.5 } };
  const thread = startThread("ingest/journal/journal-thread", data);
  test.after(async () => {
    port2.close();
    await writer.close().catch(() => undefined);
    await endThread(thread);
    await rm(directory, { recursive: true });
  });
  const { remote: writer, fail } = connect<JournalWriter>(thread);
  const { remote: drainApi } = connect<JournalWriter>(port2);
  await writer.connectDrain(transfer(port1, [port1]));
  const { groups } = await writer.state();
  const appended: number[] = [];
  const journal = new Journal(writer, {
    ...{ maxBytes, projectShare, groups },
    onAppended: (id) => appended.push(id),
    onShareExceeded: () => {},
  });
  return { directory, journal, drainApi, appended, fail };
}

/** For tests: the same without a thread, which is faster. `onWritten` is called before an append returns its id. */
export async function openInProcessJournal(
  test: TestContext,
  {
    maxBytes = 1000,
    projectShare = 1,
    groups = [],
    onWritten = () => {},
  }: JournalTestOptions & { readonly onWritten?: (id: number) => void } = {},
) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-journal-"));
  const database = new JournalDatabase(directory);
  test.after(async () => {
    database.close();
    await rm(directory, { recursive: true });
  });
  const refusals = { count: 0 };
  const appender: JournalAppender = {
    async appendGroups(groups, buffer) {
      const id = database.append(...groups);
      onWritten(id);
      return { id, buffer };
    },
    check: async () => database.check(),
  };
  const journal = new Journal(appender, {
    ...{ maxBytes, projectShare, groups },
    onAppended: () => {},
    onShareExceeded() {
      refusals.count += 1;
    },
  });
  return { directory, journal, refusals };
}

/** For tests: an accepted request with this body. */
export function journalEntry(body: string | Uint8Array, changes: Partial<JournalEntry> = {}): JournalEntry {
  const operation = "capture";
  return { projectId: "1", receivedAt: Date.now(), seed: randomUUID(), operation, body: Buffer.from(body), ...changes };
}
