import type { JsonText, Millis, ProjectId } from "./common.ts";

export interface StoredEvent {
  readonly projectId: ProjectId;
  /** Lower case, with hyphens; the event's identity within its project. */
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly receivedAt: Millis;
  /** The property map, as JSON. */
  readonly properties: JsonText;
}

/** Events for which all of it holds. */
export interface EventFilter {
  readonly event?: string | undefined;
  /** One of these. */
  readonly distinctIds?: readonly string[] | undefined;
  readonly uuid?: string | undefined;
  /** The timestamp is this one or a later one. */
  readonly from?: Millis | undefined;
  /** The timestamp is before this one. */
  readonly to?: Millis | undefined;
}

/** What happened: events of all projects. */
export interface Events {
  /** Stores each event once, by its project and uuid; one that is there already stays as it is. Gives how many were new. */
  insert(events: readonly StoredEvent[]): Promise<number>;
  /** The newest by timestamp, newest first, at most `limit`. */
  latest(projectId: ProjectId, filter: EventFilter, limit: number): Promise<StoredEvent[]>;
  count(projectId: ProjectId, filter: EventFilter): Promise<number>;
  /**
   * All of them, by timestamp, oldest first; read in portions, never all at once. What is stored meanwhile is given if its place is still ahead.
   */
  scan(projectId: ProjectId, filter: EventFilter): AsyncIterable<StoredEvent>;
  /**
   * Begins to follow what is stored from now on, whatever its timestamp. Each call of the function that it gives, one after the other, gives what
   * was stored since the last call, in the order of storing and at most some hundred at once; none where there is nothing new.
   */
  follow(projectId: ProjectId, filter: EventFilter): Promise<() => Promise<StoredEvent[]>>;
}
