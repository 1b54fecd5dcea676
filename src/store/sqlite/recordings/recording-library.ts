import type { PropertyMap } from "../../../lib/json/json.ts";
import { escapeText } from "../../escape-text.ts";
import type { RecordingFilter, RecordingLibrary, RecordingPosition } from "../../ports/recordings.ts";
import { readProperties } from "../../property-text.ts";
import { projectNumber } from "../../stored-ids.ts";
import { allOf, type Sql, type SqlValue } from "../sqlite-connection.ts";
import { methodsOf, type Transactions } from "../sqlite-database.ts";
import { findRecordingRow, type RecordingRow, toRecording } from "./recording-row.ts";

/** Finds each by its session: an index by time would be scanned from its beginning. */
const FIND = `SELECT recordings.* FROM json_each(?2) AS wanted
  CROSS JOIN recordings ON project_id = ?1 AND session_id = wanted.value ORDER BY first_ms DESC, session_id`;

export function sqliteRecordingLibrary(database: Transactions): RecordingLibrary {
  const { read, readOnce, write } = methodsOf(database);
  return {
    list: read((sql, projectId, { limit, offset }, filter = {}) => {
      const [where, values] = whereOf(projectId, filter);
      const select = `SELECT * FROM recordings WHERE ${where} ORDER BY first_ms DESC, session_id LIMIT ? OFFSET ?`;
      const count =
        values.length > 1
          ? `SELECT count(*) AS count FROM recordings WHERE ${where}`
          : "SELECT count FROM recording_counts WHERE project_id = ?";
      const counted = sql.get<{ count: number }>(count, ...values);
      const rows = sql.all<RecordingRow>(select, ...values, limit, offset);
      return { count: counted?.count ?? 0, items: rows.map(toRecording) };
    }),

    listAfter: read((sql, projectId, filter, after, limit) => {
      const [where, values] = whereOf(projectId, filter, after);
      const select = `SELECT * FROM recordings WHERE ${where} ORDER BY first_ms DESC, session_id LIMIT ?`;
      return sql.all<RecordingRow>(select, ...values, limit).map(toRecording);
    }),

    find: readOnce((sql, projectId, sessionIds) => {
      const rows = sql.all<RecordingRow>(FIND, projectNumber(projectId), toJsonArray([...new Set(sessionIds)]));
      return rows.map(toRecording);
    }),

    properties: read((sql, projectId, sessionIds) => {
      const select = "SELECT properties FROM recording_properties WHERE project_id = ? AND session_id = ?";
      const found = new Map<string, PropertyMap>();
      for (const sessionId of sessionIds) {
        const row = sql.get<{ properties: string }>(select, projectNumber(projectId), sessionId);
        if (row) found.set(sessionId, readProperties(row.properties));
      }
      return found;
    }),

    markViewed: write((sql, projectId, sessionId, userId, at) => {
      const row = findRecordingRow(sql, { projectId, sessionId });
      const insert = "INSERT INTO recording_views (recording_id, user_id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
      if (row) sql.run(insert, row.id, userId, at);
    }),

    viewed: read(sessionsOfUser("recording_views")),

    pinned: read(sessionsOfUser("recording_pins")),

    pin: write((sql, projectId, sessionId, userId, isPinned) => {
      const row = findRecordingRow(sql, { projectId, sessionId });
      if (row) setPinned(sql, row.id, userId, isPinned);
      return row !== undefined;
    }),
  };
}

function sessionsOfUser(table: "recording_views" | "recording_pins") {
  const select = `SELECT 1 AS found FROM recordings JOIN ${table} ON recording_id = recordings.id
    WHERE project_id = ? AND session_id = ? AND user_id = ?`;
  return (sql: Sql, projectId: string, sessionIds: readonly string[], userId: number) => {
    const project = projectNumber(projectId);
    return new Set(sessionIds.filter((sessionId) => sql.get(select, project, sessionId, userId)));
  };
}

function whereOf(
  projectId: string,
  { from, to, minDurationMs, distinctIds, sessionIds }: RecordingFilter,
  after: RecordingPosition | null = null,
): [where: string, values: SqlValue[]] {
  return allOf(
    ["project_id = ?", projectNumber(projectId)],
    ["first_ms >= ?", from],
    ["first_ms <= ?", to],
    ["duration_ms >= ?", minDurationMs],
    ["distinct_id IN (SELECT value FROM json_each(?))", distinctIds && toJsonArray(distinctIds)],
    ["session_id IN (SELECT value FROM json_each(?))", sessionIds && toJsonArray(sessionIds)],
    ["first_ms <= ? AND (first_ms < ? OR session_id > ?)", after?.firstMs, after?.firstMs, after?.sessionId],
  );
}

/** Escapes texts as in columns, in a JSON array. It must not contain U+FFFF, because the connection escapes again. */
function toJsonArray(texts: readonly string[]): string {
  return JSON.stringify(texts.map(escapeText)).replaceAll("\uffff", "\\uffff");
}

function setPinned(sql: Sql, recordingId: number, userId: number, isPinned: boolean): void {
  const change = isPinned
    ? "INSERT INTO recording_pins (recording_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
    : "DELETE FROM recording_pins WHERE recording_id = ? AND user_id = ?";
  const changed = sql.run(change, recordingId, userId);
  const count = "UPDATE recordings SET pinned_count = pinned_count + ? WHERE id = ?";
  if (changed > 0) sql.run(count, isPinned ? 1 : -1, recordingId);
}
