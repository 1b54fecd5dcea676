import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { copyDirectory } from "../../../test/support/copy-directory.ts";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { JournalDatabase } from "../../ingest/journal/journal-database.ts";
import { packGroup } from "../../ingest/journal/journal-entry.ts";
import { timeOrderedUuid } from "../../lib/uuid.ts";
import { lockDirectory } from "../../store/directory-lock.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";

const NOON = Date.UTC(2026, 4, 1, 12);

/** Sets up a store, and a directory of a dead node that has used it and has events in its journal. */
async function openDeadNode(test: TestContext, ...events: object[]) {
  const cli = await openTestCli(test);
  await cli.setup();
  const store = await openSqlite(cli.environment.DATA_DIR ?? "");
  test.after(() => store.close());
  const directory = join(cli.directory, "dead");
  const append = (...all: object[]) => {
    const journal = new JournalDatabase(directory);
    journal.recordStore({ id: store.id, name: "SQLite" });
    const entries = all.map((event) => {
      const body = Buffer.from(JSON.stringify({ distinct_id: "ann", ...event }));
      return { projectId: "1", receivedAt: NOON, seed: timeOrderedUuid(NOON), operation: "capture", body } as const;
    });
    journal.append(packGroup(entries));
    journal.close();
  };
  append(...events);
  return {
    ...cli,
    directory,
    parent: cli.directory,
    storeId: store.id,
    append,
    drain: (path = directory) => cli.run(["journal", "drain", path]),
    stored: async () => (await store.events.latest("1", {}, 100)).map(({ event }) => event).toSorted(),
    person: async () => (await store.persons.find("1", ["ann"])).get("ann"),
    group: async () => (await store.groups.find("1", [{ type: "team", key: "a" }]))[0],
  };
}

test("what waits is stored once, also if a copy is drained later", async (t) => {
  const change = (value: number) => [
    { event: "changed", properties: { $set: { value } } },
    { event: "$groupidentify", properties: { $group_type: "team", $group_key: "a", $group_set: { value } } },
  ];
  const node = await openDeadNode(t, { event: "clicked" }, ...change(1));
  const copy = join(node.parent, "copy");
  await copyDirectory(node.directory, copy);
  const success = `events stored: 3\nNothing in ${node.directory} is needed any more: it may be deleted.\n`;
  assert.deepEqual(await node.drain(), { status: 0, out: success, err: "" });
  assert.deepEqual(await node.stored(), ["$groupidentify", "changed", "clicked"]);

  node.append(...change(2));
  assert.match((await node.drain()).out, /^events stored: 2\n/);
  for (const directory of [node.directory, copy, copy]) {
    const { status, out } = await node.drain(directory);
    assert.deepEqual([status, out.split("\n")[0]], [0, "events stored: 0"]);
  }
  assert.equal((await node.stored()).length, 5);
  assert.deepEqual((await node.person())?.properties, { value: 2 });
  assert.deepEqual((await node.group())?.properties, { value: 2 });
});

test("a directory in use, of another store, or without a journal is refused", async (t) => {
  const node = await openDeadNode(t, { event: "clicked" });
  const unlock = lockDirectory(node.directory);
  assert.deepEqual(await node.drain(), {
    status: 1,
    out: "",
    err: `A running service uses ${node.directory}, and stores what waits. Stop it first.\n`,
  });
  unlock();

  const empty = join(node.parent, "empty");
  await mkdir(empty);
  const { status, err } = await node.drain(empty);
  assert.deepEqual([status, err], [1, `There is no ${join(empty, "journal.db")}. Is the path right?\n`]);
  assert.deepEqual(await readdir(empty), []);

  node.environment.DATA_DIR = join(node.parent, "other");
  await node.setup();
  assert.match(
    (await node.drain()).err,
    /dead belongs to another store: .* other data now\. Correct the settings\.\n$/,
  );
});

test("a journal that does not say to which store it belongs is refused", async (t) => {
  const node = await openDeadNode(t, { event: "clicked" });
  const old = join(node.parent, "old");
  new JournalDatabase(old).close();
  assert.match((await node.drain(old)).err, /does not say to which store .* A service .* DATA_DIR=.+\/old /);
});

test("dead letters move to this node, and the files that stay are listed", async (t) => {
  const node = await openDeadNode(t, { event: "clicked" }, { event: "$snapshot", properties: { $session_id: "s" } });
  const copy = join(node.parent, "copy");
  await copyDirectory(node.directory, copy);
  await mkdir(join(node.directory, "files/a"), { recursive: true });
  await writeFile(join(node.directory, "files/a/b"), "");
  await writeFile(join(node.directory, "sightline.db"), "");
  const first = await node.drain();
  assert.equal(first.status, 0);
  assert.match(first.out, /^events stored: 1\nNothing waits in .+ any more\. Before you delete it:\n/);
  assert.match(
    first.out,
    /- It has 1 dead letters: see `DATA_DIR=('.+'|\S+) .+`, .*\n- files\/ has .*\n- sightline\.db is .*\n$/,
  );

  const own = new JournalDatabase(node.environment.DATA_DIR ?? "");
  t.after(() => own.close());
  own.recordStore({ id: node.storeId, name: "SQLite" });
  assert.match((await node.drain()).out, /\ndead letters moved to .+: 1\nNothing waits .*\n- files.*\n- sightline/);
  assert.match((await node.drain(copy)).out, /^events stored: 0\ndead letters moved/);
  const [letters = []] = [...own.deadLetters.batches({})];
  assert.deepEqual(
    letters.map(({ projectId, sessionId }) => [projectId, sessionId]),
    [["1", "s"]],
  );
});
