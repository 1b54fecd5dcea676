import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import type { HistoryFile } from "../../store/records/history-kinds.ts";
import { chooseMerges } from "./choose-merges.ts";
import { rewriteFiles } from "./event-columns.ts";
import { dayName, dayNumber } from "./history-keys.ts";
import type { LocalFiles } from "./local/local-files.ts";
import { type HistoryRecords, replaceFiles } from "./manifest.ts";
import { storeFile } from "./store-file.ts";
import type { Workshop } from "./workshop.ts";

export interface MergePorts {
  readonly records: HistoryRecords;
  readonly files: Pick<Files, "put" | "delete">;
  readonly local: LocalFiles;
  readonly workshop: () => Promise<Workshop>;
  readonly now: () => Millis;
}

/** Returns how many files were made. */
export async function mergeFiles(projectId: ProjectId, ports: MergePorts, signal: AbortSignal): Promise<number> {
  const { records, now } = ports;
  const { value } = await records.manifest(projectId);
  let made = 0;
  for (const group of chooseMerges(value.files, dayName(dayNumber(now())))) {
    if (signal.aborted) return made;
    if (await merge(projectId, group, ports)) made += 1;
  }
  return made;
}

async function merge(projectId: ProjectId, group: readonly HistoryFile[], ports: MergePorts): Promise<boolean> {
  const { records, local, now } = ports;
  const keys = new Set(group.map(({ key }) => key));
  // Read before the files: removing rows from them changes the version.
  const { value, version } = await records.manifest(projectId);
  if (value.files.filter(({ key }) => keys.has(key)).length < keys.size) return false;
  const workshop = await ports.workshop();
  const held = await local.hold(projectId, group);
  const path = workshop.newPath("parquet");
  try {
    await workshop.duckdb.run(rewriteFiles(held.paths, path));
  } finally {
    held.release();
  }
  const rows = group.reduce((sum, file) => sum + file.rows, 0);
  const file = await storeFile(path, projectId, { day: group[0]?.day as string, rows }, ports);
  if (await records.changeManifest(projectId, replaceFiles(value, keys, [file], now()), version)) return true;
  await ports.files.delete([file.key]);
  return false;
}
