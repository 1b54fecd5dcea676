import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { type TestContext, test } from "node:test";
import Libsql from "libsql";
import { copyDirectory } from "../../../test/support/copy-directory.ts";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { JournalDatabase } from "../../ingest/journal/journal-database.ts";
import { packGroup } from "../../ingest/journal/journal-entry.ts";
import { openFolder } from "../../store/filesystem/files.ts";
import { PRIVATE_UMASK } from "../../store/private-files.ts";

const MINUTE = 60_000;
const PAGE_BYTES = 4096;

process.umask(PRIVATE_UMASK); // as the program sets it

async function openDoctorCli(t: TestContext) {
  const cli = await openTestCli(t);
  const { DATA_DIR = "" } = cli.environment;
  return {
    ...cli,
    dataDir: DATA_DIR,
    /** Returns the lines that match and the exit status. */
    async lines(pattern: RegExp) {
      const { status, out } = await cli.run(["doctor"]);
      return { status, lines: out.split("\n").filter((line) => pattern.test(line)) };
    },
    execute(statements: string) {
      const database = new Libsql(join(DATA_DIR, "sightline.db"), { timeout: 60_000 });
      database.exec(statements);
      database.close();
    },
  };
}

test("before the first start everything is ok, and nothing is created", async (t) => {
  const { run, dataDir } = await openDoctorCli(t);
  const { status, out, err } = await run(["doctor"]);
  assert.deepEqual([status, err], [0, ""]);
  assert.match(out, /^(ok {7}[^\n]+\n)+$/);
  assert.equal(existsSync(dataDir), false);
});

test("store and files are tested by writing, and left unchanged", async (t) => {
  const { run, setup, dataDir } = await openDoctorCli(t);
  await setup();
  await mkdir(join(dataDir, "files"));
  const { status, out, err } = await run(["doctor"]);
  assert.deepEqual([status, err], [0, ""]);
  assert.match(out, /^(ok {7}[^\n]+\n)+$/);
  for (const check of ["tables and indexes: all present", "remove a document: in", "remove a file: in"]) {
    assert.ok(out.includes(check), out);
  }
  const database = new Libsql(join(dataDir, "sightline.db"), { timeout: 60_000 });
  assert.deepEqual(database.prepare("SELECT * FROM counters WHERE name LIKE 'probe%'").all(), []);
  database.close();
});

test("--json prints the findings as JSON", async (t) => {
  const { run } = await openDoctorCli(t);
  const { ok, findings } = JSON.parse((await run(["doctor", "--json"])).out);
  assert.equal(ok, true);
  assert.deepEqual(findings[0], { subject: "settings", state: "ok", text: "no contradictions" });
});

test("an unreachable engine is a fault, and so is each invalid setting", async (t) => {
  const { run, environment, lines } = await openDoctorCli(t);
  environment.S3_BUCKET = "somewhere";
  environment.S3_ENDPOINT = "http://127.0.0.1:1";
  environment.S3_RETRIES = "0";
  process.env.AWS_ACCESS_KEY_ID ??= "some-key";
  process.env.AWS_SECRET_ACCESS_KEY ??= "some-secret";
  assert.deepEqual(await lines(/^FAULT/), {
    status: 1,
    lines: [
      "FAULT    S3 bucket: S3 cannot be used now (ECONNREFUSED). What to do: is S3_ENDPOINT right, and the server up?",
    ],
  });
  environment.PORT = "many";
  environment.LOG_LEVEL = "loud";
  const { status, out, err } = await run(["doctor"]);
  assert.equal(status, 1);
  assert.match(out, /^FAULT {4}settings: PORT must be .*\nFAULT {4}settings: LOG_LEVEL must be .*\n$/);
  assert.equal(err, "There are 2 faults.\n");
});

test("settings that contradict each other are warnings", async (t) => {
  const { environment, lines } = await openDoctorCli(t);
  environment.S3_ENDPOINT = "http://s3.example.com";
  environment.SMTP_URL = "smtp://mail.example.com";
  const { status, lines: warnings } = await lines(/^warning/);
  assert.equal(status, 0);
  assert.deepEqual(
    warnings.map((line) => /settings: (\w+)/.exec(line)?.[1]),
    ["S3_BUCKET", "S3_ENDPOINT", "PUBLIC_URL"],
  );
});

