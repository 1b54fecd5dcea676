import type { PropertyMap } from "../../lib/json/json.ts";
import type { SnapshotSummary } from "../snapshot-summary.ts";
import type { Listed, Millis, Page, ProjectId, UserId } from "./common.ts";
import type { SessionKey } from "./recordings.ts";

export interface Recording extends SessionKey {
  readonly summary: SnapshotSummary;
  readonly activeMs: number;
  /** JSON in no finished file, with the times of its first and last snapshot; null if all is in files. */
  readonly unflushed: { readonly bytes: number; readonly firstMs: Millis; readonly lastMs: Millis } | null;
  /** Users who have pinned it. */
  readonly pinnedCount: number;
}

/** Selects recordings that meet every condition present. `from` and `to`, inclusive, bound the first snapshot. */
export interface RecordingFilter {
  readonly from?: Millis | undefined;
  readonly to?: Millis | undefined;
  readonly minDurationMs?: Millis | undefined;
  readonly distinctIds?: readonly string[] | undefined;
  readonly sessionIds?: readonly string[] | undefined;
}

/** A place in a list, latest start first. */
export interface RecordingPosition {
  readonly firstMs: Millis;
  readonly sessionId: string;
}

/** Recordings as users see them, listed latest start first. Erased ones are absent. */
export interface RecordingLibrary {
  /** Returns a page. Without a filter its cost does not grow with the number of recordings. */
  list(projectId: ProjectId, page: Page, filter?: RecordingFilter): Promise<Listed<Recording>>;
  /** Returns matches after the position; null is before the first one. */
  listAfter(
    projectId: ProjectId,
    filter: RecordingFilter,
    after: RecordingPosition | null,
    limit: number,
  ): Promise<Recording[]>;
  find(projectId: ProjectId, sessionIds: readonly string[]): Promise<Recording[]>;
  properties(projectId: ProjectId, sessionIds: readonly string[]): Promise<Map<string, PropertyMap>>;
  markViewed(projectId: ProjectId, sessionId: string, userId: UserId, at: Millis): Promise<void>;
  viewed(projectId: ProjectId, sessionIds: readonly string[], userId: UserId): Promise<Set<string>>;
  pinned(projectId: ProjectId, sessionIds: readonly string[], userId: UserId): Promise<Set<string>>;
  /** Pins or unpins it for the user, idempotently. Returns false if there is no such recording. */
  pin(projectId: ProjectId, sessionId: string, userId: UserId, isPinned: boolean): Promise<boolean>;
}
