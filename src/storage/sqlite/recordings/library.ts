import type { PropertyMap } from "../../../properties.ts";
import type { Listed, Page } from "../../ports/common.ts";
import type { Recording, SessionKey } from "../../ports/recordings.ts";
import { projectNumber } from "../../values/ids.ts";
import { readProperties } from "../../values/property-text.ts";
import type { Sql } from "../sql.ts";
import { findRow, type RecordingRow, toRecording } from "./row.ts";

/** `Recordings.list`, within the caller's transaction. */
export function listRecordings(sql: Sql, projectId: string, { limit, offset }: Page): Listed<Recording> {
  const project = projectNumber(projectId);
  const count = sql.get<{ count: number }>("SELECT count FROM recording_counts WHERE project_id = ?", project);
  const select = `SELECT * FROM recordings WHERE project_id = ?
    ORDER BY first_ms DESC, session_id LIMIT ? OFFSET ?`;
  return {
    count: count?.count ?? 0,
    items: sql.all<RecordingRow>(select, project, limit, offset).map(toRecording),
  };
}

/** `Recordings.find`, within the caller's transaction. */
export function findRecordings(sql: Sql, projectId: string, sessionIds: readonly string[]): Recording[] {
  const rows = [...new Set(sessionIds)].map((sessionId) => findRow(sql, { projectId, sessionId }));
  const found = rows.filter((row) => row !== undefined).map(toRecording);
  return found.sort((a, b) => b.summary.firstMs - a.summary.firstMs || compare(a.sessionId, b.sessionId));
}

/** `Recordings.properties`, within the caller's transaction. */
export function notedProperties(sql: Sql, projectId: string, sessionIds: readonly string[]): Map<string, PropertyMap> {
  const select = "SELECT properties FROM recording_properties WHERE project_id = ? AND session_id = ?";
  const noted = new Map<string, PropertyMap>();
  for (const sessionId of sessionIds) {
    const row = sql.get<{ properties: string }>(select, projectNumber(projectId), sessionId);
    if (row) noted.set(sessionId, readProperties(row.properties));
  }
  return noted;
}

/** `Recordings.markViewed`, within the caller's transaction. */
export function markViewed(sql: Sql, session: SessionKey, userId: number, at: number): void {
  const row = findRow(sql, session);
  if (!row) return;
  const insert = "INSERT INTO recording_views (recording_id, user_id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
  sql.run(insert, row.id, userId, at);
}

/** `Recordings.viewed`, within the caller's transaction. */
export function viewedSessions(
  sql: Sql,
  projectId: string,
  sessionIds: readonly string[],
  userId: number,
): Set<string> {
  const select = `SELECT 1 AS found FROM recordings JOIN recording_views ON recording_id = recordings.id
    WHERE project_id = ? AND session_id = ? AND user_id = ?`;
  const project = projectNumber(projectId);
  return new Set(sessionIds.filter((sessionId) => sql.get(select, project, sessionId, userId)));
}

/** The order that SQLite gives text: by code points, as UTF-8 has them. */
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
