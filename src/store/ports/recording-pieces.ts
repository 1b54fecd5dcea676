import type { PropertyMap } from "../../lib/json/json.ts";
import type { ActiveHour } from "../active-hours.ts";
import type { SnapshotSummary } from "../snapshot-summary.ts";
import type { JsonText, Millis, ProjectId } from "./common.ts";
import type { RecordingFile, SessionKey, UnflushedPiece } from "./recordings.ts";

/** The rrweb events of one `$snapshot` event. */
export interface SnapshotPiece extends Omit<UnflushedPiece, "firstMs"> {
  readonly sessionId: string;
  readonly receivedAt: Millis;
  readonly summary: SnapshotSummary;
  /** The user's activity, by hour. */
  readonly activity: readonly ActiveHour[];
}

/** A piece whose data is null if the caller already has it. */
export type PieceWithOptionalData = Omit<UnflushedPiece, "data"> & { readonly data: JsonText | null };

/** Identifies a snapshot that arrives in chunks. */
export interface ChunkedSnapshot extends SessionKey {
  /** The uuid of the piece that the complete snapshot becomes. */
  readonly snapshot: string;
}

/** One of several `$snapshot` events that together make one piece. */
export interface SnapshotChunk extends Omit<ChunkedSnapshot, "projectId"> {
  /** Its index among the chunks, from 0. */
  readonly number: number;
  readonly receivedAt: Millis;
  /** The `$snapshot` event. */
  readonly event: JsonText;
}

/** What an event says about its session, such as the browser. */
export interface SessionProperties {
  readonly sessionId: string;
  /** The event's time. */
  readonly at: Millis;
  /** When to check whether the session has a recording, unless properties of the session are stored already. */
  readonly checkAt: Millis;
  readonly properties: PropertyMap;
}

/**
 * The content of recordings: pieces in no finished file, the list of files, and incomplete snapshots. Writes for erased
 * recordings are dropped.
 */
export interface RecordingPieces {
  /** Adds pieces, each once by session and uuid, and updates the recordings' summaries. */
  append(projectId: ProjectId, pieces: readonly SnapshotPiece[]): Promise<void>;
  /** Returns the recording's finished files by the time of their first snapshot. */
  files(projectId: ProjectId, sessionId: string): Promise<RecordingFile[]>;
  /**
   * Yields the pieces that are in no finished file by the time of their first snapshot, read in batches. Pieces whose
   * uuid is in `known` come with `data: null`.
   */
  unflushed(projectId: ProjectId, sessionId: string, known?: ReadonlySet<string>): AsyncIterable<PieceWithOptionalData>;
  /** Stores each session's properties unless earlier ones are stored. */
  saveProperties(projectId: ProjectId, properties: readonly SessionProperties[]): Promise<void>;
  /**
   * Checks up to `limit` sessions that are due: drops the properties of those without a recording; the others are never
   * due again. Properties that an earlier version stored have no such time: they become due at `later` once. Returns
   * how many sessions it has checked.
   */
  checkProperties(now: Millis, later: Millis, limit: number): Promise<number>;

  /**
   * Stores a chunk, once by snapshot and number, and returns how many of the snapshot are stored. Stores nothing and
   * returns 0 if the snapshot became a piece before the chunk first arrived.
   */
  keepChunk(projectId: ProjectId, chunk: SnapshotChunk): Promise<number>;
  /** Returns the events of the stored chunks by number. */
  chunks(snapshot: ChunkedSnapshot): Promise<JsonText[]>;
  dropChunks(snapshot: ChunkedSnapshot): Promise<void>;
  /** Returns up to `limit` snapshots with a chunk received before the given time, longest waiting first. */
  staleChunks(receivedBefore: Millis, limit: number): Promise<ChunkedSnapshot[]>;
  /** Drops the properties and chunks of those of the sessions that have no recording. */
  dropUnrecorded(projectId: ProjectId, sessionIds: readonly string[]): Promise<void>;
}
