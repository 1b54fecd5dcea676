// Rows that name no engine: data move from one engine to another as these.

import type { ServiceNode } from "../records/nodes.ts";

/** The fields of each kind of rows, in order: what must be the same in every engine, and nothing else. */
export const ROW_FIELDS = {
  records: ["recordKind", "version", "value"],
  groups: ["project", "type", "key", "createdAt", "properties"],
  group_types: ["project", "number", "type"],
  persons: ["project", "uuid", "isIdentified", "createdAt", "email", "properties"],
  merged_persons: ["project", "uuid", "into"],
  distinct_ids: ["project", "uuid", "distinctId"],
  flag_identifiers: ["project", "uuid", "key", "identifier"],
  checkpoints: ["project", "journal", "group", "index"],
  events: ["project", "uuid", "event", "distinctId", "timestamp", "receivedAt", "properties"],
  history: ["recordKind", "version", "value"],
  recordings: [
    ...["project", "session", "distinctId", "firstMs", "durationMs", "activeMs", "receivedAt"],
    ...["unflushedBytes", "unflushedFirstMs", "unflushedLastMs", "unflushedSince", "summary"],
  ],
  erased_recordings: ["project", "session", "at"],
  recording_pins: ["project", "session", "user"],
  recording_views: ["project", "session", "user", "at"],
  recording_activity: ["project", "session", "hour", "next", "stretches"],
  recording_files: ["project", "session", "key", "firstMs", "lastMs", "bytes"],
  recording_properties: ["project", "session", "at", "checkAt", "properties"],
  pieces: ["project", "session", "uuid", "firstMs", "lastMs", "receivedAt", "bytes", "windowId", "data"],
  piece_uuids: ["project", "session", "uuid"],
  snapshot_chunks: ["project", "session", "uuid", "number", "receivedAt", "data"],
  files_to_delete: ["project", "session", "key", "at"],
} as const satisfies Record<string, readonly (keyof FieldValues)[]>;

type NumberField =
  | ("project" | "user" | "group" | "index" | "number" | "bytes" | "hour" | "timestamp" | "at")
  | ("isIdentified" | "firstMs" | "lastMs" | "durationMs" | "activeMs" | "unflushedBytes")
  | ("receivedAt" | "createdAt");
type TextField =
  | ("recordKind" | "version" | "value" | "type")
  | ("key" | "properties" | "uuid" | "into" | "distinctId" | "identifier" | "journal")
  | ("event" | "session" | "summary" | "stretches" | "windowId" | "data");
type NullableNumberField = ("next" | "checkAt") | ("unflushedFirstMs" | "unflushedLastMs" | "unflushedSince");

/**
 * What fields hold, in rows of any kind. Flags are 0 or 1, times are milliseconds since 1970, texts are verbatim;
 * `value` is a record's fields as JSON, `into` the person that another was merged into.
 */
export type FieldValues = Readonly<
  Record<NumberField, number> &
    Record<TextField, string> &
    Record<NullableNumberField, number | null> &
    Record<"email", string | null>
>;

export type RowKind = keyof typeof ROW_FIELDS;
export type NeutralRow<K extends RowKind> = Pick<FieldValues, (typeof ROW_FIELDS)[K][number]>;
export type AnyRow = Partial<FieldValues>;

/** The order of writing: rows come after those that they name. */
export const ROW_KINDS = Object.keys(ROW_FIELDS) as RowKind[];

/** Fields that divide a kind into sequences whose order counts, such as the distinct ids of a person. */
export const SEQUENCES: Partial<Record<RowKind, readonly (keyof FieldValues)[]>> = {
  distinct_ids: ["project", "uuid"],
  events: ["project"],
  pieces: ["project", "session"],
};

/** Kinds whose sequences follow each other unmixed. */
export const GROUPED: ReadonlySet<RowKind> = new Set(["distinct_ids", "pieces"]);

/** Kinds whose rows are kept, and cleared, together. */
export const DEPENDENT: readonly (readonly RowKind[])[] = [
  ["events", "history"],
  ["persons", "merged_persons", "distinct_ids", "flag_identifiers"],
  ROW_KINDS.filter((kind) => /^(recording|erased_rec|piece)/.test(kind)),
];

export interface RowBatch {
  readonly rows: readonly AnyRow[];
  /** Where reading may go on later; only the engine reads it. */
  readonly cursor: string;
}

/** A store whose rows can be read while nothing changes them. */
export interface RowReader {
  readonly id: string;
  /** Completes what interrupted processes have begun, as services do. */
  settle(): Promise<void>;
  /** Returns about how many rows there are. */
  count(kind: RowKind): Promise<number>;
  /** Returns the processes that may use the store, except one on this machine's directory. */
  nodes(): Promise<readonly ServiceNode[]>;
  /** Returns whether an erasure of a person is in progress. */
  isErasing(): Promise<boolean>;
  /** Yields all rows, or those after the cursor; a sequence in order. */
  read(kind: RowKind, after: string | null): AsyncIterable<RowBatch>;
  /** Names the order in which `read` yields events: a cursor holds only with the same name. */
  eventOrder(): Promise<string>;
  close(): Promise<void>;
}

/** A store that is filled with rows. No service uses it before it is complete. */
export interface RowWriter extends RowReader {
  /** Identifies the store that `complete` makes. */
  readonly newId: string;
  /** Adds the rows that are not there yet, in order. `position` is the number of rows of this kind before them. */
  write(kind: RowKind, rows: readonly AnyRow[], position: number): Promise<unknown>;
  clear(kinds: readonly RowKind[]): Promise<void>;
  /** Makes it a store that services can use, and closes it. */
  complete(): Promise<void>;
}
