import type { PropertyMap } from "../../../values/json.ts";
import type { Listed, Page } from "../../ports/common.ts";
import type { Recording, RecordingFilter, SessionKey } from "../../ports/recordings.ts";
import { escapeText } from "../../values/escape-text.ts";
import { readProperties } from "../../values/property-text.ts";
import { projectNumber } from "../../values/stored-ids.ts";
import type { Sql, SqlValue } from "../sqlite-connection.ts";
import { findRecordingRow, type RecordingRow, toRecording } from "./recording-row.ts";

/** `Recordings.list`, within the caller's transaction. */
export function listRecordings(
  sql: Sql,
  projectId: string,
  { limit, offset }: Page,
  filter: RecordingFilter = {},
): Listed<Recording> {
  const project = projectNumber(projectId);
  const conditions = conditionsOf(filter);
  const where = ["project_id = ?", ...conditions.map(({ text }) => text)].join(" AND ");
  const values = conditions.map(({ value }) => value);
  const select = `SELECT * FROM recordings WHERE ${where} ORDER BY first_ms DESC, session_id LIMIT ? OFFSET ?`;
  const counted =
    conditions.length > 0
      ? sql.get<{ count: number }>(`SELECT count(*) AS count FROM recordings WHERE ${where}`, project, ...values)
      : sql.get<{ count: number }>("SELECT count FROM recording_counts WHERE project_id = ?", project);
  const rows = sql.all<RecordingRow>(select, project, ...values, limit, offset);
  return { count: counted?.count ?? 0, items: rows.map(toRecording) };
}

interface Condition {
  readonly text: string;
  readonly value: SqlValue;
}

function conditionsOf({ from, to, minDurationMs, distinctIds, sessionIds }: RecordingFilter): Condition[] {
  const conditions: Condition[] = [];
  const add = (text: string, value: SqlValue | undefined) => {
    if (value !== undefined) conditions.push({ text, value });
  };
  add("first_ms >= ?", from);
  add("first_ms <= ?", to);
  add("duration_ms >= ?", minDurationMs);
  add("distinct_id IN (SELECT value FROM json_each(?))", distinctIds && jsonOf(distinctIds));
  add("session_id IN (SELECT value FROM json_each(?))", sessionIds && jsonOf(sessionIds));
  return conditions;
}

/** Texts as JSON which, read by the database, gives what columns hold: what the escape of columns begins with is not to be escaped itself. */
function jsonOf(texts: readonly string[]): string {
  return JSON.stringify(texts.map(escapeText)).replaceAll("\uffff", "\\uffff");
}

/** `Recordings.find`, within the caller's transaction. */
export function findRecordings(sql: Sql, projectId: string, sessionIds: readonly string[]): Recording[] {
  const rows = [...new Set(sessionIds)].map((sessionId) => findRecordingRow(sql, { projectId, sessionId }));
  const found = rows.filter((row) => row !== undefined).map(toRecording);
  return found.sort((a, b) => b.summary.firstMs - a.summary.firstMs || compare(a.sessionId, b.sessionId));
}

/** `Recordings.properties`, within the caller's transaction. */
export function savedProperties(sql: Sql, projectId: string, sessionIds: readonly string[]): Map<string, PropertyMap> {
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
  const row = findRecordingRow(sql, session);
  if (!row) return;
  const insert = "INSERT INTO recording_views (recording_id, user_id, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
  sql.run(insert, row.id, userId, at);
}

/** `Recordings.pin`, within the caller's transaction. */
export function pinRecording(sql: Sql, session: SessionKey, userId: number, isPinned: boolean): boolean {
  const row = findRecordingRow(sql, session);
  if (!row) return false;
  const change = isPinned
    ? "INSERT INTO recording_pins (recording_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
    : "DELETE FROM recording_pins WHERE recording_id = ? AND user_id = ?";
  const changed = sql.run(change, row.id, userId);
  const count = "UPDATE recordings SET pinned_count = pinned_count + ? WHERE id = ?";
  if (changed > 0) sql.run(count, isPinned ? 1 : -1, row.id);
  return true;
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
