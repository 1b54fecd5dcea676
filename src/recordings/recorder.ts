import { parseJsonText } from "../lib/json/parse-json-text.ts";
import type { ProjectId } from "../store/ports/common.ts";
import type { RecordingErasure, SnapshotPiece } from "../store/ports/recordings.ts";
import type { RecordingPorts } from "../store/ports/stores.ts";
import { type RefusedSnapshot, readSnapshot } from "./read-snapshot.ts";
import { type SessionEvent, type SessionPropertiesCache, sessionIdOf } from "./session-properties.ts";
import { assembleChunks, chunkCount, isChunk, parseChunk } from "./snapshot-chunks.ts";
import { type SnapshotLimits, UnpackBudget } from "./snapshot-unpacker.ts";

export interface RecorderPorts extends Pick<RecordingPorts, "pieces" | "erasure"> {
  readonly sessionProperties: SessionPropertiesCache;
  readonly snapshotLimits: SnapshotLimits;
}

export interface RecordResult<E extends SessionEvent> {
  /** Counts `$snapshot` events stored, as a whole or in part. */
  readonly stored: number;
  /** Excludes snapshots of erased recordings. */
  readonly refused: readonly RefusedSnapshot<E>[];
}

const APPEND_BATCH_BYTES = 8 * 1024 * 1024;

/** Stores snapshots, and session properties of any event. Idempotent. Holds about one unpacked snapshot in memory. */
export async function recordSnapshots<E extends SessionEvent>(
  projectId: ProjectId,
  events: readonly E[],
  ports: RecorderPorts,
): Promise<RecordResult<E>> {
  const { pieces, sessionProperties, snapshotLimits } = ports;
  const budgets = new Map<string | undefined, UnpackBudget>();
  const budgetOf = ({ request }: E) => {
    const budget = budgets.get(request) ?? UnpackBudget.ofRequest(snapshotLimits);
    if (request !== undefined) budgets.set(request, budget);
    return budget;
  };
  const refused: RefusedSnapshot<E>[] = [];
  let stored = 0;
  let batch: SnapshotPiece[] = [];
  let bytes = 0;
  const append = async () => {
    if (batch.length > 0) await pieces.append(projectId, batch);
    batch = [];
    bytes = 0;
  };
  for (const event of events.filter((each) => each.event === "$snapshot")) {
    if (isChunk(event)) {
      const refusedChunks = await recordChunk(projectId, event, ports);
      if (refusedChunks.length === 0) stored += 1;
      refused.push(...refusedChunks);
      continue;
    }
    const { piece, refused: refusedParts } = readSnapshot(event, snapshotLimits, budgetOf(event));
    refused.push(...refusedParts);
    if (!piece) continue;
    stored += 1;
    batch.push(piece);
    bytes += piece.data.length;
    if (bytes >= APPEND_BATCH_BYTES) await append();
  }
  await append();
  const unsaved = sessionProperties.findUnsaved(projectId, events);
  if (unsaved.length > 0) await pieces.saveProperties(projectId, unsaved);
  sessionProperties.markSaved(projectId, unsaved);
  return { stored, refused: await withoutErased(projectId, refused, ports.erasure) };
}

async function withoutErased<E extends SessionEvent>(
  projectId: ProjectId,
  refused: readonly RefusedSnapshot<E>[],
  erasure: RecordingErasure,
): Promise<readonly RefusedSnapshot<E>[]> {
  const sessionIds = new Set(refused.flatMap(({ event }) => sessionIdOf(event.properties) ?? []));
  if (sessionIds.size === 0) return refused;
  const erased = await erasure.erased(projectId, [...sessionIds]);
  return refused.filter(({ event }) => !erased.has(sessionIdOf(event.properties) ?? ""));
}

/** Stores a chunk, and a snapshot once complete. Returns refused chunks. */
async function recordChunk<E extends SessionEvent>(
  projectId: ProjectId,
  event: E,
  { pieces, snapshotLimits }: RecorderPorts,
): Promise<readonly RefusedSnapshot<E>[]> {
  const chunk = parseChunk(event, snapshotLimits);
  if ("reason" in chunk) return [chunk];
  const count = chunkCount(event);
  const { sessionId, snapshot } = chunk;
  if ((await pieces.keepChunk(projectId, chunk)) < count) return [];
  const chunks = await pieces.chunks({ projectId, sessionId, snapshot });
  if (chunks.length < count) return []; // another node has stored the snapshot
  const chunkEvents = chunks.map((text) => parseJsonText(text) as E);
  const { piece, refused } = assembleChunks(chunkEvents, snapshot, snapshotLimits);
  if (piece) await pieces.append(projectId, [piece]);
  // Refused chunks must become dead letters first; `expireIncompleteSnapshots` drops them.
  if (refused.length === 0) await pieces.dropChunks({ projectId, sessionId, snapshot });
  return refused;
}
