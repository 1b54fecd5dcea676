import type { Millis, ProjectId } from "./common.ts";
import type { SessionKey } from "./recordings.ts";

/** An erased recording whose files may still be in object storage. */
export interface PendingErasure extends SessionKey {
  readonly erasedAt: Millis;
  /** The keys of its files, finished or in progress. */
  readonly keys: string[];
}

/** Erasing recordings for good. */
export interface RecordingErasure {
  /**
   * Erases everything stored of the recording except the list of its files. Returns false if there is no such
   * recording.
   */
  erase(projectId: ProjectId, sessionId: string, at: Millis): Promise<boolean>;
  /** Returns the ids of the sessions whose recordings were erased. */
  erased(projectId: ProjectId, sessionIds: readonly string[]): Promise<Set<string>>;
  /** Returns up to `limit` unpinned recordings that received nothing since the given time. */
  expired(receivedBefore: Millis, limit: number): Promise<SessionKey[]>;
  /** Completes interrupted erasures, then returns up to `limit` whose files are not forgotten, longest erased first. */
  erasures(limit: number): Promise<PendingErasure[]>;
  /** Forgets files that are no longer in object storage. */
  forgetFiles(session: SessionKey, keys: readonly string[]): Promise<void>;
  /**
   * Forgets that recordings of these sessions were erased, and their files: snapshots that arrive later are recorded
   * again. Keeps what is not erased completely, and returns whether there was none.
   */
  forget(projectId: ProjectId, sessionIds: readonly string[]): Promise<boolean>;
}
