import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { newEvent } from "../../../test/conformance/samples.ts";
import { noS3Server, removeTestBucket, testS3Options } from "../../../test/support/engines/test-s3.ts";
import { openExport } from "../../../test/support/open-export.ts";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { readConfig } from "../../settings/config.ts";
import { openTarget } from "./export-target.ts";

const skip = noS3Server ?? false;
/** Linux gives no higher one. */
const MAX_PROCESS_ID = 2 ** 22;

test("files have each event of the project once, and --since last adds what is new", async (t) => {
  const { run, out, uuids, insert, exported } = await openExport(t, 3);
  const argv = ["events", "export", "--project", "1", "--out", out];
  assert.deepEqual(await run(argv), { status: 0, out: "Exported 3 events in 1 files.\n", err: "" });
  assert.deepEqual(await exported(), uuids);
  const again = await run(argv);
  assert.deepEqual([again.status, again.out], [1, ""]);
  assert.match(again.err, /has a complete export: add `--since last`/);
  const none = await run([...argv, "--since", "last"]);
  assert.equal(none.out, "Exported 0 events in 0 files.\n");
  const added = await insert(2);
  assert.equal((await run([...argv, "--since", "last"])).out, "Exported 2 events in 1 files.\n");
  assert.deepEqual(await exported(), [...uuids, ...added]);
  const other = await run([...argv, "--since", "last", "--event", "bought"]);
  assert.equal(other.err, "There is an export with another filter in this folder: choose another one.\n");
});

test("CSV has a header and quoted properties; filters select events", async (t) => {
  const { run, out, store } = await openExport(t, 1);
  const event = newEvent("1", { event: "bought", timestamp: 1000, receivedAt: 2000, properties: '{"a":"b"}' });
  await store.events.insert([event]);
  const argv = ["events", "export", "--out", out, "--project", "1", "--format", "csv"];
  await run([...argv, "--event", "bought", "--from", "1970-01-01", "--to", "1970-01-02"]);
  assert.equal(
    await readFile(join(out, "events-000001.csv"), "utf8"),
    "uuid,event,distinct_id,timestamp,received_at,properties\n" +
      `${event.uuid},bought,ada,1970-01-01T00:00:01.000Z,1970-01-01T00:00:02.000Z,"{""a"":""b""}"\n`,
  );
});

test("files of something else are left alone", async (t) => {
  const { run, out } = await openExport(t, 1);
  await mkdir(out);
  await writeFile(join(out, "events-000001.jsonl"), "mine\n");
  const { status, err } = await run(["events", "export", "--project", "1", "--out", out]);
  assert.deepEqual([status, err], [1, "There is events-000001.jsonl, but no export.json: choose another folder.\n"]);
  assert.equal(existsSync(join(out, "events-000001.jsonl")), true);
  const running = await openTarget(out, {} as never);
  await mkdir(join(out, `.partial-${process.ppid}`));
  const refused = await run(["events", "export", "--project", "1", "--out", out]);
  assert.match(refused.err, /^Another export writes to /);
  await running.close();
});

test("an export to S3 is refused beside another one, and removes what a killed one left", { skip }, async (t) => {
  const { run, environment } = await openExport(t, 1);
  const bucket = `sightline-${randomUUID()}`;
  t.after(() => removeTestBucket(bucket));
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  const { endpoint: S3_ENDPOINT } = testS3Options(bucket);
  Object.assign(environment, { S3_ENDPOINT, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
  const out = `s3://${bucket}/nightly`;
  const running = await openTarget(out, readConfig(environment));
  const folder = dirname(running.workFolder);
  await running.close();
  for (const id of [process.ppid, MAX_PROCESS_ID + 1]) await mkdir(join(folder, `.partial-${id}`));
  const exportAll = () => run(["events", "export", "--project", "1", "--out", out]);
  assert.equal((await exportAll()).err, `Another export writes to ${out}/ (process ${process.ppid}).\n`);
  await rm(join(folder, `.partial-${process.ppid}`), { recursive: true });
  assert.equal((await exportAll()).out, "Exported 1 events in 1 files.\n");
  assert.deepEqual(await readdir(folder), []);
});

test("wrong use of export is refused", async (t) => {
  const { run } = await openTestCli(t);
  for (const argv of [
    ["--format", "csv"],
    ["--since", "last"],
    ["--out", "x", "--format", "xml"],
    ["--out", "x", "--since", "yesterday"],
  ]) {
    const { status, out } = await run(["events", "export", ...argv]);
    assert.deepEqual([status, out], [2, ""], argv.join(" "));
  }
});
