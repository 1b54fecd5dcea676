import { randomUUID } from "node:crypto";
import type { Millis } from "../../store/ports/common.ts";
import type { FileStore } from "../../store/ports/stores.ts";
import { type PeriodicTask, startPeriodic } from "../../threads/retry.ts";
import type { LegacyImportPorts } from "../legacy/import-legacy-session.ts";
import { importLegacySessions } from "../legacy/import-legacy-sessions.ts";
import type { SnapshotMemory } from "../play/snapshot-memory.ts";
import { type ExpirePorts, expireIncompleteSnapshots } from "../record/expire-incomplete-snapshots.ts";
import { checkSessionProperties } from "./check-session-properties.ts";
import { type FlushEvents, Flusher, type FlushThresholds, type ReportError } from "./flusher.ts";
import { Janitor, type JanitorPorts } from "./janitor.ts";
import { eraseExpired, type RetentionPorts } from "./retention.ts";

export interface MaintenanceOptions extends FlushThresholds {
  /** The time between two runs of a task, about, in milliseconds. */
  readonly intervalMs: number;
  /** How long an unpinned recording is kept after it last received anything, in milliseconds; 0 keeps it forever. */
  readonly retentionMs: number;
  readonly report: ReportError;
  readonly events: MaintenanceEvents;
}

/** Called for metrics. */
export interface MaintenanceEvents extends FlushEvents {
  /** Called with the time when the snapshot was received that has waited longest for its file; null if none waits. */
  readonly waitingSince: (at: Millis | null) => void;
}

export interface MaintenancePorts extends LegacyImportPorts, JanitorPorts, ExpirePorts, RetentionPorts {
  readonly memory: SnapshotMemory;
  readonly fileStore: FileStore;
}

/** How long a flusher's claim of a session lasts unless renewed. */
const LEASE_MS = 60_000;
/** Exceeds the time of any write to object storage. */
const ERASURE_GRACE_MS = 600_000;
const TIDY_INTERVAL_MS = 600_000;

/**
 * Starts the periodic tasks of recordings. Each task runs on its own, so that a failing one does not delay the others.
 */
export function startRecordingMaintenance(
  { intervalMs, retentionMs, report, events, ...thresholds }: MaintenanceOptions,
  ports: MaintenancePorts,
): PeriodicTask {
  const flusher = new Flusher(thresholds, { owner: randomUUID(), leaseMs: LEASE_MS }, ports, events);
  const importLease = { owner: randomUUID(), leaseMs: LEASE_MS };
  const janitor = new Janitor(ports, ERASURE_GRACE_MS);
  const start = (task: (signal: AbortSignal) => Promise<unknown>, taskIntervalMs = intervalMs) =>
    startPeriodic(task, taskIntervalMs, report);
  const started = [
    start((signal) => flusher.flush(report, signal)),
    start(async () => events.waitingSince(await ports.flushing.waitingSince())),
    start((signal) => importLegacySessions(ports.now() - thresholds.ageMs, importLease, ports, report, signal)),
    start((signal) => janitor.sweep(report, signal)),
    start((signal) => expireIncompleteSnapshots(ports, signal)),
    start(() => ports.memory.forgetErased()),
    start(() => ports.fileStore.tidy(), TIDY_INTERVAL_MS),
    start((signal) => checkSessionProperties(ports, signal), TIDY_INTERVAL_MS),
  ];
  if (retentionMs > 0) started.push(start((signal) => eraseExpired(retentionMs, ports, signal)));
  return {
    async stop() {
      await Promise.all(started.map((task) => task.stop()));
    },
  };
}
