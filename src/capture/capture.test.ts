import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Worker } from "node:worker_threads";
import Libsql from "libsql";
import { type Config, readConfig } from "../config.ts";
import { Problem } from "../problem.ts";
import { openSqlite } from "../storage/sqlite/sqlite.ts";
import { waitUntil } from "../test-support/wait-until.ts";
import { type CaptureListener, startCapture } from "./capture.ts";
import type { DrainReport } from "./drain/drain.ts";

const TIMEOUT_MS = 15_000;
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
    /** Runs statements on the store's file, as an operator might. */
    operate(statements: string): void {
      const file = new Libsql(join(directory, "sightline.db"), { timeout: TIMEOUT_MS });
      file.exec(statements);
      file.close();
    },
    async storedNames(): Promise<string[]> {
      const documents = await openSqlite(directory);
      const stored = await documents.events.latest("1", {}, 10_000);
      await documents.close();
      return stored.map(({ event }) => event).toSorted();
    },
  };
}

/** Starts capture with what it tells noted down, and its threads at hand: the journal's, then the drain's. */
async function start(context: TestContext, config: Config) {
  const told = { reports: [] as DrainReport[], warnings: [] as string[], deaths: [] as Error[] };
  const listener: CaptureListener = {
    onDrained: (report) => void told.reports.push(report),
    warn: (_fields, message) => void told.warnings.push(message),
    onFatal: (error) => void told.deaths.push(error),
  };
  const threads: Worker[] = [];
  const note = (thread: Worker) => void threads.push(thread);
  process.on("worker", note);
  try {
    const capture = await startCapture(config, listener);
    context.after(() => capture.stop(ABORTED_SIGNAL));
    await waitUntil(() => threads.length === 2);
    return { capture, told, threads: threads as [journal: Worker, drain: Worker] };
  } finally {
    process.off("worker", note);
  }
}

const isFull = (error: unknown) => error instanceof Problem && error.code === "journal_full";

test("accepted events come into the store; a stop lets the store catch up first", async (context) => {
  const { config, storedNames } = await openDirectory(context);
  const { capture, told } = await start(context, config);
  await capture.accept("1", "capture", captureBody("first"));
  await waitUntil(() => capture.depth().entries === 0);
  assert.equal(told.reports[0]?.stored, 1);

  const names = Array.from({ length: 300 }, (_, place) => `event ${place}`);
  await Promise.all(names.map((name) => capture.accept("1", "capture", captureBody(name))));
  await capture.stop(timeoutSignal());
  assert.deepEqual(await storedNames(), [...names, "first"].toSorted());
  assert.deepEqual([told.deaths, told.warnings, capture.depth().entries], [[], [], 0]);
});

test("what a stop leaves is stored by the next start", async (context) => {
  const { config, operate, storedNames } = await openDirectory(context);
  const first = await start(context, config);
  await first.capture.accept("1", "capture", captureBody("early"));
  await waitUntil(() => first.capture.depth().entries === 0);
  operate("ALTER TABLE events RENAME TO away");
  await first.capture.accept("1", "capture", captureBody("late"));
  await waitUntil(() => first.told.warnings.length > 0);
  const limit = AbortSignal.timeout(100);
  await first.capture.stop(limit);
  assert.ok(limit.aborted, "it waits as long as it may");
  assert.deepEqual(first.told.deaths, []);

  operate("ALTER TABLE away RENAME TO events");
  const second = await start(context, config);
  await second.capture.stop(timeoutSignal());
  assert.deepEqual(await storedNames(), ["early", "late"]);
});

