import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openTestCli } from "../../../test/support/test-cli.ts";

test("move says what it would move, and moves it", async (t) => {
  const { directory, environment, run, setup } = await openTestCli(t);
  await setup();
  const [from, to] = [join(directory, "old.env"), join(directory, "new.env")];
  await writeFile(from, `DATA_DIR="${environment.DATA_DIR}"\n`);
  await writeFile(to, `DATA_DIR="${join(directory, "next")}"\n`);
  const dryRun = await run(["move", "--from", from, "--to", to, "--dry-run"]);
  assert.match(dryRun.out, /^records: [1-9]\d*$.*^About 1 s, at .*Nothing was moved\.\n$/ms);
  const moved = await run(["move", "--from", from, "--to", to]);
  assert.equal(moved.status, 0, moved.err);
  assert.match(moved.out, /^records: [1-9]\d*, checksum [0-9a-f]{32}$.*Start the service with the new settings\.\n$/ms);
  environment.DATA_DIR = join(directory, "next");
  assert.match((await run(["projects", "list"])).out, /My project|project/);
  assert.equal((await run(["move", "--from", from, "--to", to])).status, 1);
});

test("move takes the account of S3 from one file", async (t) => {
  const { directory, run } = await openTestCli(t);
  const [from, to] = [join(directory, "old.env"), join(directory, "new.env")];
  await writeFile(from, "DATA_DIR=old\nAWS_ACCESS_KEY_ID=one\n");
  await writeFile(to, "DATA_DIR=new\nAWS_ACCESS_KEY_ID=two\n");
  const { status, err } = await run(["move", "--from", from, "--to", to]);
  assert.equal(status, 2);
  assert.match(err, /AWS_ACCESS_KEY_ID/);
});
