import type { ProjectId } from "../storage/ports/common.ts";
import type { Recordings, SnapshotPiece } from "../storage/ports/recordings.ts";
import type { SessionEvent } from "./event.ts";
import type { NotedSessions } from "./notes.ts";
import { readSnapshot } from "./snapshots.ts";

export interface RecorderPorts {
  readonly recordings: Pick<Recordings, "append" | "noteProperties">;
  /** One for the process. */
  readonly noted: NotedSessions;
}

/** What `record` could not take: it will never be able to. */
export interface RefusedSnapshot<E extends SessionEvent> {
  readonly event: E;
  readonly reason: string;
}

/**
 * Puts what `$snapshot` events carry into their recordings, and notes what any event says of its session. May be repeated: nothing is
 * counted twice. Gives the `$snapshot` events that carry nothing of use.
 */
export async function record<E extends SessionEvent>(
  projectId: ProjectId,
  events: readonly E[],
  { recordings, noted }: RecorderPorts,
): Promise<RefusedSnapshot<E>[]> {
  const pieces: SnapshotPiece[] = [];
  const refused: RefusedSnapshot<E>[] = [];
  for (const event of events) {
    if (event.event !== "$snapshot") continue;
    const piece = readSnapshot(event);
    if ("reason" in piece) refused.push({ event, reason: piece.reason });
    else pieces.push(piece);
  }
  if (pieces.length > 0) await recordings.append(projectId, pieces);
  const notes = noted.missing(projectId, events);
  if (notes.length > 0) await recordings.noteProperties(projectId, notes);
  noted.stored(projectId, notes);
  return refused;
}
