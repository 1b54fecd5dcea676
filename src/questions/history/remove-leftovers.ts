import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import { historyPrefix, keyMadeAt } from "./history-keys.ts";
import type { HistoryRecords } from "./manifest.ts";

export interface LeftoverPorts {
  readonly records: HistoryRecords;
  readonly files: Pick<Files, "list" | "delete">;
  readonly now: () => Millis;
}

/** Deletes files replaced at least `graceMs` ago, which no question reads any more. */
export async function deleteReplaced(projectId: ProjectId, graceMs: number, ports: LeftoverPorts): Promise<void> {
  const { records, files, now } = ports;
  const { value, version } = await records.manifest(projectId);
  const due = value.replaced.filter(({ at }) => at <= now() - graceMs);
  if (due.length === 0) return;
  await files.delete(due.map(({ key }) => key));
  const kept = value.replaced.filter(({ at }) => at > now() - graceMs);
  await records.changeManifest(projectId, { ...value, replaced: kept }, version); // else the next run does it
}

/**
 * Deletes a project's files that no manifest names and that are older than `minAgeMs`: interrupted writers left them.
 * Returns false, having deleted nothing, if the manifest was changed meanwhile.
 * A writer reads the manifest before it writes a file, so after the change here no listed file can go live.
 */
export async function deleteOrphans(projectId: ProjectId, minAgeMs: number, ports: LeftoverPorts): Promise<boolean> {
  const { records, files, now } = ports;
  const { value, version } = await records.manifest(projectId);
  const named = new Set([...value.files, ...value.replaced].map(({ key }) => key));
  const orphans: string[] = [];
  for await (const key of files.list(historyPrefix(projectId))) {
    const madeAt = keyMadeAt(key);
    if (madeAt !== null && madeAt <= now() - minAgeMs && !named.has(key)) orphans.push(key);
  }
  if (orphans.length === 0) return true;
  if (!(await records.changeManifest(projectId, value, version))) return false;
  await files.delete(orphans);
  return true;
}
