import { execFile } from "node:child_process";
import { closeSync, openSync, rmSync, statfsSync, truncateSync, writeSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const MiB = 1024 * 1024;
const FILLER = "filler";

/** A small file system of its own, which can be filled, and, where it is an image of a disk, lose power. */
export class Disk {
  /** Where it is mounted. */
  readonly path: string;
  #image: string | null;

  private constructor(path: string, image: string | null) {
    this.path = path;
    this.#image = image;
  }

  /** Makes it in a directory. Throws where no file systems may be mounted. */
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
      // Who is not root may mount no images, but memory, in a space of its own.
      rmSync(image, { force: true });
      await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "none", path]);
      return new Disk(path, null);
    }
  }

  /** Whether `losePower` can be. */
  get isImage(): boolean {
    return this.#image !== null;
  }

  /** Takes the room that there is but for some bytes. */
  fill(leave: number): void {
    const file = openSync(join(this.path, FILLER), "a");
    try {
      for (const block of [Buffer.alloc(MiB), Buffer.alloc(4096)]) {
        while (this.#free() >= leave + block.length && writeSync(file, block) === block.length);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    } finally {
      closeSync(file);
    }
  }

  /** Gives back what `fill` took. */
  removeFiller(): void {
    rmSync(join(this.path, FILLER), { force: true });
  }

  /** Forgets what was not synced: goes on with what had come to the disk under the file system. Nobody may have files of it open. */
  async losePower(): Promise<void> {
    if (this.#image === null) throw new Error("Only the image of a disk can lose power.");
    const after = `${this.#image}.after`;
    await run("cp", ["--sparse=always", this.#image, after]);
    await run("umount", [this.path]);
    await run("mv", [after, this.#image]);
    await run("mount", ["-o", "loop", this.#image, this.path]);
  }

  /** Nobody finds it any more; it is gone once nobody has files of it open. */
  async remove(): Promise<void> {
    await run("umount", ["--lazy", this.path]);
  }

  #free(): number {
    const { bavail, bsize } = statfsSync(this.path);
    return bavail * bsize;
  }
}
