import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { lockDirectory } from "../../store/directory-lock.ts";
import type { DeadLetter } from "./dead-letters.ts";
import { copyJournal, countJournal, renewRestoredJournal } from "./journal-copy.ts";
import { JournalDatabase } from "./journal-database.ts";
import { packGroup } from "./journal-entry.ts";

async function openJournal(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-test-"));
  const [source, target] = [join(directory, "data"), join(directory, "copy")];
  await mkdir(target);
  const journal = new JournalDatabase(source);
  t.after(async () => {
    journal.close();
    await rm(directory, { recursive: true });
  });
  const append = () => {
    const seed = "00000000-0000-4000-8000-000000000000";
    return journal.append(
      packGroup([{ projectId: "1", receivedAt: 1, seed, operation: "capture", body: Buffer.from("{}") }]),
    );
  };
  const releaseUpTo = (group: number) => {
    journal.release(group);
    journal.sweep();
  };
  /** Returns the ids of the copy's groups. */
  const copied = () => {
    const copy = new JournalDatabase(target, { readonly: true });
    const ids = copy.read(0, 1000).map(({ id }) => id);
    copy.close();
    return ids;
  };
  return { source, target, journal, append, releaseUpTo, copied, take: () => copyJournal(source, target) };
}

test("what a running service has stored is dropped from the copy", async (t) => {
  const { source, append, releaseUpTo, copied, take } = await openJournal(t);
  const unlock = lockDirectory(source);
  t.after(unlock);
  append();
  const last = append();
  const copy = await take();
  assert.deepEqual(copied(), [1, 2]);
  const waiting = copy.waitUntilStored();
  append();
  releaseUpTo(last);
  assert.equal(await waiting, true);
  copy.dropGroups();
  assert.deepEqual(copied(), []);
});

test("what no service stores stays, with all groups since, or none of these if some are gone", async (t) => {
  const { append, releaseUpTo, copied, take } = await openJournal(t);
  append();
  const copy = await take();
  assert.equal(await copy.waitUntilStored(), false);
  append();
  append();
  releaseUpTo(1);
  assert.equal(copy.addGroups(), true);
  assert.deepEqual(copied(), [1, 2, 3]);
  append();
  releaseUpTo(2);
  assert.equal(copy.addGroups(), false);
  releaseUpTo(4);
  assert.equal(copy.addGroups(), false);
  assert.deepEqual(copied(), [1, 2, 3]);
});

test("dead letters that came since are added once, and those that left stay", async (t) => {
  const { target, journal, take } = await openJournal(t);
  const letter = (uuid: string): DeadLetter => {
    return { projectId: "1", uuid, reason: "r", sessionId: null, at: 1, event: "{}" };
  };
  journal.deadLetters.setAside([letter("a"), letter("b")]);
  const copy = await take();
  for (const batch of journal.deadLetters.batches({})) {
    journal.deadLetters.replay(
      batch.map((letter) => {
        const seed = letter.uuid;
        const entry = { projectId: "1", receivedAt: 1, seed, operation: "capture", body: Buffer.from("{}") } as const;
        return { letter, entry };
      }),
      1,
    );
  }
  journal.deadLetters.setAside([letter("b"), letter("c")]);
  copy.addDeadLetters();
  assert.deepEqual(countJournal(target), { requests: 0, deadLetters: 3 });
});

test("a restored journal has a new id for new groups only", async (t) => {
  const { target, journal, append, take } = await openJournal(t);
  append();
  await take();
  renewRestoredJournal(target);
  const restored = new JournalDatabase(target);
  assert.equal(restored.identity(1), journal.identity());
  assert.notEqual(restored.identity(2), journal.identity());
  assert.equal(restored.isCopy(), false);
  restored.close();
});
