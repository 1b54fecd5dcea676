import type { Millis } from "../../store/ports/common.ts";
import type { LegacyStore } from "../../store/ports/legacy-store.ts";
import type {
  Recording,
  RecordingFile,
  RecordingLibrary,
  RecordingPieces,
  SessionKey,
} from "../../store/ports/recordings.ts";
import { fileName, legacySessionOfKey } from "../flush/file-keys.ts";

/** Snapshots that leave `in_memory` while it is read appear in a new source. */
export type SnapshotSource = {
  readonly firstMs: Millis;
  readonly lastMs: Millis;
} & (
  | { readonly source: "object_storage"; readonly key: string }
  | { readonly source: "columnar" | "in_memory"; readonly key: null }
);

export interface LocatedRecording {
  readonly recording: Recording;
  readonly files: readonly RecordingFile[];
  /** Files that are still rows of the legacy database. */
  readonly legacyFiles: ReadonlySet<RecordingFile>;
}

export interface LocatePorts {
  readonly library: RecordingLibrary;
  readonly pieces: RecordingPieces;
  readonly legacy: Pick<LegacyStore, "existingSessions">;
}

/** Reads both as of one moment, so that each snapshot is in a file or unflushed; null if absent. */
export async function locateRecording(
  { projectId, sessionId }: SessionKey,
  { library, pieces, legacy }: LocatePorts,
): Promise<LocatedRecording | null> {
  const hasRows = (await legacy.existingSessions(projectId, [sessionId])).has(sessionId);
  for (let before = await pieces.files(projectId, sessionId); ; ) {
    const [recording] = await library.find(projectId, [sessionId]);
    if (!recording) return null;
    const files = await pieces.files(projectId, sessionId);
    if (files.length === before.length) {
      const rows = files.filter(({ key }) => hasRows && legacySessionOfKey(key));
      return { recording, files, legacyFiles: new Set(rows) };
    }
    before = files; // snapshots moved to a file in between
  }
}

export function listSources({ recording, files, legacyFiles }: LocatedRecording): SnapshotSource[] {
  const sources: SnapshotSource[] = files.map((file) => {
    const { key, firstMs, lastMs } = file;
    if (legacyFiles.has(file)) return { source: "columnar", key: null, firstMs, lastMs };
    return { source: "object_storage", key: fileName(key), firstMs, lastMs };
  });
  const { unflushed } = recording;
  if (unflushed) {
    sources.push({ source: "in_memory", key: null, firstMs: unflushed.firstMs, lastMs: unflushed.lastMs });
  }
  return sources;
}
