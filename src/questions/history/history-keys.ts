import { randomUUID } from "node:crypto";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { HistoryFile, PersonTable } from "../../store/records/history-kinds.ts";

const DAY_MS = 86_400_000;
/** The most that a timestamp may be after the event's arrival. */
export const MAX_AHEAD_MS = DAY_MS;

export const HISTORY_PREFIX = "history/";

/** Local files, which stay until they are released. */
export interface HeldFiles {
  /** Absolute paths, in the order of the files. */
  readonly paths: readonly string[];
  release(): void;
}

/** Provides live files to programs that read local files only. */
export interface LocalFiles {
  /** The folder with all files of all projects. */
  readonly root: string;
  /** Returns the one folder with all files of the project. */
  folder(projectId: ProjectId): string;
  /** Throws if a file was replaced, and so is gone. */
  hold(projectId: ProjectId, files: readonly HistoryFile[]): Promise<HeldFiles>;
}

/** Runs work with the paths of live files, which stay until it is done. */
export async function holding<T>(
  local: LocalFiles,
  projectId: ProjectId,
  files: readonly HistoryFile[],
  work: (paths: readonly string[]) => Promise<T>,
): Promise<T> {
  const { paths, release } = await local.hold(projectId, files);
  try {
    return await work(paths);
  } finally {
    release();
  }
}

export function historyPrefix(projectId: ProjectId): string {
  return `${HISTORY_PREFIX}project_id/${projectId}/`;
}

export type TableName = "events" | PersonTable;

/** In the order of reading: a person created meanwhile has no distinct id, instead of an id without a person. */
export const PERSON_TABLES: readonly PersonTable[] = ["distinct_ids", "persons"];

/** The folder of a Delta Lake table. */
export function tablePrefix(projectId: ProjectId, name: TableName = "events"): string {
  return `${historyPrefix(projectId)}${name}/`;
}

/** Returns a unique key, never used before or again. Files of persons have the day "". */
export function newFileKey(projectId: ProjectId, day: string, at: Millis, name: TableName = "events"): string {
  return `${tablePrefix(projectId, name)}${day && `day=${day}/`}${at}-${randomUUID()}.parquet`;
}

/** Returns null if the key is not one of a file of rows. */
export function keyMadeAt(key: string): Millis | null {
  const made = /\/(?:events\/[^/]+|persons|distinct_ids)\/(\d+)-[^/]+\.parquet$/.exec(key)?.[1];
  return made === undefined ? null : Number(made);
}

/** Returns the name of the UTC day with this number since 1970, such as 2026-11-23. */
export function dayName(dayNumber: number): string {
  return new Date(dayNumber * DAY_MS).toISOString().split("T")[0] as string;
}

export function dayNumber(at: Millis): number {
  return Math.floor(at / DAY_MS);
}
