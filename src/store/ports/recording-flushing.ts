import type { Millis } from "./common.ts";
import type { RecordingFile, SessionKey, UnflushedPiece } from "./recordings.ts";

/** A file that is being written from pieces, which stay bound to it until it is finished. */
export type FileInProgress = Omit<RecordingFile, "bytes">;

/** Moving pieces into files. */
export interface RecordingFlushing {
  /**
   * Returns up to `limit` unclaimed sessions, longest waiting first, that have a piece in no finished file received
   * before the given time, or more than `bytes` of such pieces.
   */
  due(receivedBefore: Millis, bytes: number, now: Millis, limit: number): Promise<SessionKey[]>;
  /** Returns when the piece was received that has waited longest for its file; null if none waits. */
  waitingSince(): Promise<Millis | null>;
  /**
   * Claims the session for this owner until `until`, or prolongs its claim. Returns false while another owner's claim
   * lasts.
   */
  claim(session: SessionKey, owner: string, until: Millis, now: Millis): Promise<boolean>;
  release(session: SessionKey, owner: string): Promise<void>;
  /**
   * Binds all unbound pieces to a new file and returns it; returns the unfinished file instead if there is one, and
   * null if there is nothing to write. Keys are `{prefix}{firstMs}-{lastMs}`, followed by `-2`, `-3`, … if the session
   * had that key before.
   */
  beginFile(session: SessionKey, prefix: string): Promise<FileInProgress | null>;
  /** Yields the pieces bound to a file by the time of their first snapshot; every call yields the same pieces. */
  piecesOfOpenFile(session: SessionKey, key: string): AsyncIterable<UnflushedPiece>;
  /**
   * Lists the file as finished and drops its pieces, idempotently, so that a reader finds each snapshot in exactly one
   * place. Returns false if the recording was erased: then `erasures` lists the file, unless it has been forgotten.
   */
  finishFile(session: SessionKey, file: RecordingFile): Promise<boolean>;
}
