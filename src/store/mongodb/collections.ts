import type { Db } from "mongodb";
import type {
  ActiveHourRow,
  FileToDeleteRow,
  PiecePartRow,
  PieceRow,
  RecordingCountRow,
  RecordingFileRow,
  RecordingPropertiesRow,
  RecordingRow,
  RecordingViewRow,
  SnapshotChunkRow,
} from "./recordings/recording-row-types.ts";
import type {
  CheckpointRow,
  CounterRow,
  DistinctIdRow,
  EventRow,
  FactRow,
  FlagIdentifierRow,
  GroupRow,
  GroupTypeRow,
  PersonRow,
  ProjectRow,
} from "./row-types.ts";

/**
 * Uses read concern `level` where reads must survive a failover: they are final, or other documents depend on them.
 * They may be older than the primary's state: so updates require the version read, and racing inserts share keys.
 */
export function collectionsOf(db: Db, level: "local" | "majority") {
  const durable = { readConcern: { level } };
  return {
    facts: db.collection<FactRow>("facts", durable),
    counters: db.collection<CounterRow>("counters"),
    projects: db.collection<ProjectRow>("projects"),
    removed_projects: db.collection<ProjectRow>("removed_projects", durable),
    events: db.collection<EventRow>("events"),
    persons: db.collection<PersonRow>("persons"),
    distinct_ids: db.collection<DistinctIdRow>("distinct_ids"),
    group_types: db.collection<GroupTypeRow>("group_types", durable),
    checkpoints: db.collection<CheckpointRow>("checkpoints"),
    groups: db.collection<GroupRow>("groups"),
    flag_identifiers: db.collection<FlagIdentifierRow>("flag_identifiers", durable),
    recordings: db.collection<RecordingRow>("recordings", durable),
    recording_counts: db.collection<RecordingCountRow>("recording_counts", durable),
    pieces: db.collection<PieceRow>("pieces"),
    piece_parts: db.collection<PiecePartRow>("piece_parts"),
    snapshot_chunks: db.collection<SnapshotChunkRow>("snapshot_chunks"),
    recording_activity: db.collection<ActiveHourRow>("recording_activity"),
    recording_files: db.collection<RecordingFileRow>("recording_files"),
    recording_properties: db.collection<RecordingPropertiesRow>("recording_properties"),
    recording_views: db.collection<RecordingViewRow>("recording_views"),
    files_to_delete: db.collection<FileToDeleteRow>("files_to_delete"),
  };
}

export type Collections = ReturnType<typeof collectionsOf>;
