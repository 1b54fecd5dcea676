import { readFile } from "node:fs/promises";
import { CODE_FOLDER } from "../../lib/code-folder.ts";

/** Reads a file that the build makes for browsers, if run from source from `dist/`. Rejects if absent. */
export function readBuilt(name: string): Promise<Buffer> {
  const read = (folder: string) => readFile(new URL(`${folder}http/pages/${name}`, CODE_FOLDER));
  return read("").catch(() => read("../dist/"));
}
