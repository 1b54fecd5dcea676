import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import Libsql from "libsql";
import { copyDirectory } from "../../../test/support/copy-directory.ts";
import { JournalDatabase } from "./journal-database.ts";
import { packGroup } from "./journal-entry.ts";

const SEED = "0190a5d8-1111-7000-8000-000000000000";
const BODY = Buffer.from('{"event":"e","distinct_id":"ann"}');

function newGroup() {
  return packGroup([{ projectId: "1", receivedAt: 1, seed: SEED, operation: "capture", body: BODY }]);
}

async function openIn(context: TestContext) {
  const parent = await mkdtemp(join(tmpdir(), "sightline-identities-"));
  context.after(() => rm(parent, { recursive: true }));
  const open = (name: string) => {
    const journal = new JournalDatabase(join(parent, name));
    context.after(() => journal.close());
    return journal;
  };
  return {
    open,
    parent,
    copy: (from: string, to: string) => copyDirectory(join(parent, from), join(parent, to)),
  };
}

test("a journal keeps its id, also across moves of its file", async (context) => {
  const { open } = await openIn(context);
  const first = open("a");
  assert.match(first.identity(), /^[\da-f]{32}$/);
  assert.equal(open("a").identity(), first.identity());
  assert.equal(open("a").isCopy(), false);
});

test("a copy gets a new id for new groups; those it has keep theirs, and are read apart", async (context) => {
  const { open, copy } = await openIn(context);
  const original = open("a");
  for (let count = 0; count < 3; count++) original.append(newGroup());
  original.release(1);
  original.sweep();
  await copy("a", "b");
  const clone = open("b");
  assert.equal(clone.isCopy(), true);
  const id = clone.renewIdentity();
  assert.notEqual(id, original.identity());
  assert.equal(clone.isCopy(), false);
  const added = clone.append(newGroup());
  assert.deepEqual(
    [clone.identity(2), clone.identity(3), clone.identity(added)],
    [original.identity(), original.identity(), id],
  );
  const ids = (after: number) => clone.read(after, 1_000_000).map((group) => group.id);
  assert.deepEqual([ids(0), ids(3)], [[2, 3], [added]]);
  assert.equal(open("b").identity(2), original.identity());
});

test("ids that no group has are deleted", async (context) => {
  const { open, parent } = await openIn(context);
  const journal = open("a");
  journal.append(newGroup());
  for (let count = 0; count < 5; count++) journal.renewIdentity();
  const file = new Libsql(join(parent, "a", "journal.db"), { timeout: 60_000 });
  context.after(() => file.close());
  assert.deepEqual(file.prepare("SELECT count(*) AS count FROM identity").all(), [{ count: 2 }]);
});

test("a journal of an earlier version keeps its id", async (context) => {
  const { open, parent } = await openIn(context);
  const earlier = open("a");
  const id = earlier.append(newGroup());
  earlier.close();
  const file = new Libsql(join(parent, "a", "journal.db"), { timeout: 60_000 });
  file.exec(`ALTER TABLE identity DROP COLUMN file; ALTER TABLE identity DROP COLUMN first_group; DROP TABLE store;
    UPDATE identity SET id = 'old'; PRAGMA user_version = 3`);
  file.close();
  const journal = open("a");
  assert.deepEqual([journal.identity(), journal.identity(id), journal.isCopy()], ["old", "old", false]);
});
