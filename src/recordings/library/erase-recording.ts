import { problem } from "../../problem.ts";
import type { Millis } from "../../storage/ports/common.ts";
import type { Files } from "../../storage/ports/files.ts";
import type { Recordings, SessionKey } from "../../storage/ports/recordings.ts";
import type { SnapshotMemory } from "../player/snapshot-memory.ts";

export interface ErasePorts {
  readonly recordings: Pick<Recordings, "files" | "erase">;
  readonly files: Pick<Files, "delete">;
  readonly memory: Pick<SnapshotMemory, "forget">;
}

/** Erases a recording for good, everywhere. What cannot be deleted now, the janitor deletes later. Throws `not_found`. */
export async function eraseRecording(session: SessionKey, now: Millis, ports: ErasePorts): Promise<void> {
  if (!(await eraseIfExists(session, now, ports))) throw problem("not_found");
}

/** The same; false where there is no such recording. */
export async function eraseIfExists(session: SessionKey, now: Millis, ports: ErasePorts): Promise<boolean> {
  const { projectId, sessionId } = session;
  const keys = (await ports.recordings.files(projectId, sessionId)).map(({ key }) => key);
  if (!(await ports.recordings.erase(projectId, sessionId, now))) return false;
  ports.memory.forget(projectId, sessionId);
  // The recording is erased, whatever fails here: its files are listed in `erasures`, and the janitor will meet and report the same failure.
  if (keys.length > 0) await ports.files.delete(keys).catch(() => {});
  return true;
}
