import type { Checkpoints } from "./checkpoints.ts";
import type { Events } from "./events.ts";
import type { Files } from "./files.ts";
import type { Flags } from "./flags.ts";
import type { Groups } from "./groups.ts";
import type { Invites } from "./invites.ts";
import type { Keys } from "./keys.ts";
import type { Persons } from "./persons.ts";
import type { Recordings } from "./recordings.ts";
import type { Tenants } from "./tenants.ts";

/** Every port that keeps documents, as one engine gives them. */
export interface StorePorts {
  readonly tenants: Tenants;
  readonly keys: Keys;
  readonly invites: Invites;
  readonly events: Events;
  readonly persons: Persons;
  readonly groups: Groups;
  readonly flags: Flags;
  readonly recordings: Recordings;
  readonly checkpoints: Checkpoints;
}

export interface Store extends StorePorts {
  /**
   * Does the work with ports of its own. An engine that can keeps all that these write or, where the work throws, nothing; others keep each
   * write at once. So it must be work that may be repeated, and it may wait for nothing but these ports: other calls may wait for it.
   */
  transaction<T>(work: (ports: StorePorts) => Promise<T>): Promise<T>;
  /** Returns if the engine answers; throws `StoreUnavailable` with a sentence if it does not. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface FileStore {
  readonly files: Files;
  /** Removes what writers have left that ended on the way, once it is so old that nobody is at it. */
  tidy(): Promise<void>;
  /** Returns if the engine can be written to; throws `StoreUnavailable` with a sentence if it cannot. */
  check(): Promise<void>;
  close(): Promise<void>;
}
