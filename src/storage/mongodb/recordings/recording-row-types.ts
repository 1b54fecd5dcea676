import type { Binary, ObjectId } from "mongodb";
import type { StoredText } from "../stored-text.ts";

/** What is known of pieces together. */
export interface Span {
  /** Of their data, as UTF-8. */
  readonly bytes: number;
  readonly firstMs: number;
  readonly lastMs: number;
  /** The earliest time at which one of them was received. */
  readonly since: number;
}

/**
 * A recording; the key is the project and the session. Pieces are counted into numbered batches: arriving ones into the open batch, which becomes
 * a file's as a whole. Each change of it is one atomic update of the version that was read, and says itself what is left to do with the pieces'
 * documents after it, so that anybody may do that, also twice.
 */
export interface RecordingRow {
  readonly _id: string;
  readonly project: number;
  readonly sessionId: string;
  readonly version: number;
  /** JSON. */
  readonly summary: StoredText;
  /** Of the summary; here for lists. */
  readonly distinctId: string;
  readonly firstMs: number;
  readonly durationMs: number;
  /** The sum of the recording's hours of activity. */
  readonly activeMs: number;
  /** When the last of its pieces was received. */
  readonly receivedAt: number;
  /** The users who have pinned it. */
  readonly pinnedBy?: readonly number[];
  /** The number of the open batch. */
  readonly batch: number;
  /** The open batch, where it has pieces. */
  readonly open?: Span | undefined;
  /** The batch that a file is being written from. */
  readonly begun?: (Span & { readonly key: string; readonly batch: number }) | undefined;
  /** Left to do, in this project: to add it to the number of recordings; to take it off that. Each is set once, and removed when it is done. */
  readonly arrivedIn?: number;
  readonly goneFrom?: number;
  /** Left to do: these pieces were counted into the batch, and are to be marked with its number. */
  readonly counted?: { readonly batch: number; readonly uuids: readonly string[] } | undefined;
  /** Left to do: the pieces of this batch are in a finished file, and are to be dropped. */
  readonly dropping?: { readonly batch: number; readonly since: number } | undefined;
  /** The earliest `since` of all that waits, with what is to be dropped; absent where nothing does. */
  readonly waitingSince?: number | undefined;
  readonly waitingBytes?: number | undefined;
  readonly claimedBy?: string;
  readonly claimedUntil?: number;
  /** Set for good when it is erased; then nothing above is there but the key, the session and `begun`. */
  readonly erasedAt?: number;
  /** Left to do: all that belongs to it is to be removed. */
  readonly erasing?: boolean;
}

/** A piece; the key is the recording's and the piece's uuid. After it went into a file the key, the recording and the batch remain, so that it is known. */
export interface PieceRow {
  readonly _id: string;
  readonly recording: string;
  readonly order: ObjectId;
  /** The number of its batch; absent until it is known to be counted into one. */
  readonly batch?: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly receivedAt: number;
  readonly bytes: number;
  readonly windowId: string;
  /** JSON. */
  readonly summary: StoredText;
  /** JSON. */
  readonly activity: StoredText;
  /** As UTF-8; absent where it is in `parts` documents of its own. */
  readonly data?: Binary;
  readonly parts: number;
}

/** A part of the data of a piece that is too large for one document; the key is the piece's and the part's number. */
export interface PiecePartRow {
  readonly _id: string;
  readonly recording: string;
  readonly piece: string;
  readonly data: Binary;
}

/**
 * How many recordings a project has; the key is the project. The count has those in `noted` already, whose own notes of that are left to be
 * removed. It is changed only in the version that was read before the notes were.
 */
export interface RecordingCountRow {
  readonly _id: string;
  readonly version: number;
  readonly count: number;
  readonly noted: { readonly arrived: readonly string[]; readonly gone: readonly string[] };
}

/** When somebody was active in an hour of a recording; the key is the recording's and the hour. */
export interface ActiveHourRow {
  readonly _id: string;
  readonly recording: string;
  readonly version: number;
  readonly hour: number;
  readonly next: number | null;
  /** JSON. */
  readonly stretches: string;
  readonly activeMs: number;
}

/** A chunk of a snapshot that is not complete; the key is the recording's, the snapshot's and the chunk's number. */
export interface SnapshotChunkRow {
  readonly _id: string;
  readonly recording: string;
  readonly project: number;
  readonly sessionId: string;
  readonly snapshot: string;
  readonly number: number;
  readonly receivedAt: number;
  /** JSON. */
  readonly event: StoredText;
}

/** A file that is finished, unless the recording says that it was only begun; the key is the recording's and the file's. */
export interface RecordingFileRow {
  readonly _id: string;
  readonly recording: string;
  readonly key: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly bytes: number;
  readonly order: ObjectId;
}

/** A file of an erased recording; the key is the recording's and the file's. */
export interface FileToDeleteRow {
  readonly _id: string;
  readonly recording: string;
  readonly project: number;
  readonly sessionId: string;
  readonly erasedAt: number;
  readonly key: string;
}

/** The key is the recording's. */
export interface RecordingPropertiesRow {
  readonly _id: string;
  readonly at: number;
  readonly properties: StoredText;
}

/** The key is the recording's and the user's id. */
export interface RecordingViewRow {
  readonly _id: string;
  readonly recording: string;
  readonly user: number;
  readonly at: number;
}
