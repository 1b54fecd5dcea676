import type { JsonText, Millis, ProjectId } from "./common.ts";

/** Identifies a recording: each session of a project has at most one. */
export interface SessionKey {
  readonly projectId: ProjectId;
  readonly sessionId: string;
}

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
