import { join } from "node:path";
import { openLocalFiles } from "../../src/questions/history/cached-files.ts";
import { fileNextBatch } from "../../src/questions/history/file-events.ts";
import { historyRecords } from "../../src/questions/history/history-records.ts";
import { leaveStore } from "../../src/questions/history/leave-store.ts";
import { TableLog } from "../../src/questions/history/table-log.ts";
import { openWorkshop } from "../../src/questions/history/workshop.ts";
import type { Millis } from "../../src/store/ports/common.ts";
import type { Files } from "../../src/store/ports/files.ts";
import type { Store } from "../../src/store/ports/stores.ts";

/** Files all events that have settled, and lets those leave that were stored before the time. Returns how many did. */
export async function fileAndLeave(store: Store, files: Files, directory: string, before: Millis): Promise<number> {
  const local = await openLocalFiles(directory, "writer", files, 0);
  const workshop = await openWorkshop(join(directory, "workshop"), [local.root]);
  const { signal } = new AbortController();
  const at = Date.now();
  try {
    const ports = {
      events: store.events,
      files,
      local,
      table: new TableLog(),
      records: historyRecords(store.records),
      workshop: async () => workshop,
      now: () => at,
      isClaimed: async () => true,
    };
    while ((await fileNextBatch(ports, signal)) !== null);
    return await leaveStore({ storeMs: at - before, graceMs: 0 }, ports, signal);
  } finally {
    await workshop.close();
  }
}
