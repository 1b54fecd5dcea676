import type { JsonText, Millis, ProjectId } from "../../store/ports/common.ts";
import type { ChunkedSnapshot, RecordingPieces } from "../../store/ports/recording-pieces.ts";
import type { SessionEvent } from "./session-properties.ts";
import { chunkCount } from "./snapshot-chunks.ts";

export interface ExpiredChunk {
  readonly projectId: ProjectId;
  readonly sessionId: string;
  readonly uuid: string;
  readonly reason: string;
  readonly event: JsonText;
}

export interface ExpirePorts {
  readonly pieces: RecordingPieces;
  /** Stores dead letters, each once by uuid; returns once they are on disk. */
  readonly setAside: (snapshots: readonly ExpiredChunk[]) => Promise<void>;
  readonly now: () => Millis;
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
    await setAside(
      texts.map((event, index) => ({ projectId, sessionId, uuid: events[index]?.uuid ?? "", reason, event })),
    );
  }
  await pieces.dropChunks(snapshot);
}
