import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { Disk } from "./disk.ts";

export interface DiskUse {
  readonly disk: Disk;
  /** All that nodes keep in directories, or only SQLite's store. */
  readonly holds: "everything" | "store";
}

/** Makes the directories of so many nodes; they share the folder of recording files. */
export async function makeDirectories(root: string, nodes: number, use: DiskUse | null): Promise<string[]> {
  const base = use?.holds === "everything" ? use.disk.path : root;
  const directories = Array.from({ length: nodes }, (_, place) => join(base, `node-${place}`));
  const files = join(base, "files");
  await mkdir(files);
  for (const directory of directories) {
    await mkdir(directory);
    await symlink(files, join(directory, "files"));
    // SQLite keeps its other files beside the one that a link leads to.
    if (use?.holds === "store") await symlink(join(use.disk.path, "sightline.db"), join(directory, "sightline.db"));
  }
  return directories;
}
