import { type ActiveHour, activeMs, joinHours, type Stretch } from "../../active-hours.ts";
import type { Sql } from "../sqlite-connection.ts";

const SELECT = "SELECT next, stretches FROM recording_activity WHERE recording_id = ? AND hour = ?";
const UPSERT = "INSERT OR REPLACE INTO recording_activity (recording_id, hour, next, stretches) VALUES (?, ?, ?, ?)";

/** Merges activity into a recording's hours. Returns the milliseconds of activity that this adds. */
export function addActivity(sql: Sql, recordingId: number, added: readonly ActiveHour[]): number {
  let addedMs = 0;
  for (const hour of added) {
    const before = findHour(sql, recordingId, hour.hour);
    const after = joinHours(before, hour);
    sql.run(UPSERT, recordingId, after.hour, after.next, JSON.stringify(after.stretches));
    addedMs += activeMs(after) - activeMs(before);
  }
  return addedMs;
}

function findHour(sql: Sql, recordingId: number, hour: number): ActiveHour {
  const row = sql.get<{ next: number | null; stretches: string }>(SELECT, recordingId, hour);
  return { hour, next: row?.next ?? null, stretches: row ? (JSON.parse(row.stretches) as Stretch[]) : [] };
}
