import type { PropertyMap } from "../../values/json.ts";
import type { ActiveHour } from "../values/active-hours.ts";
import type { SnapshotSummary } from "../values/snapshot-summary.ts";
import type { JsonText, Listed, Millis, Page, ProjectId, UserId } from "./common.ts";

/** The rrweb events of one `$snapshot` event. */
export interface SnapshotPiece {
  /** The event's uuid: its identity within its session. */
  readonly uuid: string;
  readonly sessionId: string;
  readonly windowId: string;
  readonly receivedAt: Millis;
  readonly summary: SnapshotSummary;
  /** When somebody was active in it, by the hour. */
  readonly activity: readonly ActiveHour[];
  /** The rrweb events: a JSON array. */
  readonly data: JsonText;
}

/** A piece that is in no file yet, as it is played. */
export interface UnflushedPiece extends Pick<SnapshotPiece, "uuid" | "windowId" | "data"> {
  /** The time of its first snapshot. */
  readonly firstMs: Millis;
}

/** Names a snapshot that arrives in chunks: the uuid is that of the piece which it becomes. */
export interface ChunkedSnapshot extends SessionKey {
  readonly snapshot: string;
}

/** One of several `$snapshot` events that make a piece together. */
export interface SnapshotChunk extends Omit<ChunkedSnapshot, "projectId"> {
  /** Its place among the chunks, from 0. */
  readonly number: number;
  readonly receivedAt: Millis;
  /** The event that brought it. */
  readonly event: JsonText;
}

export interface RecordingFile {
  /** Its key in the object store. */
  readonly key: string;
  readonly firstMs: Millis;
  readonly lastMs: Millis;
  /** Compressed size. */
  readonly bytes: number;
}

export interface Recording {
  readonly projectId: ProjectId;
  readonly sessionId: string;
  readonly summary: SnapshotSummary;
  /** How long somebody was active. */
  readonly activeMs: number;
  /** Bytes of JSON that are not in a file yet, and the time of their first and last snapshot; null where all is in files. */
  readonly unflushed: { readonly bytes: number; readonly firstMs: Millis; readonly lastMs: Millis } | null;
  /** How many users have pinned it. */
  readonly pinnedCount: number;
}

/** What recordings must be to be listed: all of it that is there. */
export interface RecordingFilter {
  /** Their first snapshot is of this time or later. */
  readonly from?: Millis | undefined;
  /** Their first snapshot is of this time or earlier. */
  readonly to?: Millis | undefined;
  readonly minDurationMs?: Millis | undefined;
  /** Theirs is one of these distinct ids. */
  readonly distinctIds?: readonly string[] | undefined;
  /** They are one of these sessions. */
  readonly sessionIds?: readonly string[] | undefined;
}

/** A file that is being written from pieces: they are bound to it until it is finished. */
export interface FileInProgress {
  readonly key: string;
  readonly firstMs: Millis;
  readonly lastMs: Millis;
}

export interface SessionKey {
  readonly projectId: ProjectId;
  readonly sessionId: string;
}

/**
 * Recordings: what is known of each, the pieces that are not in a file yet, and the list of its files. A recording that was erased is found by
 * no method any more, and what arrives for it later is dropped.
 */
export interface Recordings {
  /** Adds pieces, each once by its session and uuid, and brings the recordings' summaries up to date. */
  append(projectId: ProjectId, pieces: readonly SnapshotPiece[]): Promise<void>;
  /**
   * Keeps a chunk, once by its snapshot and number, and gives how many of them are there. Keeps nothing, and gives 0, where the snapshot
   * became a piece before the chunk first came.
   */
  keepChunk(projectId: ProjectId, chunk: SnapshotChunk): Promise<number>;
  /** The events of the chunks that are there, by their numbers. */
  chunks(snapshot: ChunkedSnapshot): Promise<JsonText[]>;
  dropChunks(snapshot: ChunkedSnapshot): Promise<void>;
  /** Snapshots with a chunk that was received before the given time, the longest waiting first; at most `limit`. */
  staleChunks(receivedBefore: Millis, limit: number): Promise<ChunkedSnapshot[]>;
  /** Keeps for each session the properties with the earliest time. */
  saveProperties(
    projectId: ProjectId,
    notes: readonly { readonly sessionId: string; readonly at: Millis; readonly properties: PropertyMap }[],
  ): Promise<void>;

