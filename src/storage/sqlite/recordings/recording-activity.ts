import { type ActiveHour, activeMs, joinHours, type Stretch } from "../../values/active-hours.ts";
import type { Sql } from "../sqlite-connection.ts";

const SELECT = "SELECT next, stretches FROM recording_activity WHERE recording_id = ? AND hour = ?";
const UPSERT = "INSERT OR REPLACE INTO recording_activity (recording_id, hour, next, stretches) VALUES (?, ?, ?, ?)";

/** Adds to what is known of a recording's hours; gives how much longer somebody was active because of that. */
export function addActivity(sql: Sql, recordingId: number, added: readonly ActiveHour[]): number {
  let longerMs = 0;
  for (const one of added) {
    const before = findHour(sql, recordingId, one.hour);
    const after = joinHours(before, one);
    sql.run(UPSERT, recordingId, after.hour, after.next, JSON.stringify(after.stretches));
    longerMs += activeMs(after) - activeMs(before);
  }
  return longerMs;
}

function findHour(sql: Sql, recordingId: number, hour: number): ActiveHour {
  const row = sql.get<{ next: number | null; stretches: string }>(SELECT, recordingId, hour);
  return { hour, next: row?.next ?? null, stretches: row ? (JSON.parse(row.stretches) as Stretch[]) : [] };
}
