import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Disk } from "./mountable-disk.ts";

export interface DiskUse {
  readonly disk: Disk;
  /** The whole directories of the nodes, or only the SQLite store. */
  readonly holds: "everything" | "store";
}

const FILES = "files";

/** Creates the data directories of `count` nodes, which share the folder of recording files. */
export async function makeDirectories(root: string, count: number, use: DiskUse | null): Promise<string[]> {
  const base = use?.holds === "everything" ? use.disk.path : root;
  const directories = Array.from({ length: count }, (_, index) => join(base, `node-${index}`));
  await mkdir(join(base, FILES));
  for (const directory of directories) {
    await mkdir(directory);
    await linkRecordingFiles(directory);
    // SQLite creates its other files beside the target of a link.
    if (use?.holds === "store") await symlink(join(use.disk.path, "sightline.db"), join(directory, "sightline.db"));
  }
  return directories;
}

/** Links the shared folder of recording files into a node's directory. */
export async function linkRecordingFiles(directory: string): Promise<void> {
  await symlink(join(directory, "..", FILES), join(directory, FILES));
}
