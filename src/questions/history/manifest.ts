import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { FiledPosition, HistoryFile, LeftPosition, Manifest } from "../../store/records/history-kinds.ts";

/** What was read, and the version that a change requires; null if it does not exist. */
export interface Versioned<T> {
  readonly value: T;
  readonly version: string | null;
}

/** Where manifests are kept. Each change applies only to the version that was read. */
export interface HistoryRecords {
  position(): Promise<Versioned<FiledPosition>>;
  /** Returns whether the position was changed: no one has changed it since that version. */
  movePosition(position: FiledPosition, version: string | null): Promise<boolean>;
  left(): Promise<Versioned<LeftPosition>>;
  /** Returns whether that position was changed: no one has changed it since that version. */
  moveLeft(position: LeftPosition, version: string | null): Promise<boolean>;
  manifest(projectId: ProjectId): Promise<Versioned<Manifest>>;
  /** Returns whether the manifest was changed: no one has changed it since that version. */
  changeManifest(projectId: ProjectId, manifest: Manifest, version: string | null): Promise<boolean>;
  /** Yields the projects that have a manifest. */
  projects(): AsyncIterable<ProjectId>;
  /** Until when events stay in the store, and files that are replaced: see `holdHistory`. */
  heldUntil(): Promise<Millis>;
  /** Claims writing for this owner until then, or prolongs its claim. Returns false while another has it. */
  claim(owner: string, until: Millis, now: Millis): Promise<boolean>;
}

export const NO_FILES: Manifest = { files: [], replaced: [], filedUpTo: null };
export const NOTHING_LEFT: LeftPosition = {
  leftUpTo: null,
  leavingUpTo: null,
  next: null,
  receivedUntil: null,
  events: 0,
};
export const NOTHING_FILED: FiledPosition = { filedUpTo: null, filing: null };

/** Returns the manifest after the files with these keys gave way to others. */
export function replaceFiles(
  manifest: Manifest,
  keys: ReadonlySet<string>,
  files: readonly HistoryFile[],
  at: Millis,
): Manifest {
  return {
    ...manifest,
    files: [...manifest.files.filter(({ key }) => !keys.has(key)), ...files],
    replaced: [...manifest.replaced, ...[...keys].map((key) => ({ key, at }))],
  };
}
