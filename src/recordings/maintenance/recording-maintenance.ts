import { randomUUID } from "node:crypto";
import { type PeriodicTask, startPeriodic } from "../../retry.ts";
import type { Millis } from "../../storage/ports/common.ts";
import type { Recordings } from "../../storage/ports/recordings.ts";
import type { FileStore } from "../../storage/ports/stores.ts";
import type { LegacyImportPorts } from "../legacy/import-legacy-session.ts";
import { importLegacySessions } from "../legacy/import-legacy-sessions.ts";
import type { SnapshotMemory } from "../player/snapshot-memory.ts";
import { type ExpirePorts, expireIncompleteSnapshots } from "../recorder/expire-incomplete-snapshots.ts";
import { type FlushEvents, Flusher, type FlushThresholds, type ReportError } from "./flusher.ts";
import { Janitor, type JanitorPorts } from "./janitor.ts";
import { eraseExpired, type RetentionPorts } from "./retention.ts";

export interface MaintenanceOptions extends FlushThresholds {
  /** The time between two rounds, about, in milliseconds. */
  readonly intervalMs: number;
  /** How long a recording is kept of which nothing is received any more, in milliseconds; 0 is for good. */
  readonly retentionMs: number;
  readonly report: ReportError;
  readonly events: MaintenanceEvents;
}

/** What there is to count. */
export interface MaintenanceEvents extends FlushEvents {
  /** When the snapshot was received that has waited longest for its file; null where none waits. */
  readonly waitingSince: (at: Millis | null) => void;
}

export interface MaintenancePorts extends LegacyImportPorts, JanitorPorts, ExpirePorts, RetentionPorts {
  readonly recordings: Recordings;
  readonly files: FileStore["files"];
  readonly fileStore: Pick<FileStore, "tidy">;
  readonly memory: SnapshotMemory;
}

/** How long a flusher is left alone with a session, unless it says that it goes on. */
const LEASE_MS = 60_000;
/** Longer than the end of a file may be on its way to the object store. */
const ERASURE_GRACE_MS = 600_000;
const TIDY_INTERVAL_MS = 600_000;

/** What recordings need beside requests: each task in rounds of its own, so that one which fails keeps none of the others waiting. */
export function startRecordingMaintenance(
  { intervalMs, retentionMs, report, events, ...due }: MaintenanceOptions,
  ports: MaintenancePorts,
): PeriodicTask {
  const flusher = new Flusher(due, { owner: randomUUID(), leaseMs: LEASE_MS }, ports, events);
  const takingUp = { owner: randomUUID(), leaseMs: LEASE_MS };
  const janitor = new Janitor(ports, ERASURE_GRACE_MS);
  const start = (task: (signal: AbortSignal) => Promise<unknown>, everyMs = intervalMs) =>
    startPeriodic(task, everyMs, report);
  const started = [
    start((signal) => flusher.flush(report, signal)),
    start(async () => events.waitingSince(await ports.recordings.waitingSince())),
    start((signal) => importLegacySessions(ports.now() - due.ageMs, takingUp, ports, report, signal)),
    start((signal) => janitor.sweep(report, signal)),
    start((signal) => expireIncompleteSnapshots(ports, signal)),
    start(() => ports.memory.forgetErased()),
    start(() => ports.fileStore.tidy(), TIDY_INTERVAL_MS),
  ];
  if (retentionMs > 0) started.push(start((signal) => eraseExpired(retentionMs, ports, signal)));
  return {
    async stop() {
      await Promise.all(started.map((rounds) => rounds.stop()));
    },
  };
}
