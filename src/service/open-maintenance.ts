import type { ServicePorts } from "../http/service-ports.ts";
import type { Closer } from "../lib/threads/closers.ts";
import type { WakeableTask } from "../lib/threads/retry.ts";
import { startRecordingMaintenance } from "../recordings/recording-maintenance.ts";
import type { Config } from "../settings/config.ts";
import { storeEngine } from "../store/choose-engines.ts";
import { leaseOf } from "../store/lease.ts";

const INTERVAL_MS = 1000;

type MaintenanceParts = Pick<ServicePorts, "store" | "fileStore" | "legacy" | "memory" | "capture" | "metrics" | "log">;

/** Starts the maintenance of recordings. One of the nodes that share a store has the lease to scan all of it. */
export function openMaintenance(
  config: Config,
  { store, fileStore, legacy, memory, capture, metrics, log }: MaintenanceParts,
  closers: Closer[],
): WakeableTask {
  const lease = storeEngine(config).isRemote
    ? leaseOf({ records: async () => store.records, name: "recordings", owner: capture.node.id, now: Date.now })
    : null;
  const options = {
    ageMs: config.RECORDING_INGESTION_LIMIT_SECONDS * 1000,
    bytes: config.RECORDING_FLUSH_BYTES,
    intervalMs: INTERVAL_MS,
    retentionMs: config.RECORDING_RETENTION_SECONDS * 1000,
    events: metrics.recordings,
    report: (error: unknown, session?: object) =>
      log.warn({ err: error, ...session }, "recording maintenance failed; it is retried"),
  };
  const maintenance = startRecordingMaintenance(options, {
    ...store.recordings,
    files: fileStore.files,
    fileStore,
    legacy,
    memory,
    setAside: async (chunks) => {
      metrics.countDeadLetters(await capture.setAside(chunks.map((chunk) => ({ ...chunk, at: Date.now() }))));
    },
    isChosen: () => lease?.isHeld() ?? Promise.resolve(true),
    now: Date.now,
  });
  closers.push(async () => {
    await maintenance.stop();
    await lease?.release().catch(() => undefined); // then others wait until it ends
  });
  return maintenance;
}
