import type { Checkpoints } from "./checkpoints.ts";
import type { Erasures } from "./erasures.ts";
import type { Events } from "./events.ts";
import type { Files } from "./files.ts";
import type { Flags } from "./flags.ts";
import type { Groups } from "./groups.ts";
import type { Invites } from "./invites.ts";
import type { Keys } from "./keys.ts";
import type { PeopleReading } from "./people-reading.ts";
import type { Persons } from "./persons.ts";
import type { ProjectRemovals } from "./project-removals.ts";
import type { RecordingErasure } from "./recording-erasure.ts";
import type { RecordingFlushing } from "./recording-flushing.ts";
import type { RecordingLibrary } from "./recording-library.ts";
import type { RecordingPieces } from "./recording-pieces.ts";
import type { Records } from "./records.ts";
import type { Tenants } from "./tenants.ts";

/** What an engine stores of recordings, by the role of its caller. No role finds an erased recording. */
export interface RecordingPorts {
  readonly library: RecordingLibrary;
  readonly pieces: RecordingPieces;
  readonly flushing: RecordingFlushing;
  readonly erasure: RecordingErasure;
}

/** Every port that one engine implements, but for files. */
export interface StorePorts {
  readonly tenants: Tenants;
  readonly keys: Keys;
  readonly invites: Invites;
  readonly events: Events;
  readonly persons: Persons;
  readonly people: PeopleReading;
  readonly groups: Groups;
  readonly flags: Flags;
  readonly recordings: RecordingPorts;
  readonly checkpoints: Checkpoints;
  readonly erasures: Erasures;
  readonly projectRemovals: ProjectRemovals;
  readonly records: Records;
}

/** One store: its ports and its life cycle. After `close` every method rejects with `StoreUnavailable`. */
export interface Store extends StorePorts {
  /** Identifies the store: a random text that it gets once. A copy of the store has the same. */
  readonly id: string;
  /**
   * Runs `work` with ports of its own and returns its result. On SQLite this is a transaction: all writes of `work` are
   * kept, or none if it throws. On MongoDB there is none: each write takes effect at once, in the order of the calls,
   * and stays if `work` throws. So `work` must consist of idempotent writes in an order that makes repeating it safe.
   * It may await only these ports, because on SQLite all other calls wait for it. It may call them for many projects at
   * the same time: MongoDB then needs about as many commands for the persons, groups and checkpoints of all as for one.
   */
  transaction<T>(work: (ports: StorePorts) => Promise<T>): Promise<T>;
  /** Resolves if the engine answers, else throws `StoreUnavailable` with a sentence that says why. */
  check(): Promise<void>;
  /** Returns how many bytes the store takes on its disks. Reads no stored data. Throws `StoreUnavailable`. */
  size(): Promise<number>;
  /** Disconnects. May be called again. */
  close(): Promise<void>;
}

/** The object store for recording files. */
export interface FileStore {
  readonly files: Files;
  /** Removes what interrupted writers left, once it is too old to belong to a running one, or for so long unchanged. */
  tidy(unchangedForMs?: number): Promise<void>;
  /** Resolves if the engine accepts writes, else throws `StoreUnavailable` with a sentence that says why. */
  check(): Promise<void>;
  /** Disconnects. May be called again. */
  close(): Promise<void>;
}
