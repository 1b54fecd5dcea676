import assert from "node:assert/strict";
import { test } from "node:test";
import type { Worker } from "node:worker_threads";
import Libsql from "libsql";
import { assertStoredOnce, openServiceEnvironment, sendEvents } from "../../test/support/service-process.ts";
import { JournalDatabase } from "../ingest/journal/journal-database.ts";
import { normalizeEvents } from "../ingest/normalize-events.ts";
import { endThread } from "../lib/threads/start-thread.ts";
import { serve } from "./serve.ts";

const TIMEOUT_SECONDS = 600;

test("after SIGKILL under load, every event that was answered 200 is stored once", async (context) => {
  const environment = await openServiceEnvironment(context);
  const first = await environment.serve();
  const load = sendEvents(first.port, environment.projectApiKey, 8);
  await load.after(100 + Math.floor(Math.random() * 300));
  first.child.kill("SIGKILL");
  assert.deepEqual(await first.ended, [null, "SIGKILL"]);
  await load.ended;

  const second = await environment.serve();
  second.child.kill("SIGTERM");
  assert.deepEqual(await second.ended, [0, null], second.output());
  assertStoredOnce(load.answered, await environment.stored());
});

test("SIGTERM under load stores events with results, closes connections and exits with 0", async (context) => {
  const environment = await openServiceEnvironment(context);
  const server = await environment.serve({ SHUTDOWN_SECONDS: String(TIMEOUT_SECONDS) });
  const load = sendEvents(server.port, environment.projectApiKey, 8);
  await load.after(200);
  const start = performance.now();
  server.child.kill("SIGTERM");
  assert.deepEqual(await server.ended, [0, null], server.output());
  const seconds = (performance.now() - start) / 1000;
  assert.ok(seconds < TIMEOUT_SECONDS, `connected clients delayed the exit: ${seconds} s`);
  await load.ended;
  for (const failure of load.failures) assert.match(failure, /^ECONN(REFUSED|RESET)$/);
  assertStoredOnce(load.answered, await environment.stored());
  assert.match(server.output(), /"msg":"stopped"/);
});

test("SIGTERM while the store is down keeps events with results in the journal and exits with 0", async (context) => {
  const environment = await openServiceEnvironment(context);
  const server = await environment.serve({ SHUTDOWN_SECONDS: "1" });
  const database = new Libsql(`${environment.directory}/sightline.db`, { timeout: 60_000 });
  database.exec("ALTER TABLE events RENAME TO away");
  database.close();
  const load = sendEvents(server.port, environment.projectApiKey, 4);
  await load.after(50);
  server.child.kill("SIGTERM");
  assert.deepEqual(await server.ended, [0, null], server.output());
  await load.ended;

  const journal = new JournalDatabase(environment.directory, { readonly: true });
  const entries = journal.read(0, Number.MAX_SAFE_INTEGER).flatMap((group) => group.entries);
  journal.close();
  const kept = new Set(
    entries.flatMap((entry) => normalizeEvents(entry, { group: 1, index: 0 }).events.map(({ event }) => event)),
  );
  assert.deepEqual(
    load.answered.filter((event) => !kept.has(event)),
    [],
  );
});

test("a second service on the same directory is refused, and the first continues", async (context) => {
  const environment = await openServiceEnvironment(context);
  const first = await environment.serve();
  await assert.rejects(environment.serve({ LOG_LEVEL: "silent" }), {
    message: `Another service uses the directory ${environment.directory}: each needs a DATA_DIR of its own.\n`,
  });
  const load = sendEvents(first.port, environment.projectApiKey, 1);
  await load.after(5);
  first.child.kill("SIGKILL");
  await load.ended;
  await environment.serve();
});

test("a journal that ends stops the service with its name", async (context) => {
  const environment = await openServiceEnvironment(context);
  const threads: Worker[] = [];
  const terminateJournal = (thread: Worker) => {
    threads.push(thread);
    if (threads.length === 1) thread.once("message", () => endThread(thread));
  };
  process.on("worker", terminateJournal);
  context.after(() => process.off("worker", terminateJournal));
  const settings = { HOST: "127.0.0.1", PORT: "0", DATA_DIR: environment.directory, LOG_LEVEL: "silent" };
  await assert.rejects(serve(settings), { message: "The thread of the journal ended with 0." });
});
