import type { PropertyMap } from "../../lib/json/json.ts";
import type { SnapshotSummary } from "../snapshot-summary.ts";
import type { Listed, Millis, Page, ProjectId, UserId } from "./common.ts";
import type { SessionKey } from "./recordings.ts";

export interface Recording extends SessionKey {
  readonly summary: SnapshotSummary;
  /** How long the user was active, in milliseconds. */
  readonly activeMs: number;
  /**
   * Bytes of JSON that are in no finished file, and the times of their first and last snapshot; null if all are in
   * files.
   */
  readonly unflushed: { readonly bytes: number; readonly firstMs: Millis; readonly lastMs: Millis } | null;
  /** How many users have pinned it. */
  readonly pinnedCount: number;
}

/** Selects recordings that meet every condition present. */
export interface RecordingFilter {
  /** The first snapshot is of this time or later. */
  readonly from?: Millis | undefined;
  /** The first snapshot is of this time or earlier. */
  readonly to?: Millis | undefined;
  readonly minDurationMs?: Millis | undefined;
  readonly distinctIds?: readonly string[] | undefined;
  readonly sessionIds?: readonly string[] | undefined;
}

/** Where in a list of recordings, latest start first, something is. */
export interface RecordingPosition {
  readonly firstMs: Millis;
  readonly sessionId: string;
}

/** Recordings as users see them. Erased recordings are absent. */
export interface RecordingLibrary {
  /** Returns a page, latest start first. Without a filter its cost does not grow with the number of recordings. */
  list(projectId: ProjectId, page: Page, filter?: RecordingFilter): Promise<Listed<Recording>>;
  /** Returns matching recordings after the position, latest start first; null is before the first one. */
  listAfter(
    projectId: ProjectId,
    filter: RecordingFilter,
    after: RecordingPosition | null,
    limit: number,
  ): Promise<Recording[]>;
  /** Returns the recordings that exist, latest start first. */
  find(projectId: ProjectId, sessionIds: readonly string[]): Promise<Recording[]>;
  /** Returns the saved properties by session id. */
  properties(projectId: ProjectId, sessionIds: readonly string[]): Promise<Map<string, PropertyMap>>;
  /** Records that the user has played the recording. */
  markViewed(projectId: ProjectId, sessionId: string, userId: UserId, at: Millis): Promise<void>;
  /** Returns the ids of the sessions that the user has played. */
  viewed(projectId: ProjectId, sessionIds: readonly string[], userId: UserId): Promise<Set<string>>;
  /** Returns the ids of the sessions that the user has pinned. */
  pinned(projectId: ProjectId, sessionIds: readonly string[], userId: UserId): Promise<Set<string>>;
  /** Pins or unpins the recording for the user, idempotently. Returns false if there is no such recording. */
  pin(projectId: ProjectId, sessionId: string, userId: UserId, isPinned: boolean): Promise<boolean>;
}