test("dead letters are counted, those of an earlier run too; past the bound the oldest go, with a warning", async (context) => {
  const { config } = await openDirectory(context);
  const senseless = ($session_id: string) => {
    const properties = { $session_id, $snapshot_data: "no sense".repeat(80_000) };
    return Buffer.from(JSON.stringify({ event: "$snapshot", distinct_id: "ann", properties }));
  };
  const first = await start(context, { ...config, DEAD_LETTERS_MAX_BYTES: 1024 * 1024 });
  assert.equal(first.capture.depth().deadLetters, 0);
  await first.capture.accept("1", "capture", senseless("one"));
  await waitUntil(() => first.capture.depth().deadLetters === 1);
  await first.capture.accept("1", "capture", senseless("two"));
  await waitUntil(() => first.told.reports.some(({ deadLettersDropped }) => deadLettersDropped === 1));
  assert.ok(first.told.warnings.includes("dropped the oldest dead letters: 1"));
  await first.capture.stop(timeoutSignal());
  const second = await start(context, config);
  assert.equal(second.capture.depth().deadLetters, 1);
  await second.capture.stop(timeoutSignal());
});

test("dead letters of an erased recording go, whether it is erased while the service runs or while it does not", async (context) => {
  const { config, directory } = await openDirectory(context);
  const documents = await openSqlite(directory);
  context.after(() => documents.close());
  const erase = (sessionId: string) => documents.recordings.erasure.erase("1", sessionId, Date.now());
  const snapshot = ($session_id: string, $snapshot_data: unknown) =>
    Buffer.from(JSON.stringify({ event: "$snapshot", distinct_id: "a", properties: { $session_id, $snapshot_data } }));

  const first = await start(context, config);
  for (const sessionId of ["one", "two", "three"]) {
    await first.capture.accept("1", "capture", snapshot(sessionId, [{ type: 4, timestamp: 1, data: {} }]));
    await first.capture.accept("1", "capture", snapshot(sessionId, "no sense"));
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
    [...first.told.warnings, ...second.told.warnings].filter((one) => /erased/.test(one)),
    [],
  );
});

test("DURABILITY=store: accepted is what the store has, and nothing is taken while it is away", async (context) => {
  const { directory, operate, storedNames } = await openDirectory(context);
  const { capture, told } = await start(context, readConfig({ DATA_DIR: directory, DURABILITY: "store" }));
  await capture.accept("1", "capture", captureBody("early"));
  assert.deepEqual(await storedNames(), ["early"]);

  operate("ALTER TABLE events RENAME TO away");
  let isAccepted = false;
  const late = capture.accept("1", "capture", captureBody("late")).then(() => {
    isAccepted = true;
  });
  await waitUntil(() => told.warnings.length > 0);
  await assert.rejects(
    capture.accept("1", "capture", captureBody("refused")),
    (error) => error instanceof Problem && error.code === "service_unavailable",
  );
  assert.deepEqual([isAccepted, capture.depth().entries], [false, 1]);
  operate("ALTER TABLE away RENAME TO events");
  await late;
  assert.deepEqual(await storedNames(), ["early", "late"]);
  await capture.accept("1", "capture", captureBody("later"));
});

test("the start fails with one line where the journal cannot be opened", async (context) => {
  const { directory, config } = await openDirectory(context);
  await mkdir(join(directory, "journal.db"));
  await assert.rejects(start(context, config), { message: `The journal ${directory}/journal.db cannot be opened.` });
});

test("a drain that dies is told once, holds no stop up, and leaves what was accepted for the next start", async (context) => {
  const { config, operate, storedNames } = await openDirectory(context);
  const { capture, told, threads } = await start(context, config);
  await capture.accept("1", "capture", captureBody("early"));
  await waitUntil(() => capture.depth().entries === 0);
  operate("ALTER TABLE events RENAME TO away");
  await capture.accept("1", "capture", captureBody("late"));
  await waitUntil(() => told.warnings.length > 0);
  await capture.check();
  const stopping = capture.stop(timeoutSignal());
  await threads[1].terminate();
  await stopping;
  assert.equal(told.deaths.length, 1);
  await assert.rejects(capture.check(), /^Error: The thread of the drain ended with 1\.$/);
  await assert.rejects(capture.accept("1", "capture", captureBody("refused")), isFull);

  operate("ALTER TABLE away RENAME TO events");
  const again = await start(context, config);
  await again.capture.stop(timeoutSignal());
  assert.deepEqual(await storedNames(), ["early", "late"]);
});
