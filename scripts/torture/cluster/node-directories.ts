import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Disk } from "./mountable-disk.ts";

export interface DiskUse {
  readonly disk: Disk;
  /** All that nodes keep in directories, or only SQLite's store. */
  readonly holds: "everything" | "store";
}

const FILES = "files";

/** Makes the directories of so many nodes; they share the folder of recording files. */
export async function makeDirectories(root: string, count: number, use: DiskUse | null): Promise<string[]> {
  const base = use?.holds === "everything" ? use.disk.path : root;
  const directories = Array.from({ length: count }, (_, place) => join(base, `node-${place}`));
  await mkdir(join(base, FILES));
  for (const directory of directories) {
    await mkdir(directory);
    await linkRecordingFiles(directory);
    // SQLite keeps its other files beside the one that a link leads to.
    if (use?.holds === "store") await symlink(join(use.disk.path, "sightline.db"), join(directory, "sightline.db"));
  }
  return directories;
}

/** Makes a node's directory lead to the folder that all share. */
export async function linkRecordingFiles(directory: string): Promise<void> {
  await symlink(join(directory, "..", FILES), join(directory, FILES));
}
