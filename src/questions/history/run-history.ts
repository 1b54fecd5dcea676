import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Events } from "../../store/ports/events.ts";
import type { Files } from "../../store/ports/files.ts";
import type { Tenants } from "../../store/records/tenants.ts";
import { fileNextBatch } from "./file-events.ts";
import type { LocalFiles } from "./history-keys.ts";
import { dayName, dayNumber } from "./history-keys.ts";
import type { HistoryRecords } from "./history-records.ts";
import { replaceFiles } from "./history-records.ts";
import { leaveStore } from "./leave-store.ts";
import { mergeFiles } from "./merge-files.ts";
import { deleteOrphans, deleteReplaced } from "./remove-leftovers.ts";
import type { TableLog } from "./table-log.ts";
import type { Workshop } from "./workshop.ts";

/** Drops files of days that ended at or before this time. */
async function expireHistory(projectId: ProjectId, before: Millis, ports: RunHistoryPorts): Promise<void> {
  const { records, now } = ports;
  const firstDay = dayName(dayNumber(before));
  const manifest = await records.manifest(projectId);
  const { value } = manifest;
  const expired = value.files.filter(({ day }) => day < firstDay).map(({ key }) => key);
  if (expired.length === 0) return;
  // If another process changes the manifest meanwhile, the next run does it.
  await ports.table.change(projectId, manifest, ports, replaceFiles(value, new Set(expired), [], now()));
}

export interface RunHistoryPorts {
  readonly events: Pick<Events, "settled" | "storedLines" | "leavable" | "leave">;
  readonly tenants: Pick<Tenants, "listProjects">;
  readonly records: HistoryRecords;
  readonly table: TableLog;
  readonly files: Files;
  readonly local: LocalFiles;
  readonly workshop: () => Promise<Workshop>;
  readonly now: () => Millis;
  /** Called after each step, when local files have nothing left of it. */
  readonly onStep: () => void;
}

export interface RunHistoryOptions {
  readonly owner: string;
  /** Seconds for projects without a setting of their own; 0 is forever. */
  readonly retentionSeconds: number;
  /** Seconds that events also stay in the store. */
  readonly storeSeconds: number;
}

export interface HistoryRun {
  readonly filed: number;
  readonly files: number;
  readonly bytes: number;
  readonly left: number;
  /** When the youngest event that has left was received; null if none has. */
  readonly leftUntil: Millis | null;
}

/** Exceeds the time of most steps. After a kill, the next node or start waits for it. */
const LEASE_MS = 60_000;
/** Time that readers may use an older list of files. */
const REPLACED_GRACE_MS = 600_000;
/** Exceeds the time that a writer needs from a file's name to its manifest. */
const ORPHAN_AGE_MS = 3_600_000;

/** Does all upkeep of files. Returns null if another node does so now: only one is needed, but several do no harm. */
export async function runHistory(
  options: RunHistoryOptions,
  ports: RunHistoryPorts,
  signal: AbortSignal,
): Promise<HistoryRun | null> {
  const { records, now } = ports;
  const isClaimed = () => records.claim(options.owner, now() + LEASE_MS, now());
  const isHeld = async () => (await records.heldUntil()) > now();
  let filed = 0;
  for (let rows: number | null = 0; rows !== null && !signal.aborted; ) {
    if (!(await isClaimed())) return null;
    rows = await fileNextBatch(ports, signal);
    filed += rows ?? 0;
    ports.onStep();
  }
  const limits = { storeMs: options.storeSeconds * 1000, graceMs: REPLACED_GRACE_MS };
  const mayLeave = async () => !(await isHeld()) && isClaimed();
  const left = await leaveStore(limits, { ...ports, isClaimed: mayLeave }, signal);
  ports.onStep();
  let [files, bytes] = [0, 0];
  for (const { id, eventRetentionSeconds } of await ports.tenants.listProjects()) {
    if (signal.aborted || !(await isClaimed())) return null;
    const seconds = eventRetentionSeconds ?? options.retentionSeconds;
    if (seconds > 0) await expireHistory(id, now() - seconds * 1000, ports);
    await mergeFiles(id, ports, signal);
    ports.onStep();
    if (!(await isHeld())) {
      await deleteReplaced(id, REPLACED_GRACE_MS, ports);
      await deleteOrphans(id, ORPHAN_AGE_MS, ports);
    }
    const manifest = await records.manifest(id);
    const { value } = manifest;
    if (manifest.version !== null) await ports.table.change(id, manifest, ports); // else the next run does it
    files += value.files.length;
    for (const file of value.files) bytes += file.bytes;
  }
  return { filed, files, bytes, left, leftUntil: (await records.left()).value.receivedUntil };
}
