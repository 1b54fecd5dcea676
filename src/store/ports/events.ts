import type { JsonText, Millis, ProjectId } from "./common.ts";

export interface StoredEvent {
  readonly projectId: ProjectId;
  /** Unique in its project: lower case, with hyphens. */
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly receivedAt: Millis;
  readonly properties: JsonText;
}

/** The event by which libraries send positions of the mouse: only heatmaps, and who asks for its name, find it. */
export const HEATMAP_EVENT = "$$heatmap";

/** `sequence` grows in the order of arrival among events of the same millisecond; it is below 2 ** 36. */
export interface SequencedEvent extends StoredEvent {
  readonly sequence: number;
}

/** Selects events that match every field present. `from` and `to` bound the timestamp; only `to` is exclusive. */
export interface EventFilter {
  readonly event?: string | undefined;
  readonly distinctIds?: readonly string[] | undefined;
  readonly uuid?: string | undefined;
  readonly from?: Millis | undefined;
  readonly to?: Millis | undefined;
  readonly receivedUntil?: Millis | undefined;
}

/** The place of an event in its project by time. Any values are safe: they are a position, or before all. */
export interface EventPosition {
  readonly timestamp: Millis;
  /** Orders events of the same time: up to 32 hexadecimal digits, which only the engine reads. */
  readonly key: string;
}

/** Events, newest first. */
export interface EventPage {
  readonly events: readonly (StoredEvent & EventPosition)[];
  /** The next page begins before it; null if this is the last one. */
  readonly next: EventPosition | null;
}

export interface EventPageLimits {
  readonly events: number;
  /** A limit of properties: the event that exceeds it is the last one of the page. */
  readonly bytes: number;
}

/** A place in the order in which events were stored. Only the engine reads it. */
export type EventToken = string;

/** A part of the order of storing to which nothing is added any more, and the projects that have events in it. */
export interface SettledEvents {
  /** Its last event is at this token or before it. */
  readonly until: EventToken;
  readonly projects: readonly ProjectId[];
}

/** Selects by the order of storing: after `after` (null is the beginning), up to and with `until` (default: now). */
export interface StoredRange {
  /** All projects if absent. */
  readonly projectId?: ProjectId | undefined;
  readonly after: EventToken | null;
  readonly until?: EventToken | undefined;
}

/** An event that may leave the store. */
export interface LeavingEvent extends Pick<StoredEvent, "projectId" | "uuid" | "timestamp" | "receivedAt"> {
  readonly token: EventToken;
}

/** A part of the order of storing: every event up to `until` is in this part or an earlier one. */
export interface LeavingEvents {
  readonly until: EventToken;
  readonly events: readonly LeavingEvent[];
}

/** Events of all projects. What is yielded is read in batches, never all at once. */
export interface Events {
  /** Stores events with new project and uuid, in order. Returns how many were new. */
  insert(events: readonly StoredEvent[]): Promise<number>;
  /** Returns up to `limit` events with the latest timestamps, newest first. */
  latest(projectId: ProjectId, filter: EventFilter, limit: number): Promise<StoredEvent[]>;
  /** Follows events stored from now on. Each call (one at a time) returns up to about 100, in the order of storing. */
  follow(projectId: ProjectId, filter: EventFilter): Promise<() => Promise<StoredEvent[]>>;
  /**
   * Deletes up to `limit` matching events, oldest first: at least one, but no more than hold up other writers for some
   * milliseconds. Returns how many; 0 if none is left or another call deletes the same. Lists and follows go on.
   */
  delete(projectId: ProjectId, filter: EventFilter, limit: number): Promise<number>;
  /**
   * Returns matches among the 10,000 or so events before the position, newest first, within the limits; null begins.
   * Takes about as long however few match. Events that arrive meanwhile move none from page to page.
   */
  newest(
    projectId: ProjectId,
    filter: EventFilter,
    before: EventPosition | null,
    limits: EventPageLimits,
  ): Promise<EventPage>;
  /**
   * Returns the next settled part after the token, with about `limit` events or fewer; null if there is none yet.
   * MongoDB takes seconds to settle: its nodes have clocks of their own. Considers only the project that is named.
   */
  settled(after: EventToken | null, limit: number, projectId?: ProjectId): Promise<SettledEvents | null>;
  /** Yields the events of the range, each project's in the order of storing. */
  stored(range: StoredRange): AsyncIterable<SequencedEvent>;
  /**
   * Yields the fields of `SequencedEvent` as lines of JSON, many at a time, in less time than `stored`. Half surrogate
   * pairs and NUL are U+FFFD, and the uuid may lack hyphens and be in upper case.
   */
  storedLines(range: Omit<StoredRange, "projectId">): AsyncIterable<string>;
  /** Returns the range's first part, of about `limit` events, all stored before the time; null if the next was not. */
  leavable(
    range: Required<Pick<StoredRange, "after" | "until">>,
    before: Millis,
    limit: number,
  ): Promise<LeavingEvents | null>;
  /** Removes up to 500 events, in the order of storing. Returns how many it had. */
  leave(events: readonly LeavingEvent[]): Promise<number>;
  /** Returns those of up to 2,000 uuids that stored events of the project have. */
  knownUuids(projectId: ProjectId, uuids: readonly string[]): Promise<ReadonlySet<string>>;
  erase(projectId: ProjectId, uuids: readonly string[]): Promise<void>;
}
