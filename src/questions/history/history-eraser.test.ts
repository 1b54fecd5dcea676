import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { openSqlite } from "../../store/sqlite/sqlite.ts";
import { cacheFolder } from "./cached-files.ts";
import { historyEraser } from "./history-eraser.ts";
import { newFileKey } from "./history-keys.ts";
import { historyRecords, NO_FILES } from "./history-records.ts";

const directory = await mkdtemp(join(tmpdir(), "sightline-eraser-"));
const store = await openSqlite(directory);
after(async () => {
  await store.close();
  await rm(directory, { recursive: true });
});

test("a clean node keeps copies of files that are in use, and of other projects", async () => {
  const day = "2026-01-10";
  const [live, replaced] = [newFileKey("1", day, 1), newFileKey("1", day, 2)];
  const file = { key: live, day, rows: 1, bytes: 1 };
  await historyRecords(store.records).changeManifest("1", { ...NO_FILES, files: [file] }, null);
  const copies = [basename(live), `${basename(live)}.partial`, basename(replaced), `${basename(replaced)}.partial`];
  const folders = (["questions", "writer"] as const).flatMap((reader) =>
    ["1", "2"].map((project) => join(cacheFolder(directory, reader), project)),
  );
  for (const folder of folders) {
    await mkdir(folder, { recursive: true });
    for (const name of copies) await writeFile(join(folder, name), "");
  }
  const eraser = historyEraser(directory, () => ({ steps: 0, isRunning: false }));
  assert.equal(await eraser.cleanNode("erasure", "1", store.records), true);
  for (const folder of folders) {
    const kept = basename(folder) === "1" ? copies.slice(0, 2) : copies;
    assert.deepEqual((await readdir(folder)).toSorted(), kept.toSorted());
  }
});
