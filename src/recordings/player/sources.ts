import type { ColumnarStore } from "../../storage/ports/columnar.ts";
import type { Millis } from "../../storage/ports/common.ts";
import type { Recording, RecordingFile, Recordings, SessionKey } from "../../storage/ports/recordings.ts";
import { fileName } from "../file-keys.ts";
import { legacySessionOfKey } from "../legacy/legacy-keys.ts";

/** A place that has snapshots of a recording. After `in_memory` was read, a source that was not there before may have what left it meanwhile. */
export type SnapshotSource = {
  /** The times of its first and its last snapshot. */
  readonly firstMs: Millis;
  readonly lastMs: Millis;
} & (
  | { readonly source: "object_storage"; readonly key: string }
  | { readonly source: "columnar" | "in_memory"; readonly key: null }
);

export interface LocatedRecording {
  readonly recording: Recording;
  readonly files: readonly RecordingFile[];
  /** Those of the files that are rows of the columnar database still. */
  readonly legacyFiles: ReadonlySet<RecordingFile>;
}

export interface LocatePorts {
  readonly recordings: Pick<Recordings, "find" | "files">;
  readonly columnar: Pick<ColumnarStore, "existingSessions">;
}

/** The recording and its files at one moment, so that each snapshot is either in a file or unflushed; null where there is no such recording. */
export async function locateRecording(
  { projectId, sessionId }: SessionKey,
  { recordings, columnar }: LocatePorts,
): Promise<LocatedRecording | null> {
  const hasRows = (await columnar.existingSessions(projectId, [sessionId])).has(sessionId);
  for (let before = await recordings.files(projectId, sessionId); ; ) {
    const [recording] = await recordings.find(projectId, [sessionId]);
    if (!recording) return null;
    const files = await recordings.files(projectId, sessionId);
    if (files.length === before.length) {
      const rows = files.filter(({ key }) => hasRows && legacySessionOfKey(key));
      return { recording, files, legacyFiles: new Set(rows) };
    }
    before = files; // snapshots moved to a file in between
  }
}

/** The places of a recording's snapshots: each of its files, then what is in none yet. */
export function listSources({ recording, files, legacyFiles: columnar }: LocatedRecording): SnapshotSource[] {
  const sources: SnapshotSource[] = files.map((file) => {
    const { key, firstMs, lastMs } = file;
    if (columnar.has(file)) return { source: "columnar", key: null, firstMs, lastMs };
    return { source: "object_storage", key: fileName(key), firstMs, lastMs };
  });
  const { unflushed } = recording;
  if (unflushed) {
    sources.push({ source: "in_memory", key: null, firstMs: unflushed.firstMs, lastMs: unflushed.lastMs });
  }
  return sources;
}
