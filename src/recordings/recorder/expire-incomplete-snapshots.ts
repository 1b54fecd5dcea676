import type { JsonText, Millis, ProjectId } from "../../storage/ports/common.ts";
import type { ChunkedSnapshot, Recordings } from "../../storage/ports/recordings.ts";
import type { SessionEvent } from "./session-event.ts";
import { chunkCount } from "./snapshot-chunks.ts";

/** A `$snapshot` event that no recording will take. */
export interface ExpiredChunk {
  readonly projectId: ProjectId;
  readonly sessionId: string;
  readonly uuid: string;
  readonly reason: string;
  readonly event: JsonText;
}

export interface ExpirePorts {
  readonly recordings: Pick<Recordings, "staleChunks" | "chunks" | "dropChunks">;
  /** Returns when the disk has them, each once by its uuid. */
  readonly setAside: (snapshots: readonly ExpiredChunk[]) => Promise<void>;
  readonly now: () => Millis;
}

/** How long a chunk waits for the others of its snapshot. */
const MAX_CHUNK_WAIT_MS = 24 * 3600 * 1000;
const SNAPSHOT_BATCH_SIZE = 20;

/** Sets the chunks aside that have waited too long for the rest. Throws what the ports throw, with nothing lost. */
export async function expireIncompleteSnapshots(ports: ExpirePorts, signal?: AbortSignal): Promise<void> {
  const { recordings, now } = ports;
  for (let left = true; left && !signal?.aborted; ) {
    const snapshots = await recordings.staleChunks(now() - MAX_CHUNK_WAIT_MS, SNAPSHOT_BATCH_SIZE);
    for (const snapshot of snapshots) await expireSnapshot(snapshot, ports);
    left = snapshots.length === SNAPSHOT_BATCH_SIZE;
  }
}

async function expireSnapshot(snapshot: ChunkedSnapshot, { recordings, setAside }: ExpirePorts): Promise<void> {
  const texts = await recordings.chunks(snapshot);
  const events = texts.map((text) => JSON.parse(text) as SessionEvent);
  const [first] = events;
  // Where all are there, whoever kept the last one has recorded them, or set aside what cannot be.
  if (first && events.length < chunkCount(first)) {
    const reason = `$snapshot_data is one of ${chunkCount(first)} chunks, of which only ${events.length} came within a day.`;
    const { projectId, sessionId } = snapshot;
    await setAside(
      texts.map((event, place) => ({ projectId, sessionId, uuid: events[place]?.uuid ?? "", reason, event })),
    );
  }
  await recordings.dropChunks(snapshot);
}
