import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import Libsql from "libsql";
import { type Config, readConfig } from "../config.ts";
import { Problem } from "../problem.ts";
import { openSqlite } from "../storage/sqlite/sqlite.ts";
import { type CaptureListener, startCapture } from "./capture.ts";
import type { DrainReport } from "./drain/report.ts";

const PATIENCE_MS = 15_000;
const PATIENT = () => AbortSignal.timeout(PATIENCE_MS);
const AT_ONCE = AbortSignal.abort();

const single = (name: string) => Buffer.from(JSON.stringify({ api_key: "phc_test", event: name, distinct_id: "ann" }));

async function openDirectory(context: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), "sightline-capture-"));
  context.after(() => rm(directory, { recursive: true }));
  const config: Config = readConfig({ DATA_DIR: directory });
  return {
    directory,
    config,
    /** Runs statements on the store's file, as an operator might. */
    operate(statements: string): void {
      const file = new Libsql(join(directory, "sightline.db"));
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
  const told = { reports: [] as DrainReport[], warnings: [] as string[], deaths: [] as Error[], deadLetters: 0 };
  const listener: CaptureListener = {
    deadLetters: (count) => {
      told.deadLetters = count;
    },
    drained: (report) => void told.reports.push(report),
    warn: (_fields, message) => void told.warnings.push(message),
    died: (error) => void told.deaths.push(error),
  };
  const threads: Worker[] = [];
  const note = (thread: Worker) => void threads.push(thread);
  process.on("worker", note);
  try {
    const capture = await startCapture(config, listener);
    context.after(() => capture.stop(AT_ONCE));
    await until(() => threads.length === 2);
    return { capture, told, threads: threads as [journal: Worker, drain: Worker] };
  } finally {
    process.off("worker", note);
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !holds(); await pause(10)) {
    if (Date.now() > end) assert.fail("it never came about");
  }
}

const isFull = (error: unknown) => error instanceof Problem && error.code === "journal_full";

test("accepted events come into the store; a stop lets the store catch up first", async (context) => {
  const { config, storedNames } = await openDirectory(context);
  const { capture, told } = await start(context, config);
  await capture.accept("1", "capture", single("first"));
  await until(() => capture.depth().entries === 0);
  assert.equal(told.reports[0]?.stored, 1);

  const names = Array.from({ length: 300 }, (_, place) => `event ${place}`);
  await Promise.all(names.map((name) => capture.accept("1", "capture", single(name))));
  await capture.stop(PATIENT());
  assert.deepEqual(await storedNames(), [...names, "first"].toSorted());
  assert.deepEqual([told.deaths, told.warnings, capture.depth().entries], [[], [], 0]);
});

test("what a stop leaves is stored by the next start", async (context) => {
  const { config, operate, storedNames } = await openDirectory(context);
  const first = await start(context, config);
  await first.capture.accept("1", "capture", single("early"));
  await until(() => first.capture.depth().entries === 0);
  operate("ALTER TABLE events RENAME TO away");
  await first.capture.accept("1", "capture", single("late"));
  await until(() => first.told.warnings.length > 0);
  const limit = AbortSignal.timeout(100);
  await first.capture.stop(limit);
  assert.ok(limit.aborted, "it waits as long as it may");
  assert.deepEqual(first.told.deaths, []);

  operate("ALTER TABLE away RENAME TO events");
  const second = await start(context, config);
  await second.capture.stop(PATIENT());
  assert.deepEqual(await storedNames(), ["early", "late"]);
});

test("a full journal takes events again as soon as the store has caught up", async (context) => {
  const { config, operate, storedNames } = await openDirectory(context);
  const { capture } = await start(context, { ...config, JOURNAL_MAX_BYTES: 200 });
  await capture.accept("1", "capture", single("early"));
  await until(() => capture.depth().entries === 0);
  operate("ALTER TABLE events RENAME TO away");
  await capture.accept("1", "capture", single("fits"));
  await assert.rejects(capture.accept("1", "capture", new Uint8Array(200)), isFull);
  operate("ALTER TABLE away RENAME TO events");
  await until(() => capture.depth().entries === 0);
  await capture.accept("1", "capture", single("again"));
  await capture.stop(PATIENT());
  assert.deepEqual(await storedNames(), ["again", "early", "fits"]);
});

const unusable: [name: string, spoil: (directory: string) => Promise<unknown>, message: RegExp][] = [
  ["it is a directory", (path) => mkdir(join(path, "journal.db")), /^The journal \S+\/journal\.db cannot be opened\.$/],
  [
    "it is no database",
    (path) => writeFile(join(path, "journal.db"), "x".repeat(5000)),
    /^The journal \S+\/journal\.db cannot be opened: file is not a database\.$/,
  ],
];
for (const [name, spoil, message] of unusable) {
  test(`the start fails with one line where the journal cannot be opened: ${name}`, async (context) => {
    const { directory, config } = await openDirectory(context);
    await spoil(directory);
    await assert.rejects(start(context, config), { message });
  });
}

test("the journal's thread is gone: nothing is accepted, one death is told, and a stop ends", async (context) => {
  const { config } = await openDirectory(context);
  const { capture, told, threads } = await start(context, config);
  await capture.accept("1", "capture", single("early"));
  await until(() => capture.depth().entries === 0);
  capture.check();
  await threads[0].terminate();
  await until(() => told.deaths.length > 0);
  await assert.rejects(capture.accept("1", "capture", single("late")), isFull);
  assert.throws(() => capture.check(), /^Error: The thread of the journal ended with 1\.$/);
  await capture.stop(PATIENT());
  assert.equal(told.deaths.length, 1);
});

test("the drain's thread is gone: what was accepted stays for the next start", async (context) => {
  const { config, operate, storedNames } = await openDirectory(context);
  const { capture, told, threads } = await start(context, config);
  await capture.accept("1", "capture", single("early"));
  await until(() => capture.depth().entries === 0);
  operate("ALTER TABLE events RENAME TO away");
  await capture.accept("1", "capture", single("late"));
  await threads[1].terminate();
  await until(() => told.deaths.length > 0);
  assert.throws(() => capture.check(), /^Error: The thread of the drain ended with 1\.$/);
  await assert.rejects(capture.accept("1", "capture", single("refused")), isFull);
  await capture.stop(PATIENT());

  operate("ALTER TABLE away RENAME TO events");
  const again = await start(context, config);
  await again.capture.stop(PATIENT());
  assert.deepEqual(await storedNames(), ["early", "late"]);
});

test("a drain that dies while a stop waits for it does not keep the stop waiting", async (context) => {
  const { config, operate } = await openDirectory(context);
  const { capture, told, threads } = await start(context, config);
  await capture.accept("1", "capture", single("early"));
  await until(() => capture.depth().entries === 0);
  operate("ALTER TABLE events RENAME TO away");
  await capture.accept("1", "capture", single("late"));
  await until(() => told.warnings.length > 0);
  const stopping = capture.stop(PATIENT());
  await threads[1].terminate();
  await stopping;
  assert.equal(told.deaths.length, 1);
});

test("a store of a newer version ends the drain, with one line", async (context) => {
  const { config, operate } = await openDirectory(context);
  const first = await start(context, config);
  await first.capture.accept("1", "capture", single("early"));
  await first.capture.stop(PATIENT());
  operate("PRAGMA user_version = 99");
  const { told } = await start(context, config);
  await until(() => told.deaths.length > 0);
  assert.match(told.deaths[0]?.message ?? "", /^The database in \S+ is of version 99, newer than this program's/);
});
