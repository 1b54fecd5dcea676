import type { JsonText, Millis, ProjectId } from "./common.ts";
import type { SessionKey } from "./recordings.ts";

/** One row: a snapshot event of the old ingestion method. */
export interface LegacyEvent {
  readonly windowId: string;
  readonly distinctId: string;
  /** An rrweb event, or anything else that was sent as one. */
  readonly data: JsonText;
}

/**
 * The recordings of the old ingestion method: a table that other programs fill, and that empties as recordings are
 * migrated or erased.
 */
export interface LegacyStore {
  /** Yields the sessions whose last row is older than the given time, latest first, read in batches. */
  sessions(before: Millis): AsyncIterable<SessionKey>;
  /** Returns the number of sessions. */
  count(): Promise<number>;
  /** Returns the ids of the sessions that have rows. */
  existingSessions(projectId: ProjectId, sessionIds: readonly string[]): Promise<Set<string>>;
  /** Returns the ids of the sessions that have rows of any of these distinct ids. */
  sessionsOf(projectId: ProjectId, distinctIds: readonly string[]): Promise<string[]>;
  /** Yields a session's rows by time, in the same order on each call, read in batches. */
  events(session: SessionKey): AsyncIterable<LegacyEvent>;
  /** Deletes the sessions' rows for good. Ignores sessions without rows. */
  erase(sessions: readonly SessionKey[]): Promise<void>;
  /** Deletes all rows of the project for good. */
  eraseProject(projectId: ProjectId): Promise<void>;
  /** Checks that the table can be read. Throws `StoreUnavailable` with a sentence if not. */
  check(): Promise<void>;
  close(): Promise<void>;
}
