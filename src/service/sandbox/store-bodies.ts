import { randomUUID } from "node:crypto";
import type { Schemas } from "../../../generated/openapi.ts";
import { createDrainCaches, type StoreEventsPorts, storeEvents } from "../../ingest/drain/store-events.ts";
import { normalizeEvents } from "../../ingest/normalize-events.ts";
import { flushSession } from "../../recordings/flush-session.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { FileStore, Store } from "../../store/ports/stores.ts";

const SNAPSHOT_LIMITS = { bytes: 32_000_000, values: 2_000_000 };

interface StoreOptions {
  readonly projectId: ProjectId;
  readonly receivedAt: Millis;
  /** Changes persons and groups as the events would, and keeps no event. */
  readonly onlyPersons?: boolean;
}

const LEASE = { owner: "sandbox", leaseMs: 60_000 };

export interface RecordedSession {
  readonly session_id: string;
  readonly distinct_id: string;
  readonly snapshots: readonly Schemas["SnapshotLine"][];
}

/** Stores the events of requests as the drain does. Returns how many there are. */
export async function storeBodies(
  bodies: readonly object[],
  { projectId, receivedAt, onlyPersons = false }: StoreOptions,
  store: StoreEventsPorts["store"],
): Promise<number> {
  const events = bodies.flatMap((body, index) => {
    const entry = {
      projectId,
      receivedAt,
      seed: randomUUID(),
      operation: "batch" in body ? "batch" : "capture",
      body: Buffer.from(JSON.stringify(body)),
    } as const;
    return normalizeEvents(entry, { group: index, index: 0 }).events;
  });
  const caches = createDrainCaches(randomUUID());
  await storeEvents(events, { store, ...caches, snapshotLimits: SNAPSHOT_LIMITS, isStored: onlyPersons });
  return events.length;
}

export async function storeRecording(
  recording: RecordedSession,
  to: { readonly projectId: ProjectId; readonly receivedAt: Millis },
  ports: RecordingPorts,
): Promise<void> {
  await storeBodies(snapshotBodies(recording), to, ports.store);
  await moveToFile(recording, to.projectId, ports);
}

export function snapshotBodies({ session_id, distinct_id, snapshots }: RecordedSession): object[] {
  return snapshots.map(({ window_id: $window_id, data: $snapshot_data }) => {
    return { event: "$snapshot", distinct_id, properties: { $session_id: session_id, $window_id, $snapshot_data } };
  });
}

export async function moveToFile(
  { session_id: sessionId }: RecordedSession,
  projectId: ProjectId,
  { store, files }: RecordingPorts,
): Promise<void> {
  await flushSession({ projectId, sessionId }, LEASE, { ...store.recordings, files, now: Date.now });
}

export type RecordingPorts = { readonly store: Store; readonly files: FileStore["files"] };
