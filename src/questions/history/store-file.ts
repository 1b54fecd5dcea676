import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import type { HistoryFile } from "../../store/records/history-kinds.ts";
import { newFileKey } from "./history-keys.ts";

export interface StoreFilePorts {
  readonly files: Pick<Files, "put">;
  readonly now: () => Millis;
}

/** Moves a finished file to object storage, under a new name that nothing refers to yet. */
export async function storeFile(
  path: string,
  projectId: ProjectId,
  { day, rows }: Pick<HistoryFile, "day" | "rows">,
  { files, now }: StoreFilePorts,
): Promise<HistoryFile> {
  const key = newFileKey(projectId, day, now());
  const { size } = await stat(path);
  await files.put(key, createReadStream(path));
  await rm(path);
  return { key, day, rows, bytes: size };
}
