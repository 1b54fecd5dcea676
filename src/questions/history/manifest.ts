import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { FiledPosition, HistoryFile, LeftPosition, Manifest } from "../../store/records/history-kinds.ts";

/** A value, and the version that a change of it requires; null if it does not exist. */
export interface Versioned<T> {
  readonly value: T;
  readonly version: string | null;
}

/** Keeps manifests. A change applies, and returns true, only if the version is still the one that was read. */
export interface HistoryRecords {
  position(): Promise<Versioned<FiledPosition>>;
  movePosition(position: FiledPosition, version: string | null): Promise<boolean>;
  left(): Promise<Versioned<LeftPosition>>;
  moveLeft(position: LeftPosition, version: string | null): Promise<boolean>;
  manifest(projectId: ProjectId): Promise<Versioned<Manifest>>;
  changeManifest(projectId: ProjectId, manifest: Manifest, version: string | null): Promise<boolean>;
  projects(): AsyncIterable<ProjectId>;
  /** Returns until when events and replaced files must stay: see `holdHistory`. */
  heldUntil(): Promise<Millis>;
  /** Claims writing, or prolongs the owner's claim. Returns false while another has it. */
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

/** Returns the manifest with other files in place of those with these keys. */
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
