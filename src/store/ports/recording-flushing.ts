import type { Millis } from "./common.ts";
import type { RecordingFile, SessionKey, UnflushedPiece } from "./recordings.ts";

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
