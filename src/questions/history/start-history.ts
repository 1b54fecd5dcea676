import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { type PeriodicTask, startPeriodic } from "../../lib/threads/retry.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Events } from "../../store/ports/events.ts";
import type { PeopleReading } from "../../store/ports/persons.ts";
import type { FileStore, Store } from "../../store/ports/stores.ts";
import type { Tenants } from "../../store/records/tenants.ts";
import { openLocalFiles, workFolder } from "./cached-files.ts";
import { fileNextBatch } from "./file-events.ts";
import type { WriterProgress } from "./history-eraser.ts";
import { dayName, dayNumber, PERSON_TABLES } from "./history-keys.ts";
import { historyRecords, replaceFiles } from "./history-records.ts";
import { leaveStore } from "./leave-store.ts";
import { mergeFiles } from "./merge-files.ts";
import { deleteOrphans, deleteReplaced, ORPHAN_AGE_MS, REPLACED_GRACE_MS } from "./remove-leftovers.ts";
import { renewTable } from "./renew-persons.ts";
import { TableLog, type WriterPorts } from "./table-log.ts";
import { withWorkshop } from "./workshop.ts";

interface HistoryOptions {
  readonly directory: string;
  readonly intervalMs: number;
  /** Seconds for projects without a setting of their own; 0 is forever. */
  readonly retentionSeconds: number;
  /** Seconds that events also stay in the store. */
  readonly storeSeconds: number;
  /** Whether persons have tables, too. */
  readonly persons: boolean;
}

export interface HistoryRun {
  readonly filed: number;
  readonly files: number;
  readonly bytes: number;
  readonly left: number;
  /** When the youngest event that has left was received; null if none has. */
  readonly leftUntil: Millis | null;
}

interface HistoryPorts {
  readonly store: { get(): Promise<Store> };
  readonly fileStore: { get(): Promise<FileStore> };
  /** Called with null if another node does the work. */
  readonly onRun: (run: HistoryRun | null) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Cache for S3: events that leave the store are looked up in the same files again and again. */
const CACHE_BYTES = 512 * 1024 * 1024;

interface HistoryTask extends PeriodicTask {
  progress(): WriterProgress;
}

/** Files stored events at intervals, the first time after one, so that a start does nothing more. */
export function startHistory(options: HistoryOptions, ports: HistoryPorts): HistoryTask {
  const { directory, intervalMs, ...limits } = options;
  const run = { owner: randomUUID(), ...limits };
  const table = new TableLog();
  const personLogs = PERSON_TABLES.map((name) => new TableLog(name));
  const folder = workFolder(directory, "writer");
  let isFirst = true;
  let [steps, isRunning] = [0, false];
  const onStep = () => {
    steps += 1;
  };
  const fileAll = async (signal: AbortSignal) => {
    if (isFirst) {
      isFirst = false;
      return rm(folder, { recursive: true, force: true }); // left by a process that was killed
    }
    const [store, { files }] = [await ports.store.get(), await ports.fileStore.get()];
    const { events, tenants, people } = store;
    const records = historyRecords(store.records);
    const personTables = personLogs.map((log) => ({ table: log, records: historyRecords(store.records, log.name) }));
    const local = await openLocalFiles(directory, "writer", files, CACHE_BYTES);
    isRunning = true;
    try {
      const tables = { table, records, personTables };
      const common = { events, tenants, people, files, local, ...tables, now: Date.now, onStep };
      const result = await withWorkshop(folder, [local.root], (workshop) =>
        runHistory(run, { ...common, workshop }, signal).finally(() => {
          isRunning = false;
        }),
      );
      if (!signal.aborted) ports.onRun(result);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
  const task = startPeriodic(fileAll, intervalMs, ports.onFailure);
  return {
    async stop() {
      await task.stop();
      const release = async () => historyRecords((await ports.store.get()).records).claim(run.owner, 0, Date.now());
      await release().catch(() => undefined); // then the next one waits until the claim ends
    },
    progress: () => ({ steps, isRunning }),
  };
}

/** Drops files of days that ended at or before this time. */
async function expireHistory(projectId: ProjectId, before: Millis, ports: WriterPorts): Promise<void> {
  const { records, now } = ports;
  const firstDay = dayName(dayNumber(before));
  const manifest = await records.manifest(projectId);
  const { value } = manifest;
  const expired = value.files.filter(({ day }) => day < firstDay).map(({ key }) => key);
  if (expired.length === 0) return;
  // If another process changes the manifest meanwhile, the next run does it.
  await ports.table.change(projectId, manifest, ports, replaceFiles(value, new Set(expired), [], now()));
}

interface RunHistoryPorts extends WriterPorts {
  readonly events: Pick<Events, "settled" | "storedLines" | "leavable" | "leave">;
  readonly tenants: Pick<Tenants, "listProjects">;
  readonly people: PeopleReading;
  readonly personTables: readonly Pick<WriterPorts, "table" | "records">[];
  /** Called after each step, when local files have nothing left of it. */
  readonly onStep: () => void;
}

/** Exceeds the time of most steps. After a kill, the next node or start waits for it. */
const LEASE_MS = 60_000;

/** Does all upkeep of files. Returns null if another node does so now: only one is needed, but several do no harm. */
async function runHistory(
  options: Omit<HistoryOptions, "directory" | "intervalMs"> & { readonly owner: string },
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
    const changedAt = options.persons ? value.table?.at : undefined;
    for (const own of ports.personTables) await renewTable(id, changedAt, { ...ports, ...own }, signal);
    ports.onStep();
    files += value.files.length;
    for (const file of value.files) bytes += file.bytes;
  }
  return { filed, files, bytes, left, leftUntil: (await records.left()).value.receivedUntil };
}
