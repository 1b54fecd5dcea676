import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ProjectId } from "../../store/ports/common.ts";
import type { Files } from "../../store/ports/files.ts";
import type { HistoryFile } from "../../store/records/history-kinds.ts";
import type { HeldFiles, LocalFiles } from "./history-keys.ts";

interface Copy {
  readonly path: string;
  readonly bytes: number;
  /** Number of readers. A copy without readers may be removed. */
  holders: number;
}

const PARTIAL = ".partial";

export function copyName(key: string): string {
  return basename(key);
}

export function completeName(name: string): string {
  return name.endsWith(PARTIAL) ? name.slice(0, -PARTIAL.length) : name;
}

/** Copies files to a local folder, up to a number of bytes. Drops those unused for longest, but never held ones. */
export class CachedFiles implements LocalFiles {
  readonly root: string;
  readonly #files: Pick<Files, "get">;
  readonly #maxBytes: number;
  /** Keyed by path, in the order of use. */
  readonly #copies = new Map<string, Copy>();
  readonly #downloads = new Map<string, Promise<Copy>>();

  private constructor(root: string, files: Pick<Files, "get">, maxBytes: number) {
    this.root = root;
    this.#files = files;
    this.#maxBytes = maxBytes;
  }

  /** Opens a cache with the copies that an earlier process left. */
  static async open(root: string, files: Pick<Files, "get">, maxBytes: number): Promise<CachedFiles> {
    const cache = new CachedFiles(root, files, maxBytes);
    await mkdir(root, { recursive: true, mode: 0o700 });
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.name.endsWith(PARTIAL)) await rm(path, { force: true });
      else if (entry.isFile()) cache.#copies.set(path, { path, bytes: (await stat(path)).size, holders: 0 });
    }
    await cache.#shrink();
    return cache;
  }

  folder(projectId: ProjectId): string {
    return join(this.root, projectId);
  }

  async hold(projectId: ProjectId, files: readonly HistoryFile[]): Promise<HeldFiles> {
    const held: Copy[] = [];
    const release = () => {
      for (const copy of held.splice(0)) copy.holders -= 1;
      this.#shrink().catch(() => undefined); // the next one tries again
    };
    try {
      for (const file of files) held.push(await this.#hold(projectId, file));
    } catch (error) {
      release();
      throw error;
    }
    return { paths: held.map(({ path }) => path), release };
  }

  #path(projectId: ProjectId, key: string): string {
    return join(this.folder(projectId), copyName(key));
  }

  async #hold(projectId: ProjectId, file: HistoryFile): Promise<Copy> {
    const path = this.#path(projectId, file.key);
    const present = this.#copies.get(path);
    if (present && existsSync(path)) {
      present.holders += 1;
      this.#copies.delete(path);
      this.#copies.set(path, present);
      return present;
    }
    // The copy may be gone: an erasure removes those of its project.
    const download = this.#downloads.get(path) ?? this.#download(path, file);
    this.#downloads.set(path, download);
    const copy = await download.finally(() => this.#downloads.delete(path));
    copy.holders += 1;
    this.#copies.set(path, copy);
    return copy;
  }

  async #download(path: string, { key, bytes }: HistoryFile): Promise<Copy> {
    await this.#shrink(bytes);
    const file = await this.#files.get(key);
    if (!file) throw new Error("A history file was replaced while it was read.");
    const partial = `${path}${PARTIAL}`;
    await mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
    try {
      await pipeline(file.stream, createWriteStream(partial, { mode: 0o600 }));
      await rename(partial, path);
    } finally {
      await rm(partial, { force: true });
    }
    return { path, bytes, holders: 0 };
  }

  async #shrink(room = 0): Promise<void> {
    let total = room;
    for (const { bytes } of this.#copies.values()) total += bytes;
    for (const copy of this.#copies.values()) {
      if (total <= this.#maxBytes) return;
      if (copy.holders > 0) continue;
      total -= copy.bytes;
      await this.#remove(copy);
    }
  }

  async #remove({ path }: Copy): Promise<void> {
    this.#copies.delete(path);
    await rm(path, { force: true });
  }
}
