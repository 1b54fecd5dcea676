import { randomUUID } from "node:crypto";
import { NOTHING_TO_DO, startPeriodic, type WakeableTask } from "../../lib/threads/retry.ts";
import type { Millis } from "../../store/ports/common.ts";
import type { FileStore } from "../../store/ports/stores.ts";
import type { LegacyImportPorts } from "../legacy/import-legacy-session.ts";
import { importLegacySessions } from "../legacy/import-legacy-sessions.ts";
import { type ErasePorts, eraseIfExists } from "../play/erase-recording.ts";
import type { SnapshotMemory } from "../play/snapshot-memory.ts";
import { type ExpirePorts, expireIncompleteSnapshots } from "../record/expire-incomplete-snapshots.ts";
import { checkSessionProperties } from "./check-session-properties.ts";
import { type FlushEvents, Flusher, type FlushThresholds, type ReportError } from "./flusher.ts";
import { Janitor, type JanitorPorts } from "./janitor.ts";

interface RetentionPorts extends ErasePorts {
  readonly now: () => Millis;
}

const RECORDING_BATCH_SIZE = 100;

/** Erases unpinned recordings that received nothing for `retentionMs` milliseconds. Returns whether there were any. */
async function eraseExpired(retentionMs: number, ports: RetentionPorts, signal?: AbortSignal): Promise<boolean> {
  const { erasure, now } = ports;
  let hasWorked = false;
  for (let hasMore = true; hasMore; ) {
    const expired = await erasure.expired(now() - retentionMs, RECORDING_BATCH_SIZE);
    for (const session of expired) {
      if (signal?.aborted) return true;
      await eraseIfExists(session, now(), ports);
    }
    hasWorked ||= expired.length > 0;
    hasMore = expired.length === RECORDING_BATCH_SIZE;
  }
  return hasWorked;
}

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
  /** Returns whether this node looks for work that one node does for all. */
  readonly isChosen: () => Promise<boolean>;
}

/** How long a flusher's claim of a session lasts unless renewed. */
const LEASE_MS = 60_000;
/** Exceeds the time of any write to object storage. */
const ERASURE_GRACE_MS = 600_000;
const TIDY_INTERVAL_MS = 600_000;
/** The longest pauses between two looks for work, as multiples of the interval: for snapshots, and for the rest. */
const [IDLE_FACTOR, SLOW_IDLE_FACTOR] = [10, 60];

/**
 * Starts the periodic tasks of recordings. Each task runs on its own, so that a failing one does not delay the others.
 * Wake it when snapshots may have been stored.
 */
export function startRecordingMaintenance(
  { intervalMs, retentionMs, report, events, ...thresholds }: MaintenanceOptions,
  ports: MaintenancePorts,
): WakeableTask {
  const flusher = new Flusher(thresholds, { owner: randomUUID(), leaseMs: LEASE_MS }, ports, events);
  const importLease = { owner: randomUUID(), leaseMs: LEASE_MS };
  const janitor = new Janitor(ports, ERASURE_GRACE_MS);
  const start = (task: (signal: AbortSignal) => Promise<unknown>, taskIntervalMs = intervalMs, idleFactor = 1) =>
    startPeriodic(task, taskIntervalMs, report, idleFactor * taskIntervalMs);
  /** Undefined until it is known. */
  let waitingSince: Millis | null | undefined;
  /** One read tells whether any flusher may have work. */
  const look = async () => {
    waitingSince = await ports.flushing.waitingSince();
    events.waitingSince(waitingSince);
    if (waitingSince === null) return NOTHING_TO_DO;
    if (waitingSince < ports.now() - thresholds.ageMs) flushing.wake();
    return waitingSince;
  };
  const flush = async (signal: AbortSignal) =>
    (waitingSince !== null && (await flusher.flush(report, signal))) || NOTHING_TO_DO;
  const flushing = start(flush, intervalMs, IDLE_FACTOR);
  const looking = start(look, intervalMs, IDLE_FACTOR);
  /** Returns the task as one that does nothing on nodes that are not chosen. */
  const once = (task: (signal: AbortSignal) => Promise<unknown>) => async (signal: AbortSignal) =>
    ((await ports.isChosen()) && (await task(signal))) || NOTHING_TO_DO;
  const startSlow = (task: (signal: AbortSignal) => Promise<boolean>) =>
    start(once(task), intervalMs, SLOW_IDLE_FACTOR);
  const importLegacy = (signal: AbortSignal) =>
    importLegacySessions(ports.now() - thresholds.ageMs, importLease, ports, report, signal);
  const started = [
    flushing,
    looking,
    start(once(importLegacy)),
    startSlow((signal) => janitor.sweep(report, signal)),
    startSlow((signal) => expireIncompleteSnapshots(ports, signal)),
    start(() => ports.memory.forgetErased()),
    start(() => ports.fileStore.tidy(), TIDY_INTERVAL_MS),
    start(
      once((signal) => checkSessionProperties(ports, signal)),
      TIDY_INTERVAL_MS,
    ),
  ];
  if (retentionMs > 0) started.push(startSlow((signal) => eraseExpired(retentionMs, ports, signal)));
  return {
    wake: () => looking.wake(),
    async stop() {
      await Promise.all(started.map((task) => task.stop()));
    },
  };
}
