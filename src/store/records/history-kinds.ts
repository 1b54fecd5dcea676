import type { Millis, ProjectId } from "../ports/common.ts";
import type { EventToken } from "../ports/events.ts";
import type { RecordKind } from "../ports/records.ts";

/** A Parquet file with events of one project and one UTC day. */
export interface HistoryFile {
  readonly key: string;
  /** Such as 2026-11-23. */
  readonly day: string;
  readonly rows: number;
  readonly bytes: number;
  /** The least and the greatest `timestamp`. Files of earlier versions lack it. */
  readonly span?: readonly [Millis, Millis];
  /** How many of the manifest's columns it has, from the first on. Absent: none. */
  readonly columns?: number;
}

/** A file that is live no longer, and is deleted once no question reads it. */
export type ReplacedFile = { readonly key: string; readonly at: Millis };

/** The last commit to the log of a project's table, which with the live files tells all that the commit has. */
export interface TableCommit {
  /** Of the table: a log that begins anew has another one. */
  readonly id: string;
  readonly version: number;
  readonly at: Millis;
  /** Keys of live files; null for all of them, because the table begins. */
  readonly added: readonly string[] | null;
  readonly removed: readonly string[];
  readonly changesData: boolean;
  /** Absent: the columns are those of the commit before. */
  readonly changesSchema?: boolean;
}

/** The live files of a project: each filed event is in exactly one of them. */
export interface Manifest {
  readonly files: readonly HistoryFile[];
  readonly replaced: readonly ReplacedFile[];
  /** The end of the last batch that had events of the project; null if none had. */
  readonly filedUpTo: EventToken | null;
  /** JSON pointers of the properties that files have as columns. None is ever removed or moved. */
  readonly columns?: readonly string[];
  /** Absent if the table has not begun. */
  readonly table?: TableCommit;
}

export type Batch = { readonly until: EventToken; readonly projects: readonly ProjectId[] };

export interface FiledPosition {
  /** All events up to this token are filed. */
  readonly filedUpTo: EventToken | null;
  /** The batch after it, if some of its projects may be filed already. It is completed as it is. */
  readonly filing: Batch | null;
}

/** How far events have left the store: they are in history files only. */
export interface LeftPosition {
  /** The events up to this token have left, except those that are in no file. */
  readonly leftUpTo: EventToken | null;
  /** No event after this token has left, or is about to. */
  readonly leavingUpTo: EventToken | null;
  /** Events up to this token may leave: so far they were filed at this time. */
  readonly next: { readonly token: EventToken; readonly at: Millis } | null;
  /** No event that has left, or is about to, was received later; null if none has. */
  readonly receivedUntil: Millis | null;
  /** About how many have left. */
  readonly events: number;
}

export const HISTORY_MANIFESTS: RecordKind<Manifest & { readonly projectId: ProjectId }, "projectId"> = {
  name: "history_manifests",
  key: ["projectId"],
};

/** A table beside that of events. Its files have no day, and all its rows of one time. */
export type PersonTable = "distinct_ids" | "persons";

export const HISTORY_TABLES: RecordKind<
  Manifest & { readonly projectId: ProjectId; readonly name: PersonTable },
  "projectId" | "name"
> = { name: "history_tables", key: ["projectId", "name"] };

/** Has one record, as has `HISTORY_LEFT`. */
export const HISTORY_POSITION: RecordKind<FiledPosition & { readonly name: string }, "name"> = {
  name: "history_position",
  key: ["name"],
};

export const HISTORY_LEFT: RecordKind<LeftPosition & { readonly name: string }, "name"> = {
  name: "history_left",
  key: ["name"],
};

/** The exclusive right to some work in the background for some time, such as writing history files. */
export interface LeaseRecord {
  readonly name: string;
  readonly owner: string;
  readonly until: Millis;
}

export const LEASES: RecordKind<LeaseRecord, "name"> = { name: "history_leases", key: ["name"] };

/** Corrects the clock of a client whose requests arrive much later, or earlier, than it says. */
export interface DeviceClock {
  readonly projectId: ProjectId;
  /** A hash of the session, or of the distinct id of events without one. */
  readonly device: string;
  readonly offset: Millis;
  /** How much our clock was ahead of the client's when a request arrived: its error, and a usual delay. */
  readonly lag: Millis;
  readonly expiresAt: Millis;
}

export const DEVICE_CLOCKS: RecordKind<DeviceClock, "projectId" | "device"> = {
  name: "device_clocks",
  key: ["projectId", "device"],
  indexes: [["expiresAt"]],
};
