import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { MessageChannel } from "node:worker_threads";
import { remote, serveCalls } from "../../threads/calls.ts";
import { startThread } from "../../threads/start.ts";
import { JournalDatabase } from "./database.ts";
import type { JournalEntry, PackedGroup } from "./entry.ts";
import type { GroupRun } from "./group-runs.ts";
import { Journal } from "./journal.ts";
import type { JournalKeeper, JournalThreadData, JournalWriter } from "./thread.ts";

interface Wishes {
  readonly maxBytes?: number;
  /** What an earlier run did in the directory. */
  readonly earlier?: (directory: string) => void;
  /** Groups of an earlier run. */
  readonly groups?: GroupRun[];
}

/** For tests: the journal's real thread on a directory of its own, and the journal as the thread that takes requests sees it. */
export async function openJournal(
  test: TestContext,
  { maxBytes = 1024 * 1024 * 1024, earlier = () => {} }: Pick<Wishes, "maxBytes" | "earlier"> = {},
) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-journal-"));
  earlier(directory);
  const { port1, port2 } = new MessageChannel();
  const data: JournalThreadData = { directory, deadLetterBytes: 1024 * 1024, drain: port1 };
  const thread = startThread("thread", import.meta.url, data, [port1]);
  test.after(async () => {
    port2.close();
    await thread.terminate();
    await rm(directory, { recursive: true });
  });
  const writer = remote<JournalWriter>(thread);
  const keeper = remote<JournalKeeper>(port2);
  const { groups } = await writer.call("state");
  const appended: number[] = [];
  const journal = new Journal(writer, { maxBytes, groups, appended: (id) => appended.push(id) });
  return { directory, writer, keeper, journal, appended };
}

/** For tests: the same without a thread, which is quicker. `written` is called with each group's id before its append is answered. */
export async function openNearJournal(
  test: TestContext,
  { maxBytes = 1000, groups = [], written = () => {} }: Wishes & { readonly written?: (id: number) => void } = {},
) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-journal-"));
  const database = new JournalDatabase(directory);
  const { port1, port2 } = new MessageChannel();
  test.after(async () => {
    port1.close();
    database.close();
    await rm(directory, { recursive: true });
  });
  const append = async (group: PackedGroup) => {
    const id = database.append(group);
    written(id);
    return id;
  };
  serveCalls(port2, { append });
  const journal = new Journal(remote<JournalWriter>(port1), { maxBytes, groups, appended: () => {} });
  return { directory, journal };
}

/** For tests: an accepted request with this body. */
export function entry(body: string | Uint8Array, changes: Partial<JournalEntry> = {}): JournalEntry {
  const operation = "capture";
  return { projectId: "1", receivedAt: Date.now(), seed: randomUUID(), operation, body: Buffer.from(body), ...changes };
}
