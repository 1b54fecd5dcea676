import { rm, writeFile } from "node:fs/promises";
import type { LeavingEvent } from "../../store/ports/events.ts";
import { sqlText } from "./duckdb-process.ts";
import { fromFiles } from "./event-columns.ts";
import { dayName, dayNumber } from "./history-keys.ts";
import type { LocalFiles } from "./local/local-files.ts";
import type { HistoryRecords } from "./manifest.ts";
import type { Workshop } from "./workshop.ts";

export interface FindUnfiledPorts {
  readonly records: Pick<HistoryRecords, "manifest">;
  readonly local: LocalFiles;
  readonly workshop: () => Promise<Workshop>;
}

/** Returns the uuids of events that are in no live file of their days. Throws if a file cannot be read. */
export async function findUnfiled(events: readonly LeavingEvent[], ports: FindUnfiledPorts): Promise<Set<string>> {
  const [{ projectId } = { projectId: "" }] = events;
  const { files } = (await ports.records.manifest(projectId)).value;
  const days = new Set(events.map(({ timestamp }) => dayName(dayNumber(timestamp))));
  const needed = files.filter(({ day }) => days.has(day));
  if (needed.length === 0) return new Set(events.map(({ uuid }) => uuid));
  const workshop = await ports.workshop();
  const path = workshop.newPath("csv");
  const held = await ports.local.hold(projectId, needed);
  try {
    await writeFile(path, events.map(({ uuid }) => `${uuid}\n`).join(""), { mode: 0o600 });
    const wanted = `read_csv(${sqlText(path)}, header = false, columns = {uuid: 'UUID'})`;
    await workshop.duckdb.run(`CREATE OR REPLACE TEMP TABLE wanted AS SELECT uuid FROM ${wanted}`);
    const filed = `SELECT uuid FROM ${fromFiles(held.paths)} SEMI JOIN wanted USING (uuid)`;
    const rows = await workshop.duckdb.run(
      `SELECT uuid::VARCHAR AS uuid FROM wanted ANTI JOIN (${filed}) AS filed USING (uuid)`,
    );
    return new Set(rows.map(({ uuid }) => String(uuid)));
  } finally {
    held.release();
    await rm(path, { force: true });
  }
}
