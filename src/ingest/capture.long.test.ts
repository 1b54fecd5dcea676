import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Worker } from "node:worker_threads";
import Libsql from "libsql";
import { ANY_STORE } from "../../test/support/test-journal.ts";
import { waitUntil } from "../../test/support/wait-until.ts";
import { Problem } from "../lib/problem.ts";
import { endThread } from "../lib/threads/start-thread.ts";
import { type Config, readConfig } from "../settings/config.ts";
import { openSqlite } from "../store/sqlite/sqlite.ts";
import { startCapture } from "./capture.ts";
import type { CaptureEvents } from "./capture-events.ts";
import type { DrainReport } from "./drain/drain-report.ts";

const TIMEOUT_MS = 180_000;
const timeoutSignal = () => AbortSignal.timeout(TIMEOUT_MS);
const ABORTED_SIGNAL = AbortSignal.abort();

const captureBody = (name: string) =>
  Buffer.from(JSON.stringify({ api_key: "phc_test", event: name, distinct_id: "ann" }));

async function openDirectory(context: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-capture-"));
  context.after(() => rm(directory, { recursive: true }));
  const config: Config = readConfig({ DATA_DIR: directory });
  return {
    directory,
    config,
    /** Runs statements on the store's file. */
    executeSql(statements: string): void {
      const file = new Libsql(join(directory, "sightline.db"), { timeout: TIMEOUT_MS });
      file.exec(statements);
      file.close();
    },
    async storedNames(): Promise<string[]> {
      const store = await openSqlite(directory);
      const stored = await store.events.latest("1", {}, 10_000);
      await store.close();
      return stored.map(({ event }) => event).toSorted();
    },
  };
}

/** Starts capture. Returns it with what happened, and its threads. */
async function start(context: TestContext, config: Config) {
  const calls = {
    reports: [] as DrainReport[],
    warnings: [] as string[],
    deaths: [] as Error[],
    errors: [] as Error[],
  };
  const events = new EventEmitter<CaptureEvents>()
    .on("drained", (report) => calls.reports.push(report))
    .on("warning", (message) => calls.warnings.push(message))
    .on("drainDeath", (error) => calls.deaths.push(error))
    .on("fatal", (error) => calls.errors.push(error));
  const threads: Worker[] = [];
  const onWorker = (thread: Worker) => void threads.push(thread);
  process.on("worker", onWorker);
  try {
    const capture = await startCapture(config, ANY_STORE, { events });
    context.after(() => capture.stop(ABORTED_SIGNAL));
    await waitUntil(() => threads.length === 2);
    return { capture, calls, threads: threads as [journal: Worker, drain: Worker] };
  } finally {
    process.off("worker", onWorker);
  }
}

test("accepted events are stored; a stop lets the store catch up first", async (context) => {
  const { config, storedNames } = await openDirectory(context);
  const { capture, calls } = await start(context, config);
  await capture.accept("1", "capture", captureBody("first"));
  await waitUntil(() => capture.depth().entries === 0);
  assert.equal(calls.reports[0]?.stored, 1);

  const names = Array.from({ length: 300 }, (_, index) => `event ${index}`);
  await Promise.all(names.map((name) => capture.accept("1", "capture", captureBody(name))));
  await capture.stop(timeoutSignal());
  assert.deepEqual(await storedNames(), [...names, "first"].toSorted());
  assert.deepEqual([calls.errors, calls.warnings, capture.depth().entries], [[], [], 0]);
});

test("the next start stores what a stop left", async (context) => {
  const { config, executeSql, storedNames } = await openDirectory(context);
  const first = await start(context, config);
  await first.capture.accept("1", "capture", captureBody("early"));
  await waitUntil(() => first.capture.depth().entries === 0);
  executeSql("ALTER TABLE events RENAME TO away");
  await first.capture.accept("1", "capture", captureBody("late"));
  await waitUntil(() => first.calls.warnings.length > 0);
  const limit = AbortSignal.timeout(100);
  await first.capture.stop(limit);
  assert.ok(limit.aborted, "the stop waits until the signal aborts");
  assert.deepEqual(first.calls.errors, []);

  executeSql("ALTER TABLE away RENAME TO events");
  const second = await start(context, config);
  await second.capture.stop(timeoutSignal());
  assert.deepEqual(await storedNames(), ["early", "late"]);
});

