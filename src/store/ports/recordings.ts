import type { PropertyMap } from "../../lib/json/json.ts";
import type { ActiveHour } from "../active-hours.ts";
import type { SnapshotSummary } from "../snapshot-summary.ts";
import type { JsonText, Listed, Millis, Page, ProjectId, UserId } from "./common.ts";

/** Identifies a recording: each session of a project has at most one. */
export type SessionKey = { readonly projectId: ProjectId; readonly sessionId: string };

/** The rrweb events of one `$snapshot` event that are in no finished file yet. */
export interface UnflushedPiece {
  /** The uuid of the `$snapshot` event, unique in its session. */
  readonly uuid: string;
  readonly windowId: string;
  readonly firstMs: Millis;
  /** A JSON array of rrweb events. */
  readonly data: JsonText;
}

/** A finished file of a recording in object storage. */
export interface RecordingFile {
  readonly key: string;
  readonly firstMs: Millis;
  readonly lastMs: Millis;
  /** Compressed size. */
  readonly bytes: number;
}

/** An erased recording whose files may still be in object storage. */
export interface PendingErasure extends SessionKey {
  readonly erasedAt: Millis;
  /** Keys of files, finished or in progress. */
  readonly keys: string[];
}

export interface RecordingErasure {
  /** Erases all of the recording except the list of its files. Returns false if absent. */
  erase(projectId: ProjectId, sessionId: string, at: Millis): Promise<boolean>;
  erased(projectId: ProjectId, sessionIds: readonly string[]): Promise<Set<string>>;
  /** Returns up to `limit` unpinned recordings that received nothing since the given time. */
  expired(receivedBefore: Millis, limit: number): Promise<SessionKey[]>;
  /** Completes interrupted erasures, then returns up to `limit` whose files are not forgotten, longest erased first. */
  erasures(limit: number): Promise<PendingErasure[]>;
  /** Forgets files that are no longer in object storage. */
  forgetFiles(session: SessionKey, keys: readonly string[]): Promise<void>;
  /** Forgets erasures and files: later snapshots are recorded. Keeps incomplete ones, and then returns false. */
  forget(projectId: ProjectId, sessionIds: readonly string[]): Promise<boolean>;
}

/** A file that is being written from pieces, which stay bound to it until it is finished. */
export type FileInProgress = Omit<RecordingFile, "bytes">;

export interface RecordingFlushing {
  /** Returns unclaimed sessions with an unflushed piece older than given, or over `bytes`; longest waiting first. */
  due(receivedBefore: Millis, bytes: number, now: Millis, limit: number): Promise<SessionKey[]>;
  /** Returns when the piece that has waited longest for its file was received; null if none waits. */
  waitingSince(): Promise<Millis | null>;
  /** Claims the session, or prolongs the claim. Returns false while another owner's claim lasts. */
  claim(session: SessionKey, owner: string, until: Millis, now: Millis): Promise<boolean>;
  release(session: SessionKey, owner: string): Promise<void>;
  /**
   * Returns the unfinished file if there is one, else binds all unbound pieces to a new one; null if there are none.
   * Keys are `{prefix}{firstMs}-{lastMs}`, followed by `-2`, `-3`, … if the session had that key before.
   */
  beginFile(session: SessionKey, prefix: string): Promise<FileInProgress | null>;
  /** Yields the file's pieces by the time of their first snapshot, the same on every call. */
  piecesOfOpenFile(session: SessionKey, key: string): AsyncIterable<UnflushedPiece>;
  /**
   * Lists the file as finished and drops its pieces, idempotently, so that a reader finds each snapshot in exactly one
   * place. Returns false if the recording was erased: then `erasures` lists the file until it is forgotten.
   */
  finishFile(session: SessionKey, file: RecordingFile): Promise<boolean>;
}

export interface Recording extends SessionKey {
  readonly summary: SnapshotSummary;
  readonly activeMs: number;
  /** JSON in no finished file, with the times of its first and last snapshot; null if all is in files. */
  readonly unflushed: { readonly bytes: number; readonly firstMs: Millis; readonly lastMs: Millis } | null;
  /** Users who have pinned it. */
  readonly pinnedCount: number;
}

/** Selects recordings that meet every condition present. `from` and `to`, inclusive, bound the first snapshot. */
export interface RecordingFilter {
  /** The earliest start; `to` is the latest. */
  readonly from?: Millis | undefined;
  readonly to?: Millis | undefined;
  readonly minDurationMs?: Millis | undefined;
  readonly distinctIds?: readonly string[] | undefined;
  readonly sessionIds?: readonly string[] | undefined;
}

