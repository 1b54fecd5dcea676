import { link, mkdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { NamedFile } from "../store/ports/document-copies.ts";
import { readChecksums } from "./checksums.ts";
import { readManifest } from "./manifest.ts";

/** Links history files of an earlier backup: they never change, and their keys are never used again. */
export class EarlierFiles {
  readonly #directory: string;
  readonly #sums: ReadonlyMap<string, string>;

  private constructor(directory: string, sums: ReadonlyMap<string, string>) {
    this.#directory = directory;
    this.#sums = sums;
  }

  /** Throws, with one line, if the directory is no complete backup. */
  static async of(directory: string): Promise<EarlierFiles> {
    await readManifest(directory);
    const sums = new Map<string, string>();
    for await (const { path, sha256 } of readChecksums(directory)) {
      if (path.startsWith("files/history/")) sums.set(path, sha256);
    }
    return new EarlierFiles(resolve(directory), sums);
  }

  /** Links the file into the new backup. Returns its checksum; null if it has to be copied. */
  async link({ sessionId, bytes }: NamedFile, path: string, directory: string): Promise<string | null> {
    const sha256 = this.#sums.get(path);
    if (sessionId !== null || sha256 === undefined) return null;
    const [from, to] = [join(this.#directory, path), join(directory, path)];
    try {
      if ((await stat(from)).size !== bytes) return null;
      await mkdir(dirname(to), { recursive: true });
      await link(from, to);
      return sha256;
    } catch {
      return null; // some file systems have no links, or a limited number
    }
  }
}
