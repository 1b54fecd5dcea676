import type { Erasures } from "../records/erasures.ts";
import type { FlagRecords } from "../records/flags.ts";
import type { Invites } from "../records/invites.ts";
import type { Keys } from "../records/keys.ts";
import type { ProjectRemovals } from "../records/removed-projects.ts";
import type { Tenants } from "../records/tenants.ts";
import type { Checkpoints } from "./common.ts";
import type { Events } from "./events.ts";
import type { Files } from "./files.ts";
import type { FlagIdentifiers, Groups, PeopleReading, Persons } from "./persons.ts";
import type { RecordingErasure, RecordingFlushing, RecordingLibrary, RecordingPieces } from "./recordings.ts";
import type { Records } from "./records.ts";

/** What an engine stores of recordings, by the role of its caller. No role finds an erased recording. */
export interface RecordingPorts {
  readonly library: RecordingLibrary;
  readonly pieces: RecordingPieces;
  readonly flushing: RecordingFlushing;
  readonly erasure: RecordingErasure;
}

export type Flags = FlagRecords & FlagIdentifiers;

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

/** One store. After `close`, which may be repeated, every method rejects with `StoreUnavailable`. */
export interface Store extends StorePorts {
  /** A random text that the store gets once. A copy of the store has the same. */
  readonly id: string;
  /**
   * Runs `work` with ports of its own. On SQLite this is a transaction: all writes are kept, or none if `work` throws.
   * On MongoDB each write takes effect at once, in the order of the calls, and stays if `work` throws. So the writes
   * must be idempotent, in an order that makes repeating `work` safe. It may await only these ports: on SQLite all
   * other calls wait for it. It may serve many projects at once: MongoDB then needs about as many commands for persons,
   * groups and checkpoints as for one.
   */
  transaction<T>(work: (ports: StorePorts) => Promise<T>): Promise<T>;
  /** Throws `StoreUnavailable` with a sentence that says why if the engine does not answer. */
  check(): Promise<void>;
  /** Returns the bytes that the store takes on its disks. Reads no stored data. Throws `StoreUnavailable`. */
  size(): Promise<number>;
  close(): Promise<void>;
}

/** The object store for recording files. `close` may be repeated. */
export interface FileStore {
  readonly files: Files;
  /** Removes what interrupted writers left, once it is too old to belong to a running one, or unchanged for so long. */
  tidy(unchangedForMs?: number): Promise<void>;
  /** Throws `StoreUnavailable` with a sentence that says why if the engine does not accept writes. */
  check(): Promise<void>;
  close(): Promise<void>;
}
