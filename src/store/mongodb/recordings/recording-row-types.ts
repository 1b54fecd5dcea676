import type { Binary, ObjectId } from "mongodb";
import type { StoredText } from "../document-keys.ts";

interface OfRecording {
  readonly _id: string;
  readonly recording: string;
}

interface Extent {
  /** Size of the data as UTF-8; that of a file is compressed. */
  readonly bytes: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

export interface Span extends Extent {
  /** When the first piece was received. */
  readonly since: number;
}

/**
 * A recording; the key is the project and the session. Pieces are counted into numbered batches. New pieces go into
 * the open batch, which as a whole becomes a file's. Each change is one atomic update of the version read before. Its
 * intent records say what is left to do with other documents; any later call may apply them, also repeatedly.
 */
export interface RecordingRow {
  readonly _id: string;
  readonly project: number;
  readonly sessionId: string;
  readonly version: number;
  /** JSON. */
  readonly summary: StoredText;
  /** Taken from the summary, for lists, as are the next two. */
  readonly distinctId: string;
  readonly firstMs: number;
  readonly durationMs: number;
  /** Sum over the recording's active hours. */
  readonly activeMs: number;
  readonly receivedAt: number;
  readonly pinnedBy?: readonly number[];
  readonly batch: number;
  /** Absent without pieces. */
  readonly open?: Span | undefined;
  readonly begun?: (Span & { readonly key: string; readonly batch: number }) | undefined;
  /** Intent records: add it to, or subtract it from, the number of this project's recordings. Each is set once. */
  readonly arrivedIn?: number;
  readonly goneFrom?: number;
  /** Intent record: mark these pieces with the number of the batch into which they were counted. */
  readonly counted?: { readonly batch: number; readonly uuids: readonly string[] } | undefined;
  /** Intent record: drop the pieces of this batch, which are in a finished file. */
  readonly dropping?: { readonly batch: number; readonly since: number } | undefined;
  /** The earliest `since` of the open batch, the begun batch and the batch to drop; absent without any. */
  readonly waitingSince?: number | undefined;
  readonly waitingBytes?: number | undefined;
  readonly claimedBy?: string;
  readonly claimedUntil?: number;
  /** Set when erased. Then only the key, the project, the session, the version and `begun` remain above. */
  readonly erasedAt?: number;
  readonly erasing?: boolean;
}

/**
 * A piece; the key is the recording's key and the piece's uuid. Once it is in a finished file, only the key, the
 * recording and the batch remain, so that the piece is recognized if it arrives again.
 */
export interface PieceRow extends OfRecording, Extent {
  readonly order: ObjectId;
  /** Absent until the piece is known to be counted. */
  readonly batch?: number;
  readonly receivedAt: number;
  readonly windowId: string;
  /** JSON. */
  readonly summary: StoredText;
  /** JSON. */
  readonly activity: StoredText;
  /** UTF-8; absent if stored in `parts` documents of its own. */
  readonly data?: Binary;
  readonly parts: number;
}

/** A part of the data of a piece too large for one document; the key is the piece's key and the part's number. */
export interface PiecePartRow extends OfRecording {
  readonly piece: string;
  readonly data: Binary;
}

/** Counts a project's recordings, with those in `noted`, whose intent records are not removed yet. Key: the project. */
export interface RecordingCountRow {
  readonly _id: string;
  readonly version: number;
  readonly count: number;
  readonly noted: { readonly arrived: readonly string[]; readonly gone: readonly string[] };
}

export interface ActiveHourRow extends OfRecording {
  readonly version: number;
  readonly hour: number;
  readonly next: number | null;
  /** JSON. */
  readonly stretches: string;
  readonly activeMs: number;
}

/** A chunk of an incomplete snapshot; the key is the recording's key, the snapshot's uuid and the chunk's number. */
export interface SnapshotChunkRow extends OfRecording {
  readonly project: number;
  readonly sessionId: string;
  readonly snapshot: string;
  readonly number: number;
  readonly receivedAt: number;
  /** JSON. */
  readonly event: StoredText;
}

/** A finished file, unless the recording has it as begun; the key is the recording's key and the file's key. */
export interface RecordingFileRow extends OfRecording, Extent {
  readonly key: string;
  readonly order: ObjectId;
}

export interface FileToDeleteRow extends OfRecording {
  readonly project: number;
  readonly sessionId: string;
  readonly erasedAt: number;
  readonly key: string;
}

export interface RecordingPropertiesRow {
  readonly _id: string;
  readonly at: number;
  /** When to check whether the session has a recording; infinite if it has one. Versions before 0.2 left it out. */
  readonly checkAt?: number;
  readonly properties: StoredText;
}

export interface RecordingViewRow extends OfRecording {
  readonly user: number;
  readonly at: number;
}
