/** A project's id: a decimal number as a string, counted from 1. */
export type ProjectId = string;
/** An organization's id: a UUID. */
export type OrganizationId = string;
/** A user's id: a whole number, counted from 1. */
export type UserId = number;
/** A point in time: milliseconds since 1970, UTC. */
export type Millis = number;
/** JSON as text, kept and given back to the letter. */
export type JsonText = string;

/** A part of a list: at most `limit` items after the first `offset`. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A page's items, and how many there are in all (exact at the time of the page). */
export interface Listed<T> {
  readonly count: number;
  readonly items: T[];
}

/**
 * An engine that cannot be reached, is full, or is too busy: the same call may succeed later. Every method of every port may
 * throw it, with nothing half done that a repetition would not complete. Whatever else a port throws, it will throw again.
 */
export class StoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StoreUnavailable";
  }
}