test("a database without an index or with a newer version is a fault", async (t) => {
  const { setup, execute, lines } = await openDoctorCli(t);
  await setup();
  execute("DROP INDEX events_by_time");
  assert.deepEqual(await lines(/^FAULT/), {
    status: 1,
    lines: ["FAULT    tables and indexes: missing: events_by_time; restore a backup of the database"],
  });
  execute("PRAGMA user_version = 1000");
  assert.match((await lines(/^FAULT/)).lines[0] ?? "", /SQLite database: version 1000 is newer than this program's/);
});

test("a file that is not a database is a fault", async (t) => {
  const { lines, dataDir } = await openDoctorCli(t);
  await mkdir(dataDir);
  await writeFile(join(dataDir, "sightline.db"), "garbage".repeat(1000));
  assert.match((await lines(/^FAULT/)).lines[0] ?? "", /SQLite database: .*not a database/);
});

test("a damaged database is a fault, although it can be opened", async (t) => {
  const { setup, execute, lines, dataDir } = await openDoctorCli(t);
  await setup();
  execute("PRAGMA wal_checkpoint(TRUNCATE)");
  const file = await open(join(dataDir, "sightline.db"), "r+");
  await file.write(Buffer.alloc(10 * PAGE_BYTES, 7), 0, 10 * PAGE_BYTES, 10 * PAGE_BYTES);
  await file.close();
  const { status, lines: faults } = await lines(/^FAULT.*integrity:/);
  assert.equal(status, 1);
  assert.match(faults[0] ?? "", /sightline\.db is damaged \(.*\): stop the service and restore a backup$/);
});

test("a recording whose file does not exist is a fault", async (t) => {
  const { run, setup, execute, lines, dataDir } = await openDoctorCli(t);
  await setup();
  execute(`INSERT INTO recordings (project_id, session_id, distinct_id, first_ms, duration_ms, received_at,
      unflushed_bytes, summary) VALUES (1, 's', 'd', 0, 0, 0, 0, '{}');
    INSERT INTO recording_files (recording_id, key, first_ms, last_ms, last_piece, bytes)
      VALUES (1, 'session_recordings/a', 0, 0, 1, 5), (1, 'session_recordings/b', 0, 0, 1, 5)`);
  const { files } = await openFolder(dataDir);
  await files.put("session_recordings/a", Readable.from(["12345"]));
  const { status, lines: faults } = await lines(/recording files:/);
  const text = "1 of 2 do not exist, such as session_recordings/b: restore them from a backup";
  assert.deepEqual([status, faults], [1, [`FAULT    recording files: ${text}`]]);
  assert.match((await run(["verify", dataDir])).out, /^the file files\/session_recordings\/b\.file is missing\n$/);
  await files.put("session_recordings/b", Readable.from(["12345"]));
  assert.deepEqual(await lines(/recording files:/), { status: 0, lines: ["ok       recording files: all 2 exist"] });
});

test("a delayed or full journal and dead letters are reported", async (t) => {
  const { environment, lines, dataDir } = await openDoctorCli(t);
  const journal = new JournalDatabase(dataDir);
  t.after(() => journal.close());
  const entry = (receivedAt: number, body: Uint8Array) =>
    ({ projectId: "1", receivedAt, seed: "00000000-0000-0000-0000-000000000000", operation: "capture", body }) as const;
  journal.append(packGroup([entry(Date.now(), Buffer.from("{}"))]));
  assert.match((await lines(/journal:/)).lines[0] ?? "", /^ok .*: 1 requests wait for the store \(0\.0 MB\)$/);
  journal.release(1);
  journal.append(packGroup([entry(Date.now() - 10 * MINUTE, Buffer.from("{}"))]));
  assert.match((await lines(/journal:/)).lines[0] ?? "", /^warning .*since 6\d\d s: is a service running/);
  journal.deadLetters.setAside([{ projectId: "1", uuid: "u", reason: "r", sessionId: null, at: 1, event: "{}" }]);
  assert.match((await lines(/dead letters:/)).lines[0] ?? "", /^warning .*: 1 events could not be stored/);
  environment.BODY_LIMIT_BYTES = environment.JOURNAL_MAX_BYTES = String(1024 * 1024);
  journal.append(packGroup([entry(Date.now(), Buffer.alloc(1024 * 1024))]));
  const full = await lines(/journal:/);
  assert.match(full.lines[0] ?? "", /^FAULT .*raise JOURNAL_MAX_BYTES/);
  assert.equal(full.status, 1);
});

test("a journal in a copied directory is a warning, and changes nothing", async (t) => {
  const { lines, dataDir } = await openDoctorCli(t);
  const original = `${dataDir}-original`;
  new JournalDatabase(original).close();
  await copyDirectory(original, dataDir);
  for (let run = 0; run < 2; run++) {
    assert.match((await lines(/^warning .*journal:/)).lines[0] ?? "", /is a copy of another directory's/);
  }
});

test("a disk with less space than JOURNAL_MAX_BYTES is a warning", async (t) => {
  const { environment, lines } = await openDoctorCli(t);
  environment.JOURNAL_MAX_BYTES = String(2 ** 50);
  assert.match((await lines(/disk:/)).lines[0] ?? "", /^warning .*less than JOURNAL_MAX_BYTES/);
});

test("a DATA_DIR that cannot be created is a fault", async (t) => {
  const { environment, lines, directory } = await openDoctorCli(t);
  await writeFile(join(directory, "file"), "");
  environment.DATA_DIR = join(directory, "file", "data");
  assert.equal((await lines(/^FAULT/)).status, 1);
});
