import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { type PeriodicTask, startPeriodic } from "../../lib/threads/retry.ts";
import type { FileStore, Store } from "../../store/ports/stores.ts";
import { openLocalFiles, workFolder } from "./cached-files.ts";
import type { WriterProgress } from "./history-eraser.ts";
import { historyRecords } from "./history-records.ts";
import { type HistoryRun, runHistory } from "./run-history.ts";
import { TableLog } from "./table-log.ts";
import { Workshop } from "./workshop.ts";

interface HistoryOptions {
  readonly directory: string;
  readonly intervalMs: number;
  readonly retentionSeconds: number;
  readonly storeSeconds: number;
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
  const { directory, intervalMs, retentionSeconds, storeSeconds } = options;
  const run = { owner: randomUUID(), retentionSeconds, storeSeconds };
  const table = new TableLog();
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
    const [{ events, tenants, records }, { files }] = [await ports.store.get(), await ports.fileStore.get()];
    const local = await openLocalFiles(directory, "writer", files, CACHE_BYTES);
    let opened: Promise<Workshop> | undefined;
    const workshop = () => {
      opened ??= Workshop.open(folder, [local.root]);
      return opened;
    };
    isRunning = true;
    try {
      const result = await runHistory(
        run,
        { events, tenants, files, local, workshop, table, records: historyRecords(records), now: Date.now, onStep },
        signal,
      );
      if (!signal.aborted) ports.onRun(result);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      isRunning = false;
      await (await opened?.catch(() => undefined))?.close();
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
