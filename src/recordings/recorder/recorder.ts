import type { ProjectId } from "../../storage/ports/common.ts";
import type { Recordings, SnapshotPiece } from "../../storage/ports/recordings.ts";
import { type RefusedSnapshot, readSnapshot } from "./read-snapshot.ts";
import type { SessionEvent } from "./session-event.ts";
import { sessionIdOf } from "./session-id.ts";
import type { SessionPropertiesCache } from "./session-properties.ts";
import { assembleChunks, chunkCount, isChunk, parseChunk } from "./snapshot-chunks.ts";

export interface RecorderPorts {
  readonly recordings: Pick<Recordings, "append" | "saveProperties" | "keepChunk" | "chunks" | "dropChunks" | "erased">;
  /** One for the process. */
  readonly sessionProperties: SessionPropertiesCache;
  /** The most that one snapshot may have as JSON, unpacked. */
  readonly snapshotBytes: number;
}

export interface RecordResult<E extends SessionEvent> {
  /** How many of the `$snapshot` events the store has now, as a whole or in part. */
  readonly stored: number;
  /** What cannot be taken, but for recordings that were erased: that is dropped. */
  readonly refused: readonly RefusedSnapshot<E>[];
}

/** Pieces of so many bytes are appended together. */
const APPEND_BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Puts what `$snapshot` events carry into their recordings, and notes what any event says of its session. May be repeated: nothing is
 * counted twice. Holds one snapshot in memory, unpacked, and little more.
 */
export async function recordSnapshots<E extends SessionEvent>(
  projectId: ProjectId,
  events: readonly E[],
  ports: RecorderPorts,
): Promise<RecordResult<E>> {
  const { recordings, sessionProperties: noted, snapshotBytes } = ports;
  const refused: RefusedSnapshot<E>[] = [];
  let stored = 0;
  let portion: SnapshotPiece[] = [];
  let bytes = 0;
  const append = async () => {
    if (portion.length > 0) await recordings.append(projectId, portion);
    portion = [];
    bytes = 0;
  };
  for (const event of events.filter((each) => each.event === "$snapshot")) {
    if (isChunk(event)) {
      const unusable = await recordChunk(projectId, event, ports);
      if (unusable.length === 0) stored += 1;
      refused.push(...unusable);
      continue;
    }
    const { piece, refused: unusable } = readSnapshot(event, snapshotBytes);
    refused.push(...unusable);
    if (!piece) continue;
    stored += 1;
    portion.push(piece);
    bytes += piece.data.length;
    if (bytes >= APPEND_BATCH_BYTES) await append();
  }
  await append();
  const notes = noted.findUnsaved(projectId, events);
  if (notes.length > 0) await recordings.saveProperties(projectId, notes);
  noted.markSaved(projectId, notes);
  return { stored, refused: await withoutErased(projectId, refused, recordings) };
}

async function withoutErased<E extends SessionEvent>(
  projectId: ProjectId,
  refused: readonly RefusedSnapshot<E>[],
  recordings: Pick<Recordings, "erased">,
): Promise<readonly RefusedSnapshot<E>[]> {
  const sessionIds = new Set(refused.flatMap(({ event }) => sessionIdOf(event.properties) ?? []));
  if (sessionIds.size === 0) return refused;
  const erased = await recordings.erased(projectId, [...sessionIds]);
  return refused.filter(({ event }) => !erased.has(sessionIdOf(event.properties) ?? ""));
}

/** Keeps a chunk until the others are there, and records the snapshot then. Gives what cannot be recorded of it. */
async function recordChunk<E extends SessionEvent>(
  projectId: ProjectId,
  event: E,
  { recordings, snapshotBytes }: RecorderPorts,
): Promise<readonly RefusedSnapshot<E>[]> {
  const chunk = parseChunk(event, snapshotBytes);
  if ("reason" in chunk) return [chunk];
  const count = chunkCount(event);
  const { sessionId, snapshot } = chunk;
  if ((await recordings.keepChunk(projectId, chunk)) < count) return [];
  const chunks = await recordings.chunks({ projectId, sessionId, snapshot });
  if (chunks.length < count) return []; // another node was faster
  const whole = chunks.map((text) => JSON.parse(text) as E);
  const { piece, refused } = assembleChunks(whole, snapshot, snapshotBytes);
  if (piece) await recordings.append(projectId, [piece]);
  // What is refused has to be set aside first; then the chunks go as those of snapshots that are never complete.
  if (refused.length === 0) await recordings.dropChunks({ projectId, sessionId, snapshot });
  return refused;
}
