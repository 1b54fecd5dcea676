import { createReadStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Millis, ProjectId } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import type { HistoryFile } from "../../store/records/history-kinds.ts";
import { DuckdbProcess } from "./duckdb-process.ts";
import { newFileKey } from "./history-keys.ts";

const MEMORY_BYTES = 384 * 1024 * 1024;

export interface StoreFilePorts {
  readonly files: Pick<Files, "put">;
  readonly now: () => Millis;
}

/** A folder to make files in, and a DuckDB that sees only this folder and those with files to read. */
export class Workshop {
  readonly duckdb: DuckdbProcess;
  readonly #folder: string;
  #names = 0;

  private constructor(folder: string, readable: readonly string[]) {
    this.#folder = folder;
    const folders = [folder, ...readable];
    this.duckdb = new DuckdbProcess({ folders, temporary: join(folder, "spill"), memoryBytes: MEMORY_BYTES });
  }

  /** Empties the folder first, because an interrupted process may have left files. */
  static async open(folder: string, readable: readonly string[]): Promise<Workshop> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new Workshop(folder, readable);
  }

  newPath(extension: string): string {
    return join(this.#folder, `${++this.#names}.${extension}`);
  }

  async close(): Promise<void> {
    this.duckdb.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Moves a finished file to object storage, under a new name that nothing refers to yet. */
export async function storeFile(
  path: string,
  projectId: ProjectId,
  content: Omit<HistoryFile, "key" | "bytes">,
  { files, now }: StoreFilePorts,
): Promise<HistoryFile> {
  const key = newFileKey(projectId, content.day, now());
  const { size } = await stat(path);
  await files.put(key, createReadStream(path));
  await rm(path);
  return { key, bytes: size, ...content };
}
