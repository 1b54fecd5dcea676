import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { JournalThreadData, JournalWriter } from "../../ingest/journal/journal-thread.ts";
import { connect } from "./channel.ts";
import { endThread, onThreadExit, startThread } from "./start-thread.ts";

test("a thread ends once what it was asked before is done", async (context) => {
  const directory = await mkdtemp(join(tmpdir(), "sightline-threads-"));
  context.after(() => rm(directory, { recursive: true }));
  const data: JournalThreadData = { directory, deadLetterLimits: { maxBytes: 1, projectShare: 1 } };
  const thread = startThread("ingest/journal/journal-thread", data);
  const { remote, fail } = connect<JournalWriter>(thread);
  onThreadExit(thread, "journal", fail);
  const calls = [remote.state(), remote.close()];
  await endThread(thread);
  await Promise.all(calls);
  await endThread(thread);
});