/** A place in a list, latest start first. */
export type RecordingPosition = { readonly firstMs: Millis; readonly sessionId: string };

/** Recordings as users see them, listed latest start first. Erased ones are absent. */
export interface RecordingLibrary {
  /** Returns a page. Without a filter its cost does not grow with the number of recordings. */
  list(projectId: ProjectId, page: Page, filter?: RecordingFilter): Promise<Listed<Recording>>;
  /** Returns matches after the position; null is before the first one. */
  listAfter(
    projectId: ProjectId,
    filter: RecordingFilter,
    after: RecordingPosition | null,
    limit: number,
  ): Promise<Recording[]>;
  find(projectId: ProjectId, sessionIds: readonly string[]): Promise<Recording[]>;
  properties(projectId: ProjectId, sessionIds: readonly string[]): Promise<Map<string, PropertyMap>>;
  markViewed(projectId: ProjectId, sessionId: string, userId: UserId, at: Millis): Promise<void>;
  viewed(projectId: ProjectId, sessionIds: readonly string[], userId: UserId): Promise<Set<string>>;
  pinned(projectId: ProjectId, sessionIds: readonly string[], userId: UserId): Promise<Set<string>>;
  /** Pins or unpins it for the user, idempotently. Returns false if there is no such recording. */
  pin(projectId: ProjectId, sessionId: string, userId: UserId, isPinned: boolean): Promise<boolean>;
}

/** The rrweb events of one `$snapshot` event. */
export interface SnapshotPiece extends Omit<UnflushedPiece, "firstMs"> {
  readonly sessionId: string;
  readonly receivedAt: Millis;
  readonly summary: SnapshotSummary;
  readonly activity: readonly ActiveHour[];
}

/** `data` is null if the caller already has it. */
export type PieceWithOptionalData = Omit<UnflushedPiece, "data"> & { readonly data: JsonText | null };

/** A snapshot that arrives in chunks. `snapshot` is the uuid of the piece that it becomes. */
export interface ChunkedSnapshot extends SessionKey {
  readonly snapshot: string;
}

/** One of several `$snapshot` events that together make one piece. `number` counts from 0. */
export interface SnapshotChunk extends Omit<ChunkedSnapshot, "projectId"> {
  readonly number: number;
  readonly receivedAt: Millis;
  readonly event: JsonText;
}

/** What an event says about its session, such as the browser. `at` is the event's time. */
export interface SessionProperties {
  readonly sessionId: string;
  readonly at: Millis;
  /** When to check whether the session has a recording, unless its properties are stored already. */
  readonly checkAt: Millis;
  readonly properties: PropertyMap;
}

/** Recordings' unfinished pieces, lists of files and incomplete snapshots. Drops writes for erased recordings. */
export interface RecordingPieces {
  /** Adds pieces, each once by session and uuid, and updates the recordings' summaries. */
  append(projectId: ProjectId, pieces: readonly SnapshotPiece[]): Promise<void>;
  /** Returns finished files by the time of their first snapshot. */
  files(projectId: ProjectId, sessionId: string): Promise<RecordingFile[]>;
  /** Yields pieces in no finished file by their first snapshot, in batches; those of `known` uuids without data. */
  unflushed(projectId: ProjectId, sessionId: string, known?: ReadonlySet<string>): AsyncIterable<PieceWithOptionalData>;
  /** Stores each session's properties unless earlier ones are stored. */
  saveProperties(projectId: ProjectId, properties: readonly SessionProperties[]): Promise<void>;
  /**
   * Checks up to `limit` sessions that are due, and returns how many: drops properties without a recording; others are
   * never due again. Properties of earlier versions without a time become due at `later`, once.
   */
  checkProperties(now: Millis, later: Millis, limit: number): Promise<number>;

  /** Stores a chunk once. Returns how many are stored: 0 if the snapshot became a piece before it first arrived. */
  keepChunk(projectId: ProjectId, chunk: SnapshotChunk): Promise<number>;
  /** Returns events ordered by number. */
  chunks(snapshot: ChunkedSnapshot): Promise<JsonText[]>;
  dropChunks(snapshot: ChunkedSnapshot): Promise<void>;
  /** Returns snapshots with a chunk received before the given time, longest waiting first. */
  staleChunks(receivedBefore: Millis, limit: number): Promise<ChunkedSnapshot[]>;
  /** Drops properties and chunks of the sessions that have no recording. */
  dropUnrecorded(projectId: ProjectId, sessionIds: readonly string[]): Promise<void>;
}
