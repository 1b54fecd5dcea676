import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { JournalDatabase } from "../../ingest/journal/journal-database.ts";
import { packGroup } from "../../ingest/journal/journal-entry.ts";
import { PRIVATE_UMASK } from "../../store/private-files.ts";

process.umask(PRIVATE_UMASK); // as the program sets it

const ENTRY = {
  projectId: "1",
  receivedAt: 1,
  seed: "00000000-0000-4000-8000-000000000000",
  operation: "capture",
  body: Buffer.from("{}"),
} as const;

async function openBackupCli(t: TestContext) {
  const cli = await openTestCli(t);
  const { DATA_DIR = "" } = cli.environment;
  await cli.setup();
  const journal = new JournalDatabase(DATA_DIR);
  journal.append(packGroup([ENTRY]));
  const id = journal.identity();
  journal.close();
  const backup = join(cli.directory, "backup");
  return { ...cli, dataDir: DATA_DIR, backup, journalId: id };
}

/** Changes one byte in the middle of the file. */
async function corrupt(path: string): Promise<void> {
  const file = await open(path, "r+");
  const middle = Math.floor((await file.stat()).size / 2);
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, middle);
  await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, middle);
  await file.close();
}

test("a backup is restored with all that it had, and the journal gets a new id", async (t) => {
  const { run, environment, dataDir, backup, directory, journalId } = await openBackupCli(t);
  const { status, out, err } = await run(["backup", backup]);
  assert.deepEqual([status, err], [0, ""]);
  assert.match(
    out,
    /^Backed up to .*: 0 events, 0 persons, 0 recordings, .* 1 requests that wait, 0 dead letters\.\n$/,
  );
  assert.equal((await stat(backup)).mode & 0o777, 0o700);
  for (const name of await readdir(backup)) assert.equal((await stat(join(backup, name))).mode & 0o077, 0, name);

  environment.DATA_DIR = join(directory, "restored");
  assert.deepEqual((await run(["restore", backup])).err, "");
  const journal = new JournalDatabase(environment.DATA_DIR, { readonly: true });
  t.after(() => journal.close());
  assert.deepEqual(journal.read(0, 1000)[0]?.entries[0]?.seed, ENTRY.seed);
  assert.equal(journal.identity(1), journalId);
  assert.notEqual(journal.identity(), journalId);
  const originalKeys = await run(["keys", "list"], "", { environment: { DATA_DIR: dataDir } });
  assert.equal((await run(["keys", "list"])).out, originalKeys.out);
  assert.equal((await run(["verify", environment.DATA_DIR])).status, 0);
});

test("nothing is overwritten, and an interrupted backup is recognized", async (t) => {
  const { run, environment, backup, directory, dataDir } = await openBackupCli(t);
  await mkdir(`${backup}.partial`);
  const { status, err } = await run(["backup", backup]);
  assert.equal(status, 1);
  assert.match(err, /backup\.partial is an interrupted backup, or one that still runs: delete it/);
  await rm(`${backup}.partial`, { recursive: true });
  assert.match((await run(["backup", dataDir])).err, /is not empty: choose another directory/);
  assert.match((await run(["backup", join(directory, "none", "backup")])).err, /ENOENT/);

  assert.equal((await run(["backup", backup])).status, 0);
  assert.match((await run(["restore", backup])).err, /\(DATA_DIR\) is not empty/);
  await writeFile(join(backup, "INCOMPLETE"), "");
  assert.deepEqual((await run(["verify", backup])).status, 2);
  environment.DATA_DIR = join(directory, "restored");
  assert.match((await run(["restore", backup])).err, /is not a complete backup/);
  assert.equal(existsSync(environment.DATA_DIR), false);
});

test("every changed byte is found, by verify and by restore, and a half restored directory is not used", async (t) => {
  const { run, environment, backup, directory } = await openBackupCli(t);
  await run(["backup", backup]);
  for (const name of ["journal.db", "sightline.db", "manifest.json", "SHA256SUMS"]) {
    await corrupt(join(backup, name));
    const { status, out, err } = await run(["verify", backup]);
    assert.equal(status, 1, out);
    assert.match(err, /backup(\/manifest\.json)? is damaged\.\n$/);
    environment.DATA_DIR = join(directory, `restored-${name}`);
    assert.equal((await run(["restore", backup])).status, 1, name);
    await corrupt(join(backup, name));
  }
  assert.equal((await run(["verify", backup])).status, 0);
  environment.DATA_DIR = join(directory, "restored-sightline.db");
  assert.match((await run(["restore", backup])).err, /is not empty/);
  for (const [name, problem] of [
    ["journal.db", /journal\.db cannot be read/],
    ["SHA256SUMS", /ENOENT.*SHA256SUMS/],
  ] as const) {
    await rm(join(backup, name));
    assert.match((await run(["verify", backup])).out, problem);
    environment.DATA_DIR = join(directory, `without-${name}`);
    assert.equal((await run(["restore", backup])).status, 1);
  }
  assert.equal((await run(["verify", directory])).status, 2);
});
