import type { Recording } from "./playback/snapshots-api.ts";

export function nameRecording({ person, distinct_id }: Recording): string {
  return person?.name || distinct_id;
}

/** Returns a duration or a place in a recording, such as 1:05 or 1:02:03. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
