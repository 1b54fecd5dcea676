import { createReadStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import type { HistoryFile } from "../../store/records/history-kinds.ts";
import { startDuckdb } from "./duckdb-process.ts";
import { newFileKey, type TableName } from "./history-keys.ts";

export type StoreFilePorts = { readonly files: Pick<Files, "put">; readonly now: () => Millis };

export type Workshop = Awaited<ReturnType<typeof openWorkshop>>;

/**
 * Opens a folder to make files in, and a DuckDB that sees only this folder and those with files to read. Empties the
 * folder first, because an interrupted process may have left files.
 */
export async function openWorkshop(folder: string, readable: readonly string[]) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const duckdb = startDuckdb(folder, ...readable);
  let names = 0;
  return {
    duckdb,
    newPath: (extension: string) => join(folder, `${++names}.${extension}`),
    async close(): Promise<void> {
      duckdb.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs work with a workshop that opens when it is first needed, and closes after the work. */
export async function withWorkshop<T>(
  folder: string,
  readable: readonly string[],
  work: (workshop: () => Promise<Workshop>) => Promise<T>,
): Promise<T> {
  let opened: Promise<Workshop> | undefined;
  const workshop = () => {
    opened ??= openWorkshop(folder, readable);
    return opened;
  };
  try {
    return await work(workshop);
  } finally {
    await (await opened?.catch(() => undefined))?.close();
  }
}

/** Moves a finished file to object storage, under a new name that nothing refers to yet. */
export async function storeFile(
  path: string,
  projectId: ProjectId,
  content: Omit<HistoryFile, "key" | "bytes">,
  { files, now }: StoreFilePorts,
  table: TableName = "events",
): Promise<HistoryFile> {
  const key = newFileKey(projectId, content.day, now(), table);
  const { size } = await stat(path);
  await files.put(key, createReadStream(path));
  await rm(path);
  return { key, bytes: size, ...content };
}
