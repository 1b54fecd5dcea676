import type { JsonText, Millis, ProjectId } from "./common.ts";

export interface StoredEvent {
  readonly projectId: ProjectId;
  /** The event's identity within its project: lower case, with hyphens. */
  readonly uuid: string;
  readonly event: string;
  readonly distinctId: string;
  readonly timestamp: Millis;
  readonly receivedAt: Millis;
  /** The property map, as JSON. */
  readonly properties: JsonText;
}

/** An event with its place among those that were received in the same millisecond. */
export interface SequencedEvent extends StoredEvent {
  /** Grows in the order of arrival; below 2 ** 36. */
  readonly sequence: number;
}

/** Selects the events that match every field present. */
export interface EventFilter {
  readonly event?: string | undefined;
  /** Any of these. */
  readonly distinctIds?: readonly string[] | undefined;
  readonly uuid?: string | undefined;
  /** Inclusive lower bound of the timestamp. */
  readonly from?: Millis | undefined;
  /** Exclusive upper bound of the timestamp. */
  readonly to?: Millis | undefined;
  /** Inclusive upper bound of the time when it was received. */
  readonly receivedUntil?: Millis | undefined;
}

/** The matching events of a part of a project's events. */
export interface EventWindow {
  readonly events: readonly StoredEvent[];
  /** Where the next part begins; null if this is the last one. Only the engine reads it. */
  readonly next: string | null;
}

/** Where an event is among those of its project by time. Any values are safe: they are a position, or before all. */
export interface EventPosition {
  readonly timestamp: Millis;
  /** Orders events of the same time: up to 32 hexadecimal digits, which only the engine reads. */
  readonly key: string;
}

/** Some events, newest first, each with its position. */
export interface EventPage {
  readonly events: readonly (StoredEvent & EventPosition)[];
  /** Before which event the next page begins; null if this is the last one. */
  readonly next: EventPosition | null;
}

export interface EventPageLimits {
  readonly events: number;
  /** Of properties. The event that exceeds it is the last one of the page. */
  readonly bytes: number;
}

/** A place in the order in which events were stored. Only the engine reads it. */
export type EventToken = string;

/** A part of the order of storing to which nothing is added any more. */
export interface SettledEvents {
  /** Its last event is at this token or before it. */
  readonly until: EventToken;
  /** The projects that have events in it. */
  readonly projects: readonly ProjectId[];
}

/** Selects events by the order of storing. */
export interface StoredRange {
  /** Of all projects if absent. */
  readonly projectId?: ProjectId | undefined;
  /** Exclusive; null is the beginning. */
  readonly after: EventToken | null;
  /** Inclusive; if absent, all that are stored now. */
  readonly until?: EventToken | undefined;
}

/** An event that may leave the store. */
export interface LeavingEvent extends Pick<StoredEvent, "projectId" | "uuid" | "timestamp" | "receivedAt"> {
  /** Where it is in the order of storing. */
  readonly token: EventToken;
}

/** A part of the order of storing. */
export interface LeavingEvents {
  /** Its end: every event up to here is of this part, or of one before it. */
  readonly until: EventToken;
  readonly events: readonly LeavingEvent[];
}

/** The events of all projects. */
export interface Events {
  /**
   * Stores the events whose project and uuid are new, in their order; leaves existing ones unchanged, and those away
   * that left. Returns how many were new.
   */
  insert(events: readonly StoredEvent[]): Promise<number>;
  /** Returns up to `limit` events with the latest timestamps, newest first. */
  latest(projectId: ProjectId, filter: EventFilter, limit: number): Promise<StoredEvent[]>;
  count(projectId: ProjectId, filter: EventFilter): Promise<number>;
  /**
   * Yields all matching events by timestamp, oldest first. Reads them in batches, never all at once. Includes an event
   * stored meanwhile if its timestamp has not been passed.
   */
  scan(projectId: ProjectId, filter: EventFilter): AsyncIterable<StoredEvent>;
  /**
   * Follows the events stored from now on, whatever their timestamps. Each call of the returned function (one at a
   * time) returns up to about 100 new events in the order of storing; an empty array if there are none.
   */
  follow(projectId: ProjectId, filter: EventFilter): Promise<() => Promise<StoredEvent[]>>;
  /**
   * Deletes up to `limit` matching events, oldest first: as many as hold up other writers for a few milliseconds only,
   * but at least one. Returns how many; 0 if none is left, or if another call deletes the same. Scans and follows
   * continue without them.
   */
  delete(projectId: ProjectId, filter: EventFilter, limit: number): Promise<number>;
  /**
   * Returns the matching events among the next 10,000 to 50,000 by timestamp, or fewer if these are large. The first
   * part begins at null. Each call takes about as long, however few events match.
   */
  window(projectId: ProjectId, filter: EventFilter, from: string | null): Promise<EventWindow>;
  /**
   * Returns the matching events among the 10,000 or so before the position by timestamp, newest first, within the
   * limits. The first page begins at null. Each call takes about as long, however few events match; events that arrive
   * meanwhile move none from page to page.
   */
  newest(
    projectId: ProjectId,
    filter: EventFilter,
    before: EventPosition | null,
    limits: EventPageLimits,
  ): Promise<EventPage>;
  /**
   * Returns the next part of the order of storing, after the token, with about `limit` events or fewer; null if nothing
   * has settled there yet. On MongoDB that takes seconds: its nodes have clocks of their own. Considers one project's
   * events if it is named.
   */
  settled(after: EventToken | null, limit: number, projectId?: ProjectId): Promise<SettledEvents | null>;
  /**
   * Yields the events of the range, each project's in the order of storing. Reads them in batches, never all at once.
   */
  stored(range: StoredRange): AsyncIterable<SequencedEvent>;
  /**
   * Yields the events of the range as JSON, many lines at a time: the fields of `SequencedEvent`, where half surrogate
   * pairs and NUL are U+FFFD, and the uuid may lack hyphens and be in upper case. Takes less time than `stored`.
   */
  storedLines(range: Omit<StoredRange, "projectId">): AsyncIterable<string>;
  /**
   * Returns the first part of the range whose events were all stored before the time, with about `limit` events; null
   * if the next event was stored later.
   */
  leavable(
    range: Required<Pick<StoredRange, "after" | "until">>,
    before: Millis,
    limit: number,
  ): Promise<LeavingEvents | null>;
  /**
   * Removes these events, up to 500, which are kept elsewhere: the store remembers only that it had them. They leave in
   * the order of storing. Returns how many it had.
   */
  leave(events: readonly LeavingEvent[]): Promise<number>;
  /** Returns those of up to 2,000 uuids that events of the project have, or had when they left. */
  knownUuids(projectId: ProjectId, uuids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes the events with these uuids. */
  erase(projectId: ProjectId, uuids: readonly string[]): Promise<void>;
}
