import { basename, join } from "node:path";
import { inspect, isDeepStrictEqual } from "node:util";
import { openCommandFiles } from "../../../src/cli/events/command-answers.ts";
import { openLocalFiles } from "../../../src/questions/history/cached-files.ts";
import { startDuckdb } from "../../../src/questions/history/duckdb-process.ts";
import { fromFiles } from "../../../src/questions/history/event-columns.ts";
import { historyOf } from "../../../src/questions/history/history.ts";
import { tablePrefix } from "../../../src/questions/history/history-keys.ts";
import { type HistoryRecords, historyRecords } from "../../../src/questions/history/history-records.ts";
import { openWorkshop } from "../../../src/questions/history/workshop.ts";
import type { Config } from "../../../src/settings/config.ts";
import type { StoredEvent } from "../../../src/store/ports/events.ts";
import type { Files } from "../../../src/store/ports/files.ts";
import type { Store } from "../../../src/store/ports/stores.ts";
import { replayTable } from "../../../test/support/replay-table.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";

/** An event as a history file has it. */
export type FiledEvent = Pick<StoredEvent, "uuid" | "distinctId" | "properties">;

/**
 * Returns each row of the project's live history files; none if no event has left the store. The service must run: its
 * next turn completes the log of the table, which must name these files then.
 */
export async function readFiledEvents({ records }: Store, config: Config, projectId: string): Promise<FiledEvent[]> {
  const history = historyRecords(records);
  const { fileStore, reader, close } = await openCommandFiles(config);
  try {
    await checkTable(history, fileStore.files, projectId, join(config.DATA_DIR, "answers", reader));
    if ((await history.left()).value.receivedUntil === null) return [];
    const local = await openLocalFiles(config.DATA_DIR, reader, fileStore.files, config.HISTORY_CACHE_BYTES);
    const { events, release } = await historyOf(history, local).liveFiles(projectId);
    const duckdb = startDuckdb(join(config.DATA_DIR, "answers", reader), local.root);
    try {
      const columns = 'uuid::VARCHAR AS uuid, distinct_id AS "distinctId", properties';
      const rows = await duckdb.run(`SELECT ${columns} FROM ${fromFiles(events.map(({ path }) => path))}`);
      return rows as unknown as FiledEvent[];
    } finally {
      duckdb.close();
      release();
    }
  } finally {
    await close();
  }
}

async function checkTable(history: HistoryRecords, files: Files, projectId: string, folder: string): Promise<void> {
  const workshop = await openWorkshop(folder, []);
  let found: unknown;
  const isComplete = async () => {
    const { files: live, table } = (await history.manifest(projectId)).value;
    if (!table) return true; // nothing is filed
    found = await replayTable(files, tablePrefix(projectId), workshop).catch((error) => error);
    const logged = found as Awaited<ReturnType<typeof replayTable>>;
    const namesOf = (paths: readonly string[] = []) => new Set(paths.map((path) => basename(path)));
    return isDeepStrictEqual(namesOf(logged.live?.map(({ path }) => path)), namesOf(live.map(({ key }) => key)));
  };
  try {
    await waitUntil(isComplete, () => inspect(found));
  } finally {
    await workshop.close();
  }
}
