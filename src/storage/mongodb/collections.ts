import type { Db } from "mongodb";
import type {
  FileToDeleteRow,
  PiecePartRow,
  PieceRow,
  RecordingFileRow,
  RecordingPropertiesRow,
  RecordingRow,
  RecordingViewRow,
} from "./recordings/rows.ts";
import type {
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
} from "./rows.ts";

/** Every collection of the database, by its name there. */
export function collectionsOf(db: Db) {
  return {
    facts: db.collection<FactRow>("facts"),
    counters: db.collection<CounterRow>("counters"),
    organizations: db.collection<OrganizationRow>("organizations"),
    projects: db.collection<ProjectRow>("projects"),
    users: db.collection<UserRow>("users"),
    members: db.collection<MemberRow>("members"),
    keys: db.collection<KeyRow>("keys"),
    invite_batches: db.collection<InviteBatchRow>("invite_batches"),
    events: db.collection<EventRow>("events"),
    persons: db.collection<PersonRow>("persons"),
    distinct_ids: db.collection<DistinctIdRow>("distinct_ids"),
    group_types: db.collection<GroupTypeRow>("group_types"),
    groups: db.collection<GroupRow>("groups"),
    flags: db.collection<FlagRow>("flags"),
    flag_identifiers: db.collection<FlagIdentifierRow>("flag_identifiers"),
    recordings: db.collection<RecordingRow>("recordings"),
    pieces: db.collection<PieceRow>("pieces"),
    piece_parts: db.collection<PiecePartRow>("piece_parts"),
    recording_files: db.collection<RecordingFileRow>("recording_files"),
    recording_properties: db.collection<RecordingPropertiesRow>("recording_properties"),
    recording_views: db.collection<RecordingViewRow>("recording_views"),
    files_to_delete: db.collection<FileToDeleteRow>("files_to_delete"),
  };
}

export type Collections = ReturnType<typeof collectionsOf>;
