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

export interface EventFilter {
  readonly event?: string | undefined;
  readonly distinctId?: string | undefined;
  readonly uuid?: string | undefined;
}

/** What happened: events of all projects. */
export interface Events {
  /** Stores each event once, by its project and uuid; one that is there already stays as it is. Gives how many were new. */
  insert(events: readonly StoredEvent[]): Promise<number>;
  /** The newest by timestamp, newest first, at most `limit`. */
  latest(projectId: ProjectId, filter: EventFilter, limit: number): Promise<StoredEvent[]>;
  count(projectId: ProjectId, filter: EventFilter): Promise<number>;
}
