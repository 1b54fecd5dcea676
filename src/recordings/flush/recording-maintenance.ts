import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { NOTHING_TO_DO, startPeriodic, type WakeableTask } from "../../lib/threads/retry.ts";
import type { Millis } from "../../store/ports/common.ts";
import type { RecordingPieces } from "../../store/ports/recording-pieces.ts";
import type { FileStore } from "../../store/ports/stores.ts";
import type { LegacyImportPorts } from "../legacy/import-legacy-session.ts";
import { importLegacySessions } from "../legacy/import-legacy-session.ts";
import { type ErasePorts, eraseIfExists } from "../play/erase-recording.ts";
import type { SnapshotMemory } from "../play/snapshot-memory.ts";
import { type ExpirePorts, expireIncompleteSnapshots } from "../record/expire-incomplete-snapshots.ts";
import { UNRECORDED_SESSION_MS } from "../record/session-properties.ts";
import { type FlushEvents, Flusher, type FlushThresholds, type ReportError } from "./flusher.ts";
import { Janitor, type JanitorPorts } from "./janitor.ts";

interface RetentionPorts extends ErasePorts {
  readonly now: () => Millis;
}

const RECORDING_BATCH_SIZE = 100;

interface CheckPropertiesPorts {
  readonly pieces: Pick<RecordingPieces, "checkProperties">;
  readonly now: () => Millis;
}

/** Small batches with pauses let events be written to the same store. */
const SESSION_BATCH_SIZE = 500;
const BATCH_PAUSE_MS = 50;

/** Erases unpinned recordings that received nothing for `retentionMs`. Returns whether it found any. */
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
  /** Milliseconds between runs of a task, about. */
  readonly intervalMs: number;
  /** Milliseconds since an unpinned recording last received anything; 0 keeps it forever. */
  readonly retentionMs: number;
  readonly report: ReportError;
  readonly events: MaintenanceEvents;
}

export interface MaintenanceEvents extends FlushEvents {
  /** Called with the receipt time of the snapshot that has waited longest for a file; null if none waits. */
  readonly waitingSince: (at: Millis | null) => void;
}

export interface MaintenancePorts extends LegacyImportPorts, JanitorPorts, ExpirePorts, RetentionPorts {
  readonly memory: SnapshotMemory;
  readonly fileStore: FileStore;
  /** True if this node does work for all. */
  readonly isChosen: () => Promise<boolean>;
}

const LEASE_MS = 60_000;
/** Exceeds any write to object storage. */
const ERASURE_GRACE_MS = 600_000;
const TIDY_INTERVAL_MS = 600_000;
/** Multiples of the interval for the longest pauses: snapshots, and the rest. */
const [IDLE_FACTOR, SLOW_IDLE_FACTOR] = [10, 60];

/** Starts tasks apart, so that a failing one delays no other. Wake it when snapshots may have been stored. */
export function startRecordingMaintenance(
  { intervalMs, retentionMs, report, events, ...thresholds }: MaintenanceOptions,
  ports: MaintenancePorts,
): WakeableTask {
  const flusher = new Flusher(thresholds, { owner: randomUUID(), leaseMs: LEASE_MS }, ports, events);
  const importLease = { owner: randomUUID(), leaseMs: LEASE_MS };
  const janitor = new Janitor(ports, ERASURE_GRACE_MS);
  const start = (task: (signal: AbortSignal) => Promise<unknown>, taskIntervalMs = intervalMs, idleFactor = 1) =>
    startPeriodic(task, taskIntervalMs, report, idleFactor * taskIntervalMs);
  let waitingSince: Millis | null | undefined;
  /** One read tells if any flusher may have work. */
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
  /** Runs the task on the chosen node only. */
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

/** Drops properties of sessions not recorded within `UNRECORDED_SESSION_MS`. */
export async function checkSessionProperties(
  { pieces, now }: CheckPropertiesPorts,
  signal: AbortSignal,
): Promise<void> {
  const check = () => pieces.checkProperties(now(), now() + UNRECORDED_SESSION_MS, SESSION_BATCH_SIZE);
  while ((await check()) === SESSION_BATCH_SIZE && !signal.aborted) await sleep(BATCH_PAUSE_MS);
}
