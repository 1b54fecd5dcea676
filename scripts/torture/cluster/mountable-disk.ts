import { execFile } from "node:child_process";
import { closeSync, openSync, rmSync, statfsSync, truncateSync, writeSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const MiB = 1024 * 1024;
const FILLER = "filler";

/** A small file system that can be filled and, if it is a disk image, can lose power. */
export class Disk {
  /** The mount point. */
  readonly path: string;
  #image: string | null;

  private constructor(path: string, image: string | null) {
    this.path = path;
    this.#image = image;
  }

  /** Creates a disk in a directory. Throws if file systems must not be mounted. */
  static async open(directory: string, megabytes: number): Promise<Disk> {
    const path = join(directory, "disk");
    const image = join(directory, "disk.img");
    await mkdir(path);
    try {
      await (await open(image, "w")).close();
      truncateSync(image, megabytes * MiB);
      await run("mkfs.ext4", ["-q", "-m", "0", image]);
      await run("mount", ["-o", "loop", image, path]);
      return new Disk(path, image);
    } catch {
      // Only root may mount images. Other users may mount memory in their own mount namespace.
      rmSync(image, { force: true });
      await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "none", path]);
      return new Disk(path, null);
    }
  }

  /** Whether `losePower` is supported. */
  get isImage(): boolean {
    return this.#image !== null;
  }

  /** Fills the disk except for about `leave` bytes. */
  fill(leave: number): void {
    const file = openSync(join(this.path, FILLER), "a");
    try {
      for (const block of [Buffer.alloc(MiB), Buffer.alloc(4096)]) {
        while (this.#freeBytes() >= leave + block.length && writeSync(file, block) === block.length);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    } finally {
      closeSync(file);
    }
  }

  /** Frees the space that `fill` used. */
  removeFiller(): void {
    rmSync(join(this.path, FILLER), { force: true });
  }

  /**
   * Discards unsynced data: continues with the bytes that had reached the image. No process may have its files open.
   */
  async losePower(): Promise<void> {
    if (this.#image === null) throw new Error("Only a disk image can lose power.");
    const copy = `${this.#image}.after`;
    await run("cp", ["--sparse=always", this.#image, copy]);
    await run("umount", [this.path]);
    await run("mv", [copy, this.#image]);
    await run("mount", ["-o", "loop", this.#image, this.path]);
  }

  /** Unmounts the disk. It disappears once no process has its files open. */
  async remove(): Promise<void> {
    await run("umount", ["--lazy", this.path]);
  }

  #freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.path);
    return bavail * bsize;
  }
}
