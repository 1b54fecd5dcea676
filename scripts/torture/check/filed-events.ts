import { join } from "node:path";
import { openCommandFiles } from "../../../src/cli/events/command-answers.ts";
import { DuckdbProcess } from "../../../src/questions/history/duckdb-process.ts";
import { fromFiles } from "../../../src/questions/history/event-columns.ts";
import { History } from "../../../src/questions/history/history.ts";
import { historyRecords } from "../../../src/questions/history/history-records.ts";
import { openLocalFiles } from "../../../src/questions/history/local/open-local-files.ts";
import type { Config } from "../../../src/settings/config.ts";
import type { StoredEvent } from "../../../src/store/ports/events.ts";
import type { Store } from "../../../src/store/ports/stores.ts";

/** An event as a history file has it. */
export type FiledEvent = Pick<StoredEvent, "uuid" | "distinctId" | "properties">;

const MEMORY_BYTES = 2 ** 29;

/** Returns each row of the project's live history files; none if no event has left the store. */
export async function readFiledEvents({ records }: Store, config: Config, projectId: string): Promise<FiledEvent[]> {
  const history = historyRecords(records);
  if ((await history.left()).value.receivedUntil === null) return [];
  const { fileStore, reader, close } = await openCommandFiles(config);
  try {
    const local = await openLocalFiles(config.DATA_DIR, reader, fileStore.files, config.HISTORY_CACHE_BYTES);
    const { events, release } = await new History(history, local).liveFiles(projectId);
    const temporary = join(config.DATA_DIR, "answers", reader);
    const duckdb = new DuckdbProcess({ folders: [local.root], temporary, memoryBytes: MEMORY_BYTES });
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
