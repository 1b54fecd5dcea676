import { access, readdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type ProjectId, StoreUnavailable } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import { CachedFiles, completeName, copyName } from "./cached-files.ts";
import { HISTORY_PREFIX, historyPrefix, type LocalFiles } from "./history-keys.ts";

/** A reader of files, which has its own copies. A command is named after its process. */
export type Reader = "questions" | "writer" | "eraser" | `command-${number}`;

export function workFolder(directory: string, maker: "writer" | "eraser"): string {
  return resolve(directory, "history", "work", maker);
}

export function cacheFolder(directory: string, reader: Reader): string {
  return join(copiesFolder(directory), reader);
}

/** Removes all readers' copies of a project's files except those with these keys. */
export async function removeCopies(directory: string, projectId: ProjectId, kept: readonly string[]): Promise<void> {
  const names = new Set(kept.map(copyName));
  for (const reader of await entriesOf(copiesFolder(directory))) {
    const folder = join(copiesFolder(directory), reader, projectId);
    for (const name of await entriesOf(folder)) {
      if (!names.has(completeName(name))) await rm(join(folder, name), { force: true });
    }
  }
}

function copiesFolder(directory: string): string {
  return resolve(directory, "history", "copies");
}

async function entriesOf(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Uses the files of an engine that keeps them on this machine. */
export function folderFiles(localPath: NonNullable<Files["localPath"]>): LocalFiles {
  const folderOf = (prefix: string) => dirname(localPath(`${prefix}any`));
  return {
    root: folderOf(HISTORY_PREFIX),
    folder: (projectId) => folderOf(historyPrefix(projectId)),
    async hold(_projectId, files) {
      const paths = files.map(({ key }) => localPath(key));
      for (const path of paths) {
        await access(path).catch((cause: unknown) => {
          const advice = "Nodes that share a database need S3_BUCKET, or share this folder.";
          throw new StoreUnavailable(`The file ${path} cannot be read. ${advice}`, { cause });
        });
      }
      return { paths, release: () => undefined };
    },
  };
}

/** Uses the engine's own files if they are on this machine, else copies in a folder of `DATA_DIR`. */
export async function openLocalFiles(
  directory: string,
  reader: Reader,
  files: Files,
  cacheBytes: number,
): Promise<LocalFiles> {
  const { localPath } = files;
  return localPath ? folderFiles(localPath) : CachedFiles.open(cacheFolder(directory, reader), files, cacheBytes);
}
