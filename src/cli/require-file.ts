import { access, constants } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PROGRAM } from "../lib/program-name.ts";

/** Throws an error with the path, and `source`, which named it, unless the file is usable. Creates nothing. */
export async function requireFile(dataDir: string, name: string, source = "DATA_DIR"): Promise<void> {
  const directory = resolve(dataDir);
  const path = join(directory, name);
  try {
    await access(path, constants.R_OK | constants.W_OK);
    await access(directory, constants.W_OK); // SQLite keeps files beside a database
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") {
      const creation =
        source === "DATA_DIR" ? ` The first start of the service creates it, or \`${PROGRAM} setup\`.` : "";
      const remedy = `Is ${source} right?${creation}`;
      throw new Error(`There is no ${path}. ${remedy}`);
    }
    const reason = code === "EROFS" ? "the file system is read-only" : "this user may not read and write it";
    throw new Error(`${path} (${source}) cannot be used: ${reason}.`);
  }
}