test("counts dead letters, of earlier runs too; above the limit deletes the oldest", async (context) => {
  const { config } = await openDirectory(context);
  const invalidSnapshot = ($session_id: string) => {
    const properties = { $session_id, $snapshot_data: "invalid ".repeat(80_000) };
    return Buffer.from(JSON.stringify({ event: "$snapshot", distinct_id: "ann", properties }));
  };
  const first = await start(context, { ...config, DEAD_LETTERS_MAX_BYTES: 1024 * 1024 });
  assert.equal(first.capture.depth().deadLetters, 0);
  await first.capture.accept("1", "capture", invalidSnapshot("one"));
  await waitUntil(() => first.capture.depth().deadLetters === 1);
  await first.capture.accept("1", "capture", invalidSnapshot("two"));
  await waitUntil(() => first.calls.reports.some(({ deadLettersDropped }) => deadLettersDropped === 1));
  assert.ok(first.calls.warnings.includes("deleted the oldest dead letters"));
  await first.capture.stop(timeoutSignal());
  const second = await start(context, config);
  assert.equal(second.capture.depth().deadLetters, 1);
  await second.capture.stop(timeoutSignal());
});

test("deletes dead letters of erased recordings, also of those erased while the service was down", async (context) => {
  const { config, directory } = await openDirectory(context);
  const store = await openSqlite(directory);
  context.after(() => store.close());
  const erase = (sessionId: string) => store.recordings.erasure.erase("1", sessionId, Date.now());
  const snapshot = ($session_id: string, $snapshot_data: unknown) =>
    Buffer.from(JSON.stringify({ event: "$snapshot", distinct_id: "a", properties: { $session_id, $snapshot_data } }));

  const first = await start(context, config);
  for (const sessionId of ["one", "two", "three"]) {
    await first.capture.accept("1", "capture", snapshot(sessionId, [{ type: 4, timestamp: 1, data: {} }]));
    await first.capture.accept("1", "capture", snapshot(sessionId, "invalid"));
  }
  await waitUntil(() => first.capture.depth().deadLetters === 3);
  assert.equal(await erase("one"), true);
  await waitUntil(() => first.capture.depth().deadLetters === 2);
  await first.capture.stop(timeoutSignal());

  assert.equal(await erase("two"), true);
  const second = await start(context, config);
  assert.equal(second.capture.depth().deadLetters, 2);
  await waitUntil(() => second.capture.depth().deadLetters === 1);
  await second.capture.stop(timeoutSignal());
  assert.deepEqual(
    [...first.calls.warnings, ...second.calls.warnings].filter((warning) => /erased/.test(warning)),
    [],
  );
});

test("DURABILITY=store: accepts what is stored, and nothing while the store is unavailable", async (context) => {
  const { directory, executeSql, storedNames } = await openDirectory(context);
  const { capture, calls } = await start(context, readConfig({ DATA_DIR: directory, DURABILITY: "store" }));
  await capture.accept("1", "capture", captureBody("early"));
  assert.deepEqual(await storedNames(), ["early"]);

  executeSql("ALTER TABLE events RENAME TO away");
  const isUnavailable = (error: unknown) => error instanceof Problem && error.code === "service_unavailable";
  let isAccepted = false;
  const late = capture.accept("1", "capture", captureBody("late")).then(
    () => {
      isAccepted = true;
    },
    (error) => assert.ok(isUnavailable(error)), // after ten seconds, on a busy machine
  );
  await waitUntil(() => calls.warnings.length > 0);
  await assert.rejects(capture.accept("1", "capture", captureBody("refused")), isUnavailable);
  assert.deepEqual([isAccepted, capture.depth().entries], [false, 1]);
  executeSql("ALTER TABLE away RENAME TO events");
  await late;
  await waitUntil(() => capture.depth().entries === 0);
  assert.deepEqual(await storedNames(), ["early", "late"]);
  await capture.accept("1", "capture", captureBody("later"));
});

test("the start fails with one line if the journal cannot be opened", async (context) => {
  const { directory, config } = await openDirectory(context);
  await mkdir(join(directory, "journal.db"));
  await assert.rejects(start(context, config), { message: `The journal ${directory}/journal.db cannot be opened.` });
});

test("a drain that dies is restarted and stores what was accepted", async (context) => {
  const { config, executeSql, storedNames } = await openDirectory(context);
  const { capture, calls, threads } = await start(context, config);
  await capture.accept("1", "capture", captureBody("early"));
  await waitUntil(() => capture.depth().entries === 0);
  executeSql("ALTER TABLE events RENAME TO away");
  await capture.accept("1", "capture", captureBody("late"));
  await waitUntil(() => calls.warnings.length > 0);
  await endThread(threads[1]);
  await waitUntil(() => calls.deaths.length > 0);
  await capture.accept("1", "capture", captureBody("later"));
  await capture.check();
  executeSql("ALTER TABLE away RENAME TO events");
  await waitUntil(() => capture.depth().entries === 0);
  assert.match(calls.deaths[0]?.message ?? "", /^The thread of the drain ended with 0\.$/);
  assert.deepEqual([calls.deaths.length, calls.errors], [1, []]);
  await capture.stop(timeoutSignal());
  assert.deepEqual(await storedNames(), ["early", "late", "later"]);
});
