import type { ProjectId } from "../../store/ports/common.ts";
import { keyMadeAt, tablePrefix } from "./history-keys.ts";
import type { WriterPorts } from "./table-log.ts";

/** Time that readers may use an older list of files. */
export const REPLACED_GRACE_MS = 600_000;
/** Exceeds the time that a writer needs from a file's name to its manifest. */
export const ORPHAN_AGE_MS = 3_600_000;

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
 * Deletes a table's files that no manifest names and that are older than `minAgeMs`: interrupted writers left them.
 * Returns false, having deleted nothing, if the manifest was changed meanwhile.
 * A writer reads the manifest before it writes a file, so after the change here no listed file can go live.
 */
export async function deleteOrphans(projectId: ProjectId, minAgeMs: number, ports: WriterPorts): Promise<boolean> {
  const { records, files, table, now } = ports;
  const { value, version } = await records.manifest(projectId);
  const named = new Set([...value.files, ...value.replaced].map(({ key }) => key));
  const orphans: string[] = [];
  for await (const key of files.list(tablePrefix(projectId, table.name))) {
    const madeAt = keyMadeAt(key);
    if (madeAt !== null && madeAt <= now() - minAgeMs && !named.has(key)) orphans.push(key);
  }
  if (orphans.length === 0) return true;
  if (!(await records.changeManifest(projectId, value, version))) return false;
  await files.delete(orphans);
  return true;
}
