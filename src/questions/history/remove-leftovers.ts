import type { ProjectId } from "../../store/ports/common.ts";
import { historyPrefix, keyMadeAt } from "./history-keys.ts";
import type { TableLogPorts, WriterPorts } from "./table-log.ts";

/** Deletes files replaced at least `graceMs` ago, which no question reads any more, nor does the table's log name. */
export async function deleteReplaced(projectId: ProjectId, graceMs: number, ports: WriterPorts): Promise<void> {
  const manifest = await ports.records.manifest(projectId);
  const due = manifest.value.replaced.filter(({ at }) => at <= ports.now() - graceMs);
  if (due.length === 0) return;
  const replaced = manifest.value.replaced.filter((file) => !due.includes(file));
  const isChanged = await ports.table.change(projectId, manifest, ports, { ...manifest.value, replaced });
  if (!isChanged) return deleteReplaced(projectId, graceMs, ports);
  await ports.files.delete(due.map(({ key }) => key)); // if interrupted, nothing names them, as files of killed writers
}

/**
 * Deletes a project's files that no manifest names and that are older than `minAgeMs`: interrupted writers left them.
 * Returns false, having deleted nothing, if the manifest was changed meanwhile.
 * A writer reads the manifest before it writes a file, so after the change here no listed file can go live.
 */
export async function deleteOrphans(projectId: ProjectId, minAgeMs: number, ports: TableLogPorts): Promise<boolean> {
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
