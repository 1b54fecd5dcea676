import { randomUUID } from "node:crypto";
import type { Millis, ProjectId } from "../../store/ports/common.ts";

const DAY_MS = 86_400_000;

/** Begins the keys of all history files. */
export const HISTORY_PREFIX = "history/";

/** Returns the prefix of the keys of all history files of a project. */
export function historyPrefix(projectId: ProjectId): string {
  return `${HISTORY_PREFIX}project_id/${projectId}/`;
}

/** Returns the key of the list of a project's live files. */
export function listingKey(projectId: ProjectId): string {
  return `${historyPrefix(projectId)}files.json`;
}

/** Returns a new key for a file: no file has had it, and no other will. */
export function newFileKey(projectId: ProjectId, day: string, at: Millis): string {
  return `${historyPrefix(projectId)}events/${day}/${at}-${randomUUID()}.parquet`;
}

/** Returns when a file's key was made; null if the key is not one of a file of events. */
export function keyMadeAt(key: string): Millis | null {
  const made = /\/events\/[^/]+\/(\d+)-[^/]+\.parquet$/.exec(key)?.[1];
  return made === undefined ? null : Number(made);
}

/** Returns the name of the UTC day with this number since 1970, such as 2026-11-23. */
export function dayName(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().split("T")[0] as string;
}

/** Returns the number of the UTC day since 1970. */
export function dayNumber(at: Millis): number {
  return Math.floor(at / DAY_MS);
}
