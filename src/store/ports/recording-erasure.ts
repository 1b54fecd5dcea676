import type { Millis, ProjectId } from "./common.ts";
import type { SessionKey } from "./recordings.ts";

/** An erased recording whose files may still be in object storage. */
export interface PendingErasure extends SessionKey {
  readonly erasedAt: Millis;
  /** Keys of files, finished or in progress. */
  readonly keys: string[];
}

export interface RecordingErasure {
  /** Erases all of the recording except the list of its files. Returns false if absent. */
  erase(projectId: ProjectId, sessionId: string, at: Millis): Promise<boolean>;
  erased(projectId: ProjectId, sessionIds: readonly string[]): Promise<Set<string>>;
  /** Returns up to `limit` unpinned recordings that received nothing since the given time. */
  expired(receivedBefore: Millis, limit: number): Promise<SessionKey[]>;
  /** Completes interrupted erasures, then returns up to `limit` whose files are not forgotten, longest erased first. */
  erasures(limit: number): Promise<PendingErasure[]>;
  /** Forgets files that are no longer in object storage. */
  forgetFiles(session: SessionKey, keys: readonly string[]): Promise<void>;
  /** Forgets erasures and files: later snapshots are recorded. Keeps incomplete ones, and then returns false. */
  forget(projectId: ProjectId, sessionIds: readonly string[]): Promise<boolean>;
}
