/** A project's id: a decimal number from 1, as a string. */
export type ProjectId = string;
/** An organization's id: a UUID. */
export type OrganizationId = string;
/** A user's id: an integer from 1. */
export type UserId = number;
/** A point in time: milliseconds since 1970-01-01 UTC. */
export type Millis = number;
/** JSON as text, stored and returned verbatim. */
export type JsonText = string;

/** Called before each part of a change, of some MB at most, that a repeated call may do. Its error is the call's. */
export type RequireTurn = () => void;

export type Page = { readonly limit: number; readonly offset: number };

/** One page of a list. `count` is the exact total when the page was read. */
export type Listed<T> = { readonly count: number; readonly items: T[] };

/**
 * The engine is unreachable, full or too busy: the same call may succeed later, and then completes what was left
 * unfinished. Any method of any port may throw it. Any other error of a port is permanent.
 */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}

/** The engine is damaged or refuses service until an operator acts on the message. Accepted data go on waiting. */
export class StoreFault extends StoreUnavailable {
  override name = "StoreFault";
}

/** The position of an event in a journal: its group commit, and its index within that. Both only grow. */
export type Position = { readonly group: number; readonly index: number };

export function isBefore(one: Position, other: Position): boolean {
  return one.group < other.group || (one.group === other.group && one.index < other.index);
}

/** How far each journal has been drained in each project. */
export interface Checkpoints {
  find(journal: string, projectId: ProjectId): Promise<Position | null>;
  /** Stores the position unless a higher one is stored already. */
  advance(journal: string, projectId: ProjectId, position: Position): Promise<void>;
  /** Returns the highest group that the journal has a position in, in any project; 0 if it has none. */
  highestGroup(journal: string): Promise<number>;
}
