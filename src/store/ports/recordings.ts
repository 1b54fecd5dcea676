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
