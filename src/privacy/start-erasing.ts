import type { ErasureGate } from "../ingest/drain/erasure-gate.ts";
import type { Lazy } from "../ingest/drain/lazy-store.ts";
import type { NodePresence } from "../ingest/drain/node-presence.ts";
import type { JournalDatabase } from "../ingest/journal/journal-database.ts";
import type { JournalWriter } from "../ingest/journal/journal-thread.ts";
import type { Remote } from "../lib/threads/channel.ts";
import { type PeriodicTask, startPeriodic } from "../lib/threads/retry.ts";
import type { HistoryEraser } from "../questions/history/history-eraser.ts";
import { type Changes, ERASURES, REMOVALS, watchTopic } from "../store/changes.ts";
import { StoreUnavailable } from "../store/ports/common.ts";
import type { LegacyStore } from "../store/ports/legacy-store.ts";
import type { FileStore, Store } from "../store/ports/stores.ts";
import { type ErasureWorkerPorts, erasureWorker } from "./erasure-worker.ts";
import { removeProjects } from "./remove-project.ts";

export interface ErasingPorts {
  readonly changes: Changes;
  readonly node: NodePresence;
  readonly gate: ErasureGate;
  readonly store: Lazy<Store>;
  readonly fileStore: Lazy<FileStore>;
  readonly legacy: Lazy<LegacyStore>;
  readonly journal: JournalDatabase;
  readonly writer: Remote<Pick<JournalWriter, "deleteLetters" | "wipeNow">>;
  readonly history: HistoryEraser;
  /** Called when a step failed; it will be repeated. */
  readonly onFailure: (message: string, error: unknown) => void;
}

/** Used while there is work; idle tasks only ask for changes. */
const INTERVAL_MS = 500;
const STARTED_AT = Date.now();

/** Runs in the thread of the drain. Opens the engines for files on first use. */
export function startErasing(erasing: ErasingPorts): PeriodicTask {
  const { changes, node, gate, store, fileStore, legacy, journal, writer, history, onFailure } = erasing;
  const worker = erasureWorker(node);
  const newErasures = watchTopic(changes, ERASURES);
  const newRemovals = watchTopic(changes, REMOVALS);
  let isRemoving = false;
  const engines = async () => {
    const { files, tidy } = await fileStore.get();
    return { files, tidyFiles: () => tidy(Date.now() - STARTED_AT), legacy: await legacy.get() };
  };
  const report = (error: unknown) => onFailure("an erasure has to wait", error);
  const ports = async (): Promise<ErasureWorkerPorts> => {
    const fixed = { gate, journal, history, now: Date.now, engines };
    const { deleteLetters, wipeNow: wipe } = writer;
    return { ...fixed, store: await store.get(), deleteLetters, wipe };
  };
  const removeAll = async (signal: AbortSignal) => {
    const { projectRemovals } = await store.get();
    const unconfirmed = await projectRemovals.unconfirmed();
    isRemoving = unconfirmed.some(({ stage }) => stage === "removing");
    if (unconfirmed.length === 0) return;
    await removeProjects(unconfirmed, { projectRemovals, now: Date.now, ...(await engines()) }, signal);
  };
  const removing = (signal: AbortSignal) =>
    isRemoving ? removeAll(signal) : newRemovals.ifChanged(() => removeAll(signal));
  /** Keeps pauses short while the store is unavailable, which the drain reports. */
  const ifAvailable = (step: "detach" | "remove") => async (signal: AbortSignal) => {
    try {
      const work = async () => worker[step](await ports(), signal, report);
      if (step === "detach" && worker.isIdle()) await newErasures.ifChanged(work);
      else await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  };
  const running = [
    startPeriodic(ifAvailable("detach"), INTERVAL_MS, report),
    startPeriodic(ifAvailable("remove"), INTERVAL_MS, report),
    startPeriodic(removing, INTERVAL_MS, (error) => onFailure("the removal of a project has to wait", error)),
  ];
  /** Lets no erasure wait for a node that leaves nothing behind. */
  const forgetIfEmpty = async () => {
    if (journal.firstGroupId() !== null || journal.deadLetters.count() > 0) return;
    const { erasures } = await store.get();
    if ((await erasures.unfinished()).length === 0) await erasures.removeNode(node.id);
  };
  return {
    async stop() {
      await Promise.all(running.map((task) => task.stop()));
      await forgetIfEmpty().catch(() => undefined); // then an erasure waits until it runs again
      await Promise.all([fileStore.close(), legacy.close()]);
    },
  };
}
