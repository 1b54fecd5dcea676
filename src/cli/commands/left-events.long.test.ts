import assert from "node:assert/strict";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { newEvent } from "../../../test/conformance/samples.ts";
import { fileAndLeave } from "../../../test/support/file-and-leave.ts";
import { openTestCli } from "../../../test/support/test-cli.ts";
import { openFolder } from "../../store/filesystem/files.ts";
import { openSqlite } from "../../store/sqlite/sqlite.ts";

test("a backup has events that left, and what verifies it misses their files", async (t) => {
  const { run, environment, directory, setup } = await openTestCli(t);
  await setup();
  const { DATA_DIR = "" } = environment;
  const store = await openSqlite(DATA_DIR);
  const sent = Array.from({ length: 5 }, (_, timestamp) => newEvent("1", { timestamp, receivedAt: timestamp }));
  await store.events.insert(sent);
  const fileStore = await openFolder(DATA_DIR);
  assert.equal(await fileAndLeave(store, fileStore.files, DATA_DIR, 4), 4);
  await fileStore.close();
  await store.close();
  const exported = (await run(["events", "export"])).out;
  assert.equal(exported.split("\n").length, 6);
  assert.equal((await run(["events", "count"])).out, "5\n");

  const backup = join(directory, "backup");
  assert.deepEqual((await run(["backup", backup])).err, "");
  assert.deepEqual((await run(["verify", backup])).err, "");
  const parquetIn = async (folder: string) => {
    const names = await readdir(folder, { recursive: true });
    return join(folder, names.find((name) => name.includes("parquet")) ?? "");
  };
  const inodeIn = async (folder: string) => (await stat(await parquetIn(folder))).ino;
  const [second, third] = [join(directory, "second"), join(directory, "third")];
  assert.deepEqual((await run(["backup", second, "--after", backup])).err, "");
  assert.equal(await inodeIn(second), await inodeIn(backup));
  assert.deepEqual((await run(["verify", second])).err, "");
  await writeFile(await parquetIn(second), "damaged");
  assert.match((await run(["verify", second])).out, /parquet.* is damaged/);
  assert.deepEqual((await run(["backup", third, "--after", second])).err, ""); // and takes none of another size
  assert.match((await run(["backup", join(directory, "none"), "--after", directory])).err, /is not a complete backup/);
  await rm(backup, { recursive: true });
  environment.DATA_DIR = join(directory, "restored");
  assert.deepEqual((await run(["restore", third])).err, "");
  assert.equal((await run(["events", "export"])).out, exported);
  assert.deepEqual((await run(["verify", environment.DATA_DIR])).err, "");
  const restored = await openSqlite(environment.DATA_DIR);
  assert.equal(await restored.events.insert(sent), 4, "those that left arrive again");
  const restoredFiles = await openFolder(environment.DATA_DIR);
  const leave = () => fileAndLeave(restored, restoredFiles.files, environment.DATA_DIR ?? "", 5);
  assert.deepEqual([await leave(), await leave()], [1, 4]);
  await restoredFiles.close();
  await restored.close();
  assert.equal((await run(["events", "export"])).out, exported);

  const folder = join(environment.DATA_DIR, "files", "history");
  const paths = await readdir(folder, { recursive: true });
  const [file = ""] = paths.filter((path) => path.includes("parquet"));
  await rm(join(folder, file));
  assert.match((await run(["verify", environment.DATA_DIR])).out, /parquet.* is missing/);
  assert.match((await run(["events", "export"])).err, /cannot be read/);
});

test("an export to files has events that have left once, also those that left before --since last", async (t) => {
  const { run, environment, directory, setup } = await openTestCli(t);
  await setup();
  const { DATA_DIR = "" } = environment;
  const store = await openSqlite(DATA_DIR);
  const fileStore = await openFolder(DATA_DIR);
  t.after(() => Promise.all([store.close(), fileStore.close()]));
  const awkward = { properties: JSON.stringify({ 'a"b': `1,"2"\n${"x".repeat(3_000_000)}` }) };
  const insert = async (times: readonly number[]) => {
    await store.events.insert(
      times.map((at) => newEvent("1", { distinctId: `a,"\n${at}`, timestamp: at, receivedAt: at, ...awkward })),
    );
  };
  const folders = ["jsonl", "csv", "parquet"].map((format) => ({ format, out: join(directory, format) }));
  const exportAll = async (...more: string[]) => {
    const outputs: string[] = [];
    for (const { format, out } of folders) {
      const { err, out: text } = await run(["events", "export", "--format", format, "--out", out, ...more]);
      assert.equal(err, "");
      outputs.push(text);
    }
    return [...new Set(outputs)];
  };
  await insert([4, 2, 86_400_000, 1, 7]);
  assert.equal(await fileAndLeave(store, fileStore.files, DATA_DIR, 5), 2);
  assert.deepEqual(await exportAll(), ["Exported 5 events in 2 files.\n"]);
  await insert([8, 3, 9]);
  const leave = () => fileAndLeave(store, fileStore.files, DATA_DIR, 86_400_001);
  assert.deepEqual([await leave(), await leave()], [3, 3]);
  await insert([10]);
  assert.deepEqual(await exportAll("--since", "last"), ["Exported 4 events in 1 files.\n"]);
  assert.deepEqual(await exportAll("--since", "last"), ["Exported 0 events in 0 files.\n"]);
  const all = (await run(["events", "export"])).out.split("\n").filter((line) => line !== "");
  const texts = await Promise.all(
    (await readdir(join(directory, "jsonl")))
      .filter((name) => name.startsWith("events"))
      .map((name) => readFile(join(directory, "jsonl", name), "utf8")),
  );
  const lines = texts.flatMap((text) => text.split("\n").filter((line) => line !== ""));
  assert.deepEqual(lines.sort(), all.sort());
});
