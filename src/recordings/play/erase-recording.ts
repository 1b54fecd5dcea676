import { problem } from "../../lib/problem.ts";
import type { Millis } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import type { RecordingErasure, RecordingPieces, SessionKey } from "../../store/ports/recordings.ts";
import type { SnapshotMemory } from "./snapshot-memory.ts";

export interface ErasePorts {
  readonly pieces: RecordingPieces;
  readonly erasure: RecordingErasure;
  readonly files: Files;
  readonly memory: Pick<SnapshotMemory, "forget">;
}

/** Erases for good; the janitor retries files. Throws `not_found`. */
export async function eraseRecording(session: SessionKey, now: Millis, ports: ErasePorts): Promise<void> {
  if (!(await eraseIfExists(session, now, ports))) throw problem("not_found");
}

/** Erases like `eraseRecording`, but returns false if absent. */
export async function eraseIfExists(session: SessionKey, now: Millis, ports: ErasePorts): Promise<boolean> {
  const { projectId, sessionId } = session;
  const keys = (await ports.pieces.files(projectId, sessionId)).map(({ key }) => key);
  if (!(await ports.erasure.erase(projectId, sessionId, now))) return false;
  ports.memory.forget(projectId, sessionId);
  // The janitor retries files in `erasures` and reports failures.
  if (keys.length > 0) await ports.files.delete(keys).catch(() => {});
  return true;
}
