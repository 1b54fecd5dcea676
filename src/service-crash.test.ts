import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import Libsql from "libsql";
import { JournalDatabase } from "./capture/journal/journal-database.ts";
import { normalizeEvents } from "./capture/normalize-events.ts";
import { serve } from "./serve.ts";
import { openServiceEnvironment, sendEvents } from "./test-support/service-process.ts";

const TIMEOUT_SECONDS = 20;

async function send(port: number, body: object): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/capture/`, { method: "POST", body: JSON.stringify(body) });
  assert.equal(response.status, 200);
}

/** Resolves to null when there is a dead letter. */
async function deadLetter(directory: string): Promise<null> {
  const journal = new JournalDatabase(directory, { readonly: true });
  while (journal.deadLetters.count() === 0) await sleep(20);
  journal.close();
  return null;
}

/** Other events may be stored too, because their responses were lost. */
function assertStoredOnce(answered: readonly string[], stored: ReadonlyMap<string, number>): void {
  const missing = answered.filter((event) => !stored.has(event));
  const duplicate = [...stored].filter(([, times]) => times !== 1);
  assert.deepEqual({ missing, duplicate }, { missing: [], duplicate: [] });
}

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
  assert.deepEqual(await second.ended, [0, null]);
  assertStoredOnce(load.answered, await environment.stored());
});

test("a request of which the process dies becomes a dead letter, and the others are stored once", async (context) => {
  const environment = await openServiceEnvironment(context);
  const settings = {
    NODE_OPTIONS: "--max-old-space-size=80",
    RECORDING_SNAPSHOT_VALUES: "100000000",
  };
  // Compressed to little more than a hundredth, and far larger than the heap once it is parsed.
  const objects = Array.from({ length: 100_000 }, () => `${"{},".repeat(25)}${Math.random().toFixed(3)}`);
  const data = gzipSync(`[${objects.join(",")}]`).toString("latin1");
  const $snapshot_data = [{ type: 2, timestamp: 1, cv: "2024-10", data }];
  const properties = { $session_id: "s", $snapshot_data };
  const deadly = { api_key: environment.projectApiKey, event: "$snapshot", distinct_id: "ann", properties };
  let server = await environment.serve(settings);
  const load = sendEvents(server.port, environment.projectApiKey, 2);
  await load.after(50);
  await send(server.port, deadly);
  const signals: (string | null)[] = [];
  for (let deaths = 0; deaths < 4; deaths++) {
    const death = await Promise.race([server.ended, deadLetter(environment.directory)]);
    if (!death) break;
    signals.push(death[1]);
    server = await environment.serve(settings);
  }
  await load.ended;
  assert.ok(signals.length > 0 && signals.length < 4, `${signals}`);
  server.child.kill("SIGTERM");
  assert.deepEqual(await server.ended, [0, null]);
  assertStoredOnce(load.answered, await environment.stored());
  const journal = new JournalDatabase(environment.directory, { readonly: true });
  assert.deepEqual(
    journal.deadLetters.list({}, 10).map(({ name, projectId }) => [name, projectId]),
    [["whole request", environment.projectId]],
  );
  journal.close();
});

test("SIGTERM under load stores answered events, closes connections and exits with 0", async (context) => {
  const environment = await openServiceEnvironment(context);
  const server = await environment.serve({ SHUTDOWN_SECONDS: String(TIMEOUT_SECONDS) });
  const load = sendEvents(server.port, environment.projectApiKey, 8);
  await load.after(200);
  const start = performance.now();
  server.child.kill("SIGTERM");
  assert.deepEqual(await server.ended, [0, null]);
  const seconds = (performance.now() - start) / 1000;
  assert.ok(seconds < TIMEOUT_SECONDS, `connected clients delayed the exit: ${seconds} s`);
  await load.ended;
  for (const failure of load.failures) assert.match(failure, /^ECONN(REFUSED|RESET)$/);
  assertStoredOnce(load.answered, await environment.stored());
  assert.match(server.output(), /"msg":"stopped"/);
});

test("SIGTERM while the store is down keeps answered events in the journal and exits with 0", async (context) => {
  const environment = await openServiceEnvironment(context);
  const server = await environment.serve({ SHUTDOWN_SECONDS: "1" });
  const database = new Libsql(`${environment.directory}/sightline.db`, { timeout: 5000 });
  database.exec("ALTER TABLE events RENAME TO away");
  database.close();
  const load = sendEvents(server.port, environment.projectApiKey, 4);
  await load.after(50);
  server.child.kill("SIGTERM");
  assert.deepEqual(await server.ended, [0, null]);
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
    if (threads.length === 1) thread.once("message", () => thread.terminate());
  };
  process.on("worker", terminateJournal);
  context.after(() => process.off("worker", terminateJournal));
  const settings = { HOST: "127.0.0.1", PORT: "0", DATA_DIR: environment.directory, LOG_LEVEL: "silent" };
  await assert.rejects(serve(settings), { message: "The thread of the journal ended with 1." });
});
