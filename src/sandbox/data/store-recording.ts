import type { components } from "../../../generated/openapi.ts";
import { flushSession } from "../../recordings/keep/flush-session.ts";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { FileStore, Store } from "../../store/ports/stores.ts";
import { storeBodies } from "./store-bodies.ts";

const LEASE = { owner: "sandbox", leaseMs: 60_000 };

export interface RecordedSession {
  readonly session_id: string;
  readonly distinct_id: string;
  readonly snapshots: readonly components["schemas"]["SnapshotLine"][];
}

/** Stores a recording in a file. */
export async function storeRecording(
  { session_id, distinct_id, snapshots }: RecordedSession,
  to: { readonly projectId: ProjectId; readonly receivedAt: Millis },
  { store, files }: { readonly store: Store; readonly files: FileStore["files"] },
): Promise<void> {
  const bodies = snapshots.map(({ window_id: $window_id, data: $snapshot_data }) => {
    return { event: "$snapshot", distinct_id, properties: { $session_id: session_id, $window_id, $snapshot_data } };
  });
  await storeBodies(bodies, to, store);
  const ports = { flushing: store.recordings.flushing, files, now: Date.now };
  await flushSession({ projectId: to.projectId, sessionId: session_id }, LEASE, ports);
}
