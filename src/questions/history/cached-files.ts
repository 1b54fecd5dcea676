import { createWriteStream, existsSync } from "node:fs";
import { access, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { type ProjectId, StoreUnavailable } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import type { HistoryFile } from "../../store/records/history-kinds.ts";
import { type HeldFiles, HISTORY_PREFIX, historyPrefix, type LocalFiles } from "./history-keys.ts";

interface Copy {
  readonly path: string;
  readonly bytes: number;
  /** Number of readers. A copy without readers may be removed. */
  holders: number;
}

const PARTIAL = ".partial";

/**
 * Copies files to a local folder, up to a number of bytes. Drops those unused for longest, but never held ones. Knows
 * the copies that an earlier process left.
 */
async function openCopies(root: string, files: Pick<Files, "get">, maxBytes: number): Promise<LocalFiles> {
  /** Keyed by path, in the order of use. */
  const copies = new Map<string, Copy>();
  const downloads = new Map<string, Promise<Copy>>();
  const folder = (projectId: ProjectId) => join(root, projectId);

  async function shrink(room = 0): Promise<void> {
    let total = room;
    for (const { bytes } of copies.values()) total += bytes;
    for (const { path, bytes, holders } of copies.values()) {
      if (total <= maxBytes) return;
      if (holders > 0) continue;
      total -= bytes;
      copies.delete(path);
      await rm(path, { force: true });
    }
  }

  async function download(path: string, { key, bytes }: HistoryFile): Promise<Copy> {
    await shrink(bytes);
    const file = await files.get(key);
    if (!file) throw new Error("A history file was replaced while it was read.");
    const partial = `${path}${PARTIAL}`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await pipeline(file.stream, createWriteStream(partial, { mode: 0o600 }));
      await rename(partial, path);
    } finally {
      await rm(partial, { force: true });
    }
    return { path, bytes, holders: 0 };
  }

  async function holdOne(projectId: ProjectId, file: HistoryFile): Promise<Copy> {
    const path = join(folder(projectId), basename(file.key));
    let copy = copies.get(path);
    // A copy may be gone: an erasure removes those of its project.
    if (!copy || !existsSync(path)) {
      const begun = downloads.get(path) ?? download(path, file);
      downloads.set(path, begun);
      copy = await begun.finally(() => downloads.delete(path));
    }
    copy.holders += 1;
    copies.delete(path);
    copies.set(path, copy);
    return copy;
  }

  async function hold(projectId: ProjectId, wanted: readonly HistoryFile[]): Promise<HeldFiles> {
    const held: Copy[] = [];
    const release = () => {
      for (const copy of held.splice(0)) copy.holders -= 1;
      shrink().catch(() => undefined); // the next one tries again
    };
    try {
      for (const file of wanted) held.push(await holdOne(projectId, file));
    } catch (error) {
      release();
      throw error;
    }
    return { paths: held.map(({ path }) => path), release };
  }

  await mkdir(root, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.name.endsWith(PARTIAL)) await rm(path, { force: true });
    else if (entry.isFile()) copies.set(path, { path, bytes: (await stat(path)).size, holders: 0 });
  }
  await shrink();
  return { root, folder, hold };
}

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
  const names = new Set(kept.map((key) => basename(key)));
  for (const reader of await entriesOf(copiesFolder(directory))) {
    const folder = join(copiesFolder(directory), reader, projectId);
    for (const name of await entriesOf(folder)) {
      if (!names.has(basename(name, PARTIAL))) await rm(join(folder, name), { force: true });
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
  return localPath ? folderFiles(localPath) : openCopies(cacheFolder(directory, reader), files, cacheBytes);
}
