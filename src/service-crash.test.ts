import assert from "node:assert/strict";
import { test } from "node:test";
import type { Worker } from "node:worker_threads";
import Libsql from "libsql";
import { JournalDatabase } from "./capture/journal/journal-database.ts";
import { packGroup } from "./capture/journal/journal-entry.ts";
import { journalEntry } from "./capture/journal/test-journal.ts";
import { readEntry } from "./capture/read-entry.ts";
import { serve } from "./serve.ts";
import { openServiceEnvironment, sendEvents } from "./test-support/service-process.ts";

const TIMEOUT_SECONDS = 20;

/** Events that were not answered may be stored as well: their answer was lost on its way. */
function assertStoredOnce(answered: readonly string[], stored: ReadonlyMap<string, number>): void {
  const missing = answered.filter((event) => !stored.has(event));
  const doubled = [...stored].filter(([, times]) => times !== 1);
  assert.deepEqual({ missing, doubled }, { missing: [], doubled: [] });
}

test("killed under load, started again: every event that was answered 200 is stored, once", async (context) => {
  const world = await openServiceEnvironment(context);
  const first = await world.serve();
  const load = sendEvents(first.port, world.projectApiKey, 8);
  await load.after(100 + Math.floor(Math.random() * 300));
  first.child.kill("SIGKILL");
  assert.deepEqual(await first.ended, [null, "SIGKILL"]);
  await load.ended;

  const second = await world.serve();
  second.child.kill("SIGTERM");
  assert.deepEqual(await second.ended, [0, null]);
  assertStoredOnce(load.answered, await world.stored());
});

test("SIGTERM under load: what was answered is stored, connections end, and the exit status is 0", async (context) => {
  const world = await openServiceEnvironment(context);
  const server = await world.serve({ SHUTDOWN_SECONDS: String(TIMEOUT_SECONDS) });
  const load = sendEvents(server.port, world.projectApiKey, 8);
  await load.after(200);
  const asked = performance.now();
  server.child.kill("SIGTERM");
  assert.deepEqual(await server.ended, [0, null]);
  const seconds = (performance.now() - asked) / 1000;
  assert.ok(seconds < TIMEOUT_SECONDS, `clients that stay connected do not hold it up: ${seconds} s`);
  await load.ended;
  for (const failure of load.failures) assert.match(failure, /^ECONN(REFUSED|RESET)$/);
  assertStoredOnce(load.answered, await world.stored());
  assert.match(server.output(), /"msg":"stopped"/);
});

test("SIGTERM while the store is away: it ends in time with 0, and what was answered stays in the journal", async (context) => {
  const world = await openServiceEnvironment(context);
  const server = await world.serve({ SHUTDOWN_SECONDS: "1" });
  const file = new Libsql(`${world.directory}/sightline.db`, { timeout: 5000 });
  file.exec("ALTER TABLE events RENAME TO away");
  file.close();
  const load = sendEvents(server.port, world.projectApiKey, 4);
  await load.after(50);
  server.child.kill("SIGTERM");
  assert.deepEqual(await server.ended, [0, null]);
  await load.ended;

  const journal = new JournalDatabase(world.directory, { readonly: true });
  const entries = journal.read(0, Number.MAX_SAFE_INTEGER).flatMap((group) => group.entries);
  journal.close();
  const kept = new Set(
    entries.flatMap((entry) => readEntry(entry, { group: 1, index: 0 }).events.map(({ event }) => event)),
  );
  assert.deepEqual(
    load.answered.filter((event) => !kept.has(event)),
    [],
  );
});

test("a second service on the same directory is refused in one line, and the first goes on", async (context) => {
  const world = await openServiceEnvironment(context);
  const first = await world.serve();
  await assert.rejects(world.serve(), {
    message: `Another service uses the directory ${world.directory}: each needs a DATA_DIR of its own.\n`,
  });
  const load = sendEvents(first.port, world.projectApiKey, 1);
  await load.after(5);
  first.child.kill("SIGKILL");
  await load.ended;
  await world.serve();
});

test("a thread that dies ends the service, with a line that says which", async (context) => {
  const world = await openServiceEnvironment(context);
  const threads: Worker[] = [];
  const end = (thread: Worker) => {
    threads.push(thread);
    if (threads.length === 2) thread.once("message", () => thread.terminate());
  };
  process.on("worker", end);
  context.after(() => process.off("worker", end));
  const environment = { HOST: "127.0.0.1", PORT: "0", DATA_DIR: world.directory, LOG_LEVEL: "silent" };
  const journal = new JournalDatabase(world.directory);
  journal.append(packGroup([journalEntry(JSON.stringify({ event: "e", distinct_id: "d" }))]));
  journal.close();
  await assert.rejects(serve(environment), { message: "The thread of the drain ended with 1." });
});
