import type { components } from "../../../../generated/openapi.ts";
import { flushSession } from "../../../recordings/flush/flush-session.ts";
import type { Millis, ProjectId } from "../../../store/ports/common.ts";
import type { FileStore, Store } from "../../../store/ports/stores.ts";
import { storeBodies } from "./store-bodies.ts";

const LEASE = { owner: "sandbox", leaseMs: 60_000 };

export interface RecordedSession {
  readonly session_id: string;
  readonly distinct_id: string;
  readonly snapshots: readonly components["schemas"]["SnapshotLine"][];
}

export async function storeRecording(
  recording: RecordedSession,
  to: { readonly projectId: ProjectId; readonly receivedAt: Millis },
  ports: RecordingPorts,
): Promise<void> {
  await storeBodies(snapshotBodies(recording), to, ports.store);
  await moveToFile(recording, to.projectId, ports);
}

/** Returns the requests that a client sends while it records. */
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

interface RecordingPorts {
  readonly store: Store;
  readonly files: FileStore["files"];
}
