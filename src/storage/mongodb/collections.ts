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
  FlagRow,
  GroupRow,
  GroupTypeRow,
  InviteBatchRow,
  KeyRow,
  MemberRow,
  OrganizationRow,
  PersonRow,
  ProjectRow,
  UserRow,
} from "./row-types.ts";

/**
 * Every collection of the database, by its name there. Where an answer must never change, or others are changed because of it, reads of a
 * replicated database are of what a majority has: that is not lost when another server becomes the primary. These are the first setup's claim,
 * the ids of users, the numbers of group types, identifiers that decide on flags, and recordings, by which pieces are marked and dropped. They
 * may be older than what the primary has; so what is read is changed only in the version that was read, or inserted under a key of its own.
 */
export function collectionsOf(db: Db, level: "local" | "majority") {
  const lasting = { readConcern: { level } };
  return {
    facts: db.collection<FactRow>("facts", lasting),
    counters: db.collection<CounterRow>("counters"),
    organizations: db.collection<OrganizationRow>("organizations"),
    projects: db.collection<ProjectRow>("projects"),
    users: db.collection<UserRow>("users", lasting),
    members: db.collection<MemberRow>("members"),
    keys: db.collection<KeyRow>("keys"),
    invite_batches: db.collection<InviteBatchRow>("invite_batches"),
    events: db.collection<EventRow>("events"),
    persons: db.collection<PersonRow>("persons"),
    distinct_ids: db.collection<DistinctIdRow>("distinct_ids"),
    group_types: db.collection<GroupTypeRow>("group_types", lasting),
    checkpoints: db.collection<CheckpointRow>("checkpoints"),
    groups: db.collection<GroupRow>("groups"),
    flags: db.collection<FlagRow>("flags"),
    flag_identifiers: db.collection<FlagIdentifierRow>("flag_identifiers", lasting),
    recordings: db.collection<RecordingRow>("recordings", lasting),
    recording_counts: db.collection<RecordingCountRow>("recording_counts", lasting),
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
