import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { fileAndLeave } from "../../../test/support/file-and-leave.ts";
import { openExport } from "../../../test/support/open-export.ts";
import { openLocalFiles } from "../../questions/history/cached-files.ts";
import { historyRecords } from "../../questions/history/history-records.ts";
import { openProjectEvents } from "../../questions/history/project-events.ts";
import { readConfig } from "../../settings/config.ts";
import { openFolder } from "../../store/filesystem/files.ts";
import { exportEvents, readState } from "./export-events.ts";
import { openTarget } from "./export-target.ts";

for (const what of ["stored", "partly in history files only"]) {
  test(`an export of events that are ${what}, interrupted before or after any change, has each once`, async (t) => {
    const { environment, store, insert, out, uuids, exported } = await openExport(t, 3);
    const config = readConfig(environment);
    const subject = { store: store.id, project: "1", format: "jsonl", filter: {} } as const;
    const { files } = await openFolder(config.DATA_DIR);
    const local = await openLocalFiles(config.DATA_DIR, "questions", files, 0);
    const sources = { events: store.events, records: historyRecords(store.records), local };
    for (let changes = 0, isDone = false; !isDone; changes++) {
      const target = await openTarget(out, config);
      let left = changes;
      const interrupted = async (change: () => Promise<void>) => {
        if (left === 0) throw new Error("interrupted before");
        await change();
        if (--left === 0) throw new Error("interrupted after");
      };
      const failing = {
        ...target,
        put: (path: string, name: string) => interrupted(() => target.put(path, name)),
        delete: (names: readonly string[]) => interrupted(() => target.delete(names)),
      };
      const events = await openProjectEvents("1", sources, join(target.workFolder, "events"));
      try {
        const ports = { events, target: failing, onProgress: () => {} };
        const state = await exportEvents(await readState(target, subject), {}, ports);
        isDone = changes > 5 && state.finished;
      } catch (error) {
        assert.match(String(error), /interrupted/);
        uuids.push(...(await insert(2)));
        if (what !== "stored") await fileAndLeave(store, files, config.DATA_DIR, changes % 2 === 0 ? 0 : 3000);
      } finally {
        await events.close();
        await target.close();
      }
    }
    assert.deepEqual((await exported()).sort(), uuids.sort());
  });
}
