import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { MessageChannel } from "node:worker_threads";
import { connect } from "../../threads/channel.ts";
import { startThread } from "../../threads/start-thread.ts";
import { Journal, type JournalAppender } from "./journal.ts";
import { JournalDatabase } from "./journal-database.ts";
import type { GroupRange, JournalEntry } from "./journal-entry.ts";
import type { JournalThreadData, JournalWriter } from "./journal-thread.ts";

interface JournalTestOptions {
  readonly maxBytes?: number;
  /** What an earlier run did in the directory. */
  readonly earlier?: (directory: string) => void;
  /** Groups of an earlier run. */
  readonly groups?: GroupRange[];
}

/** For tests: the journal's real thread on a directory of its own, and the journal as the thread that takes requests sees it. */
export async function openJournal(
  test: TestContext,
  { maxBytes = 1024 * 1024 * 1024, earlier = () => {} }: Pick<JournalTestOptions, "maxBytes" | "earlier"> = {},
) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-journal-"));
  earlier(directory);
  const { port1, port2 } = new MessageChannel();
  const data: JournalThreadData = { directory, deadLetterBytes: 1024 * 1024, drainPort: port1 };
  const thread = startThread("journal-thread", import.meta.url, data, [port1]);
  test.after(async () => {
    port2.close();
    await thread.terminate();
    await rm(directory, { recursive: true });
  });
  const { remote: writer, fail } = connect<JournalWriter>(thread);
  const { remote: drainApi } = connect<JournalWriter>(port2);
  const { groups } = await writer.state();
  const appended: number[] = [];
  const journal = new Journal(writer, { maxBytes, groups, appended: (id) => appended.push(id) });
  return { directory, journal, drainApi, appended, fail };
}

/** For tests: the same without a thread, which is quicker. `written` is called with each group's id before its append is answered. */
export async function openInProcessJournal(
  test: TestContext,
  {
    maxBytes = 1000,
    groups = [],
    written = () => {},
  }: JournalTestOptions & { readonly written?: (id: number) => void } = {},
) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-journal-"));
  const database = new JournalDatabase(directory);
  test.after(async () => {
    database.close();
    await rm(directory, { recursive: true });
  });
  const writer: JournalAppender = {
    async append(group) {
      const id = database.append(group);
      written(id);
      return id;
    },
    check: async () => database.check(),
  };
  const journal = new Journal(writer, { maxBytes, groups, appended: () => {} });
  return { directory, journal };
}

/** For tests: an accepted request with this body. */
export function journalEntry(body: string | Uint8Array, changes: Partial<JournalEntry> = {}): JournalEntry {
  const operation = "capture";
  return { projectId: "1", receivedAt: Date.now(), seed: randomUUID(), operation, body: Buffer.from(body), ...changes };
}
