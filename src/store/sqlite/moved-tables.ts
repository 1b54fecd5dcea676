import type { RowKind } from "../ports/neutral-rows.ts";

export interface Table {
  readonly from: string;
  /** A condition that is always met, as `project_id <> 0`. */
  readonly where?: string;
  /** Identifies a row, and orders rows. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Inserts a row; `?1` is the first field. */
  readonly insert: string;
  readonly table: string;
}

type TableOptions = Pick<Table, "where">;

function plain(table: string, key: string, columns: string, options: TableOptions = {}): Table {
  const names = columns.split(" ");
  const marks = names.map((_, index) => `?${index + 1}`).join(", ");
  const insert = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${marks}) ON CONFLICT DO NOTHING`;
  return { from: table, table, key: key.split(" "), columns: names, insert, ...options };
}

function ofRecording(table: string, key: string, columns: string, options: TableOptions = {}): Table {
  const names = columns.split(" ");
  const marks = names.map((_, index) => `?${index + 3}`).join(", ");
  const insert = `INSERT INTO ${table} (recording_id, ${names.join(", ")})
    SELECT id, ${marks} FROM recordings WHERE project_id = ?1 AND session_id = ?2 ON CONFLICT DO NOTHING`;
  return {
    from: `${table} JOIN recordings ON recordings.id = ${table}.recording_id`,
    table,
    key: key.split(" ").map((name) => `${table}.${name}`),
    columns: ["recordings.project_id", "recordings.session_id", ...names.map((name) => `${table}.${name}`)],
    insert,
    ...options,
  };
}

const RECORDING_COLUMNS =
  "project_id session_id distinct_id first_ms duration_ms active_ms received_at unflushed_bytes unflushed_first_ms " +
  "unflushed_last_ms unflushed_since summary";
const PIECE_COLUMNS = "uuid first_ms last_ms received_at bytes window_id data";

export const TABLES: Readonly<Record<Exclude<RowKind, "records" | "history">, Table>> = {
  groups: plain("groups", "id", "project_id type key created_at properties"),
  group_types: plain("group_types", "project_id number", "project_id number type"),
  persons: plain("persons", "id", "project_id uuid is_identified created_at email properties"),
  merged_persons: plain("merged_persons", "project_id uuid", "project_id uuid into_uuid"),
  distinct_ids: {
    from: "distinct_ids JOIN persons ON persons.id = person_id",
    table: "distinct_ids",
    key: ["person_id", "distinct_ids.number"],
    columns: ["distinct_ids.project_id", "persons.uuid", "distinct_id"],
    insert: `INSERT INTO distinct_ids (project_id, distinct_id, person_id)
      SELECT ?1, ?3, id FROM persons WHERE project_id = ?1 AND uuid = ?2 ON CONFLICT DO NOTHING`,
  },
  flag_identifiers: plain(
    "flag_identifiers",
    "project_id person_uuid flag_key",
    "project_id person_uuid flag_key identifier",
  ),
  checkpoints: plain("checkpoints", "journal project_id", "project_id journal group_id place"),
  events: plain("events", "id", "project_id uuid event distinct_id timestamp received_at properties", {
    where: "project_id <> 0",
  }),
  recordings: plain("recordings", "id", RECORDING_COLUMNS),
  erased_recordings: plain("erased_recordings", "project_id session_id", "project_id session_id at"),
  recording_pins: ofRecording("recording_pins", "recording_id user_id", "user_id"),
  recording_views: ofRecording("recording_views", "recording_id user_id", "user_id at"),
  recording_activity: ofRecording("recording_activity", "recording_id hour", "hour next stretches"),
  recording_files: {
    ...ofRecording("recording_files", "id", "key first_ms last_ms bytes", { where: "recording_files.bytes NOT NULL" }),
    insert: `INSERT INTO recording_files (recording_id, key, first_ms, last_ms, bytes, last_piece)
      SELECT id, ?3, ?4, ?5, ?6, 0 FROM recordings WHERE project_id = ?1 AND session_id = ?2 ON CONFLICT DO NOTHING`,
  },
  recording_properties: plain("recording_properties", "id", "project_id session_id at check_at properties"),
  pieces: {
    ...ofRecording("pieces", "recording_id first_ms id", PIECE_COLUMNS, {
      where: "pieces.id > recordings.filed_up_to",
    }),
    insert: `INSERT INTO pieces (recording_id, ${PIECE_COLUMNS.replaceAll(" ", ", ")})
      SELECT id, ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM recordings WHERE project_id = ?1 AND session_id = ?2 AND NOT EXISTS
        (SELECT 1 FROM pieces WHERE recording_id = recordings.id AND pieces.first_ms = ?4 AND pieces.uuid = ?3)`,
  },
  piece_uuids: ofRecording("piece_uuids", "recording_id uuid", "uuid"),
  snapshot_chunks: plain("snapshot_chunks", "id", "project_id session_id snapshot number received_at event"),
  files_to_delete: {
    ...plain("files_to_delete", "project_id session_id key", "project_id session_id key"),
    from: "files_to_delete JOIN erased_recordings USING (project_id, session_id)",
    columns: ["project_id", "session_id", "key", "at"],
    insert: `INSERT INTO files_to_delete (project_id, session_id, key)
      SELECT ?1, ?2, ?3 WHERE ?4 NOT NULL ON CONFLICT DO NOTHING`,
  },
};

export function recordTable(name: string): Table {
  return {
    from: name,
    table: name,
    key: ["rowid"],
    columns: [`'${name}'`, "version", "value"],
    insert: `INSERT INTO ${name} (version, value) SELECT ?2, ?3 WHERE ?1 NOT NULL ON CONFLICT DO NOTHING`,
  };
}
