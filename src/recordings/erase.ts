import { problem } from "../problem.ts";
import type { Millis } from "../storage/ports/common.ts";
import type { Files } from "../storage/ports/files.ts";
import type { Recordings, SessionKey } from "../storage/ports/recordings.ts";
import type { SnapshotMemory } from "./memory.ts";

export interface ErasePorts {
  readonly recordings: Pick<Recordings, "files" | "erase" | "forgetFiles">;
  readonly files: Pick<Files, "delete">;
  readonly memory: Pick<SnapshotMemory, "forget">;
}

/** Erases a recording for good, everywhere. What the object store refuses to delete now, the janitor deletes later. Throws `not_found`. */
export async function eraseRecording(session: SessionKey, now: Millis, ports: ErasePorts): Promise<void> {
  const { projectId, sessionId } = session;
  const keys = (await ports.recordings.files(projectId, sessionId)).map(({ key }) => key);
  if (!(await ports.recordings.erase(projectId, sessionId, now))) throw problem("not_found");
  ports.memory.forget(projectId, sessionId);
  if (keys.length === 0) return;
  try {
    await ports.files.delete(keys);
    await ports.recordings.forgetFiles(session, keys);
  } catch {
    // The recording is erased, whatever failed: its files are listed in `erasures`, and the janitor will meet and report the same failure.
  }
}
