import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { newLruCache } from "../lib/lru-cache.ts";
import { NOTHING_TO_DO, startPeriodic, type WakeableTask } from "../lib/threads/retry.ts";
import { type JsonText, type Millis, type ProjectId, StoreUnavailable } from "../store/ports/common.ts";
import type { ChunkedSnapshot, RecordingPieces, SessionKey } from "../store/ports/recordings.ts";
import type { FileStore } from "../store/ports/stores.ts";
import { filePrefix } from "./file-keys.ts";
import { createFlusher, type FlushEvents, type FlushThresholds, type ReportError } from "./flush-session.ts";
import { importLegacySessions, type LegacyImportPorts } from "./import-legacy-session.ts";
import { type ErasePorts, eraseIfExists } from "./recording-library.ts";
import { type SessionEvent, sessionName, UNRECORDED_SESSION_MS } from "./session-properties.ts";
import { chunkCount } from "./snapshot-chunks.ts";
import type { SnapshotMemory } from "./snapshot-memory.ts";

type RetentionPorts = ErasePorts & Pick<LegacyImportPorts, "now">;

const RECORDING_BATCH_SIZE = 100;

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

export interface MaintenancePorts extends LegacyImportPorts, ExpirePorts, ErasePorts {
  readonly memory: SnapshotMemory;
  readonly fileStore: FileStore;
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
  const flushDue = createFlusher(thresholds, { owner: randomUUID(), leaseMs: LEASE_MS }, ports, events);
  const importLease = { owner: randomUUID(), leaseMs: LEASE_MS };
  const sweep = createJanitor(ports, ERASURE_GRACE_MS);
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
    (waitingSince !== null && (await flushDue(report, signal))) || NOTHING_TO_DO;
  const flushing = start(flush, intervalMs, IDLE_FACTOR);
  const looking = start(look, intervalMs, IDLE_FACTOR);
  /** Runs the task on the chosen node only. */
  const once = (task: (signal: AbortSignal) => Promise<unknown>) => async (signal: AbortSignal) =>
    ((await ports.isChosen()) && (await task(signal))) || NOTHING_TO_DO;
  const startSlow = (task: (signal: AbortSignal) => Promise<boolean>) =>
    start(once(task), intervalMs, SLOW_IDLE_FACTOR);
  const importLegacy = (signal: AbortSignal) =>
    importLegacySessions(ports.now() - thresholds.ageMs, importLease, ports, report, signal);
  const checkProperties = (signal: AbortSignal) => checkSessionProperties(ports, signal);
  const started = [
    flushing,
    looking,
    start(once(importLegacy)),
    startSlow((signal) => sweep(report, signal)),
    startSlow((signal) => expireIncompleteSnapshots(ports, signal)),
    start(() => ports.memory.forgetErased()),
    start(() => ports.fileStore.tidy(), TIDY_INTERVAL_MS),
    start(once(checkProperties), TIDY_INTERVAL_MS),
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
  { pieces, now }: Pick<LegacyImportPorts, "now"> & { readonly pieces: Pick<RecordingPieces, "checkProperties"> },
  signal: AbortSignal,
): Promise<void> {
  const check = () => pieces.checkProperties(now(), now() + UNRECORDED_SESSION_MS, SESSION_BATCH_SIZE);
  while ((await check()) === SESSION_BATCH_SIZE && !signal.aborted) await sleep(BATCH_PAUSE_MS);
}

export interface ExpiredChunk {
  readonly projectId: ProjectId;
  readonly sessionId: string;
  readonly uuid: string;
  readonly reason: string;
  readonly event: JsonText;
}

interface ExpirePorts extends Pick<LegacyImportPorts, "pieces" | "now"> {
  /** Stores dead letters, each once by uuid; returns once they are on disk. */
  readonly setAside: (snapshots: readonly ExpiredChunk[]) => Promise<void>;
}

const MAX_CHUNK_WAIT_MS = 24 * 3600 * 1000;
const SNAPSHOT_BATCH_SIZE = 20;

/** Makes dead letters of snapshots that stay incomplete. Failures lose nothing. Returns whether it found any. */
export async function expireIncompleteSnapshots(ports: ExpirePorts, signal?: AbortSignal): Promise<boolean> {
  const { pieces, now } = ports;
  let hasWorked = false;
  for (let hasMore = true; hasMore && !signal?.aborted; ) {
    const snapshots = await pieces.staleChunks(now() - MAX_CHUNK_WAIT_MS, SNAPSHOT_BATCH_SIZE);
    for (const snapshot of snapshots) await expireSnapshot(snapshot, ports);
    hasWorked ||= snapshots.length > 0;
    hasMore = snapshots.length === SNAPSHOT_BATCH_SIZE;
  }
  return hasWorked;
}

async function expireSnapshot(snapshot: ChunkedSnapshot, { pieces, setAside }: ExpirePorts): Promise<void> {
  const texts = await pieces.chunks(snapshot);
  const events = texts.map((text) => JSON.parse(text) as SessionEvent);
  const [first] = events;
  // The recorder that received the last chunk has handled complete snapshots.
  if (first && events.length < chunkCount(first)) {
    const [count, received] = [chunkCount(first), events.length];
    const reason = `$snapshot_data is one of ${count} chunks, of which only ${received} came within a day.`;
    const { projectId, sessionId } = snapshot;
    const uuidOf = (index: number) => events[index]?.uuid ?? "";
    await setAside(texts.map((event, index) => ({ projectId, sessionId, uuid: uuidOf(index), reason, event })));
  }
  await pieces.dropChunks(snapshot);
}

type JanitorPorts = Pick<LegacyImportPorts, "erasure" | "files" | "now">;

const ERASURE_BATCH_SIZE = 1000;

/**
 * Makes a function that deletes files of erased recordings at once, and again after `gracePeriodMs`, which exceeds any
 * write: a file that was being written may appear after its deletion. It returns whether there was work; it throws
 * `StoreUnavailable`, reports other failures and continues.
 */
export function createJanitor({ erasure, files, now }: JanitorPorts, gracePeriodMs: number) {
  const deleted = newLruCache<string, true>(10 * ERASURE_BATCH_SIZE);
  const deleteForGood = async (session: SessionKey, keys: readonly string[]) => {
    const present: string[] = [];
    for await (const key of files.list(filePrefix(session))) present.push(key);
    await files.delete([...new Set([...keys, ...present])]);
    await erasure.forgetFiles(session, keys);
  };
  return async (report: (error: unknown, session: SessionKey) => void, signal?: AbortSignal): Promise<boolean> => {
    let hasWorked = false;
    for (const { erasedAt, keys, ...session } of await erasure.erasures(ERASURE_BATCH_SIZE)) {
      if (signal?.aborted) break;
      const isSettled = now() - erasedAt >= gracePeriodMs;
      if (!isSettled && deleted.has(sessionName(session))) continue;
      hasWorked = true;
      try {
        if (isSettled) await deleteForGood(session, keys);
        else {
          await files.delete(keys);
          deleted.set(sessionName(session), true);
        }
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        report(error, session);
      }
    }
    return hasWorked;
  };
}
