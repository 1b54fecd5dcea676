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
