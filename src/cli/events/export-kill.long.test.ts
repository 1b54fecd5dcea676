import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { collect, newEvent } from "../../../test/conformance/samples.ts";
import { noS3Server, removeTestBucket, testS3Options } from "../../../test/support/engines/test-s3.ts";
import { ONLY_EXTERNAL_ENGINES } from "../../../test/support/engines/wanted-engines.ts";
import { fileAndLeave } from "../../../test/support/file-and-leave.ts";
import { openCommandLine } from "../../../test/support/test-command-line.ts";
import { sqlText, startDuckdb } from "../../questions/history/duckdb-process.ts";
import { openFolder } from "../../store/filesystem/files.ts";
import { openS3 } from "../../store/s3/s3.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";

const EVENTS = 16_000;
const STEP_EVENTS = 2000;
const FIRST_PAUSE_MS = 400;
const PAUSE_GROWTH = 1.5;
const READERS = { parquet: "read_parquet", jsonl: "read_json" } as const;

const { S3_ENDPOINT = "", AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "" } = process.env;

/** Returns the option for a bucket, and what copies its files to a folder. */
function bucketTarget(t: TestContext, folder: string) {
  const options = testS3Options(`sightline-${randomUUID()}`, { prefix: "nightly/" });
  t.after(() => removeTestBucket(options.bucket));
  const download = async () => {
    const { files, close } = await openS3(options);
    await mkdir(folder);
    for (const name of await collect(files.list(""))) {
      const file = await files.get(name);
      if (file) await pipeline(file.stream, createWriteStream(join(folder, name)));
    }
    await close();
  };
  return { out: `s3://${options.bucket}/nightly`, download };
}

for (const target of ONLY_EXTERNAL_ENGINES ? (["S3"] as const) : (["a folder", "S3"] as const)) {
  // Formats differ in what is written, not in where.
  for (const format of target === "S3" ? (["parquet"] as const) : (["parquet", "jsonl"] as const)) {
    const skip = (target === "S3" && noS3Server) || false;
    test(`an export of ${format} to ${target}, killed while events leave, has each uuid once`, { skip }, async (t) => {
      const { run, start, directory } = await openCommandLine(t, {
        S3_ENDPOINT,
        AWS_ACCESS_KEY_ID,
        AWS_SECRET_ACCESS_KEY,
      });
      await run(["setup"]);
      const folder = join(directory, "out");
      const { out, download } =
        target === "S3" ? bucketTarget(t, folder) : { out: folder, download: async () => undefined };
      const store = await openSqlite(directory);
      const { files, close } = await openFolder(directory);
      t.after(() => Promise.all([store.close(), close()]));
      const uuids: string[] = [];
      for (let receivedAt = 0; receivedAt < EVENTS; receivedAt += STEP_EVENTS) {
        const events = Array.from({ length: STEP_EVENTS }, () => {
          return newEvent("1", {
            uuid: randomUUID(),
            receivedAt,
            properties: JSON.stringify({ text: "x".repeat(5000) }),
          });
        });
        await store.events.insert(events);
        uuids.push(...events.map(({ uuid }) => uuid));
      }
      let kills = 0;
      for (let status: number | null = null; status !== 0; ) {
        const child = start("events", "export", "--format", format, "--out", out, "--since", "last");
        const ended = once(child, "close");
        const pause = sleep(FIRST_PAUSE_MS * PAUSE_GROWTH ** kills, true);
        const leaving = fileAndLeave(store, files, directory, kills * STEP_EVENTS);
        const isKilled = await Promise.race([ended.then(() => false), pause]);
        if (isKilled) child.kill("SIGKILL");
        await leaving;
        [status] = await ended;
        kills += 1;
      }
      assert.ok(kills > 2, `${kills}`);
      await download();
      const duckdb = startDuckdb(folder);
      t.after(() => duckdb.close());
      const pattern = sqlText(join(folder, `events-*.${format}`));
      const rows = await duckdb.run(`SELECT uuid::VARCHAR AS uuid FROM ${READERS[format]}(${pattern}) ORDER BY 1`);
      assert.deepEqual(
        rows.map((row) => String(Object.values(row)[0])),
        uuids.sort(),
      );
      const names = await readdir(folder);
      assert.deepEqual(
        names.filter((name) => !/^(export\.json|events-\d{6}\.\w+)$/.test(name)),
        [],
      );
    });
  }
}
