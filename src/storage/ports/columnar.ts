import type { JsonText, Millis, ProjectId } from "./common.ts";
import type { SessionKey } from "./recordings.ts";

/** One row: what a snapshot event of the old ingestion method became. */
export interface ColumnarEvent {
  readonly windowId: string;
  readonly distinctId: string;
  /** An rrweb event, or what was taken for one. */
  readonly data: JsonText;
}

/** The recordings of the old ingestion method: a table that others write, and that empties as they are moved or erased. */
export interface ColumnarStore {
  /** Sessions whose last row's time is before the given one, the latest first; read in portions. */
  sessions(before: Millis): AsyncIterable<SessionKey>;
  /** How many sessions there are. */
  count(): Promise<number>;
  /** Those of the sessions that have rows. */
  existingSessions(projectId: ProjectId, sessionIds: readonly string[]): Promise<Set<string>>;
  /** A session's rows in the order of time, always the same; read in portions. Ending the iteration lets go of the engine. */
  events(session: SessionKey): AsyncIterable<ColumnarEvent>;
  /** Removes the sessions' rows for good; those that have none are passed over. */
  erase(sessions: readonly SessionKey[]): Promise<void>;
  /** Returns if the table can be read; throws `StoreUnavailable` with a sentence if not. */
  check(): Promise<void>;
  close(): Promise<void>;
}