  /** The latest start first. Without a filter neither the page nor the count takes longer where there are more recordings. */
  list(projectId: ProjectId, page: Page, filter?: RecordingFilter): Promise<Listed<Recording>>;
  /** Those of the recordings that exist, the latest start first. */
  find(projectId: ProjectId, sessionIds: readonly string[]): Promise<Recording[]>;
  /** The properties noted for these sessions. */
  properties(projectId: ProjectId, sessionIds: readonly string[]): Promise<Map<string, PropertyMap>>;

  /**
   * The pieces that are not in a finished file, by the time of their first snapshot; read in portions, never all at once.
   * `known` are uuids whose data the caller has: they come with `data: null`.
   */
  pieces(
    projectId: ProjectId,
    sessionId: string,
    known?: ReadonlySet<string>,
  ): AsyncIterable<Omit<UnflushedPiece, "data"> & { readonly data: JsonText | null }>;
  /** The recording's files, by the time of their first snapshot. */
  files(projectId: ProjectId, sessionId: string): Promise<RecordingFile[]>;

  /** Notes that the user has seen it. */
  markViewed(projectId: ProjectId, sessionId: string, userId: UserId, at: Millis): Promise<void>;
  /** Pins it for the user, or takes that back; doing it again changes nothing. False where there is no such recording. */
  pin(projectId: ProjectId, sessionId: string, userId: UserId, isPinned: boolean): Promise<boolean>;
  /** Those of the sessions that the user has seen. */
  viewed(projectId: ProjectId, sessionIds: readonly string[], userId: UserId): Promise<Set<string>>;

  /**
   * Sessions with a piece that is in no file and was received before the given time, or with more than `bytes` of them, the longest waiting
   * first; at most `limit`, without those that somebody has the right to now.
   */
  due(receivedBefore: Millis, bytes: number, now: Millis, limit: number): Promise<SessionKey[]>;
  /** When the piece was received that has waited longest for its file; null where none does. */
  waitingSince(): Promise<Millis | null>;
  /** Takes the right to write the session's files until `until`; false while another owner has it. The same owner may prolong it. */
  claim(session: SessionKey, owner: string, until: Millis, now: Millis): Promise<boolean>;
  release(session: SessionKey, owner: string): Promise<void>;
  /**
   * Binds all pieces that are bound to no file to a new file, under a key that no other file of the session has had, and gives it; a file that
   * was begun and not finished is given again instead. Null where there is nothing to write. Keys are `{prefix}{firstMs}-{lastMs}`, with `-2`, `-3`, … where taken.
   */
  beginFile(session: SessionKey, prefix: string): Promise<FileInProgress | null>;
  /** The pieces bound to a file, in the order of their first snapshot; always the same. */
  boundPieces(session: SessionKey, key: string): AsyncIterable<UnflushedPiece>;
  /**
   * Lists the file as the recording's and drops its pieces, so that a reader finds each snapshot in exactly one place. Repeating it changes
   * nothing. False where the recording was erased: then the file is listed in `erasures`.
   */
  finishFile(session: SessionKey, file: RecordingFile): Promise<boolean>;

  /** Erases pieces, summary, properties and views, for good; false where there is no such recording. Its files stay listed in `erasures` until `forgetFiles`. */
  erase(projectId: ProjectId, sessionId: string, at: Millis): Promise<boolean>;
  /** Those of the sessions whose recordings were erased. */
  erased(projectId: ProjectId, sessionIds: readonly string[]): Promise<Set<string>>;
  /** Recordings that are pinned by nobody, and of which nothing was received since the given time; at most `limit`. */
  expired(receivedBefore: Millis, limit: number): Promise<SessionKey[]>;
  /**
   * Erased recordings whose files, finished or begun, are listed until `forgetFiles`, the longest erased first; at most `limit`. Completes
   * erasures that were broken off.
   */
  erasures(limit: number): Promise<(SessionKey & { readonly erasedAt: Millis; readonly keys: string[] })[]>;
  /** The object store has them no more. */
  forgetFiles(session: SessionKey, keys: readonly string[]): Promise<void>;
}
