import type { JsonText, Millis, ProjectId } from "./common.ts";
import type { SessionKey } from "./recordings.ts";

/** A row: a snapshot event of the old ingestion method. */
export interface LegacyEvent {
  readonly windowId: string;
  readonly distinctId: string;
  /** An rrweb event, or anything else that was sent as one. */
  readonly data: JsonText;
}

/** Recordings of the old ingestion method: a table that others fill, and that migration and erasure empty. */
export interface LegacyStore {
  /** Yields the sessions whose last row is older than the given time, latest first, in batches. */
  sessions(before: Millis): AsyncIterable<SessionKey>;
  count(): Promise<number>;
  existingSessions(projectId: ProjectId, sessionIds: readonly string[]): Promise<Set<string>>;
  sessionsOf(projectId: ProjectId, distinctIds: readonly string[]): Promise<string[]>;
  /** Yields rows by time, in the same order on each call, in batches. */
  events(session: SessionKey): AsyncIterable<LegacyEvent>;
  /** Deletes rows for good; ignores sessions without rows. */
  erase(sessions: readonly SessionKey[]): Promise<void>;
  eraseProject(projectId: ProjectId): Promise<void>;
  /** Throws `StoreUnavailable` with a sentence if the table cannot be read. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Replaces the legacy database if none is configured: it has no recordings. */
export const NO_LEGACY_STORE: LegacyStore = {
  async *sessions() {},
  count: async () => 0,
  existingSessions: async () => new Set(),
  sessionsOf: async () => [],
  async *events() {},
  erase: async () => {},
  eraseProject: async () => {},
  check: async () => {},
  close: async () => {},
};
