import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openTestCli } from "../../test/support/test-cli.ts";
import { JournalDatabase } from "../ingest/journal/journal-database.ts";

test("--env-file reads settings, which variables of the environment override", async (t) => {
  const { run, directory, environment } = await openTestCli(t);
  const file = join(directory, "sightline.env");
  await writeFile(file, `# of the unit\nDATA_DIR=${join(directory, "service")}\nPORT=nonsense\n`);
  delete environment.DATA_DIR;
  environment.PORT = "8000";
  assert.equal((await run(["--env-file", file, "setup", "--json"])).status, 0);
  assert.equal((await run(["keys", "list"])).status, 0);
  assert.equal(environment.DATA_DIR, join(directory, "service"));
  const { status, err } = await run(["keys", "list", "--env-file", join(directory, "absent.env")]);
  assert.deepEqual([status, err.includes("absent.env")], [1, true]);
});

test("a value with # must be in quotes: systemd keeps what follows", async (t) => {
  const { run, directory, environment } = await openTestCli(t);
  const file = join(directory, "sightline.env");
  for (const line of ["SMTP_URL=smtp://u:a#b@mail.example", "SMTP_URL = a # of the unit", "export SMTP_URL=a#b"]) {
    await writeFile(file, `PORT=8000\n${line}\n`);
    const { status, err } = await run(["--env-file", file, "keys", "list"]);
    assert.deepEqual([status, /the value of SMTP_URL, .*double quotes/.test(err)], [1, true], err);
  }
  await writeFile(file, '# a comment = 1 # 2\nPUBLIC_URL=\n#PORT=1#\nFLAG_WEBHOOK_SECRET="a#b"\n');
  assert.equal((await run(["--env-file", file, "setup", "--json"])).status, 0);
  assert.equal(environment.FLAG_WEBHOOK_SECRET, "a#b");
});

test("a command does not look at SQLite where the node stores in MongoDB", async (t) => {
  const { run, environment } = await openTestCli(t);
  const { DATA_DIR = "" } = environment;
  await mkdir(DATA_DIR);
  const journal = new JournalDatabase(DATA_DIR);
  journal.recordStore({ id: "x", name: "the database sightline of MongoDB" });
  journal.close();
  for (const command of [["keys", "list"], ["setup"], ["events", "count"]]) {
    const { status, err } = await run(command);
    assert.equal(status, 1);
    assert.match(err, /stores in the database sightline of MongoDB, and MONGODB_URL is not set here\. .*--env-file/);
  }
});
