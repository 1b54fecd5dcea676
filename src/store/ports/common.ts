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

/**
 * Called by an engine before each part of changes, of some MB at most, that it may leave for a repetition of the call.
 * May throw: the error is that of the call.
 */
export type RequireTurn = () => void;

/** A range of a list: up to `limit` items after the first `offset`. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** One page of a list. `count` is the total number of items, exact when the page was read. */
export interface Listed<T> {
  readonly count: number;
  readonly items: T[];
}

/**
 * The engine is unreachable, full or too busy: the same call may succeed later. Any method of any port may throw it,
 * and repeating the call completes what was left unfinished. Any other error of a port is permanent.
 */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreUnavailable";
  }
}

/**
 * The engine is damaged, or refuses the service: the same call fails until an operator does what the message says. It
 * may succeed then, so what was accepted goes on waiting.
 */
export class StoreFault extends StoreUnavailable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreFault";
  }
}
