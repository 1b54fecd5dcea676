import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "./redocly.ts";

/** Where the contract that consumers have is kept; `npm run spec:publish` writes it. */
export const LAST_PUBLISHED = join(root, "openapi/published.yaml");
export const CHANGELOG = join(root, "openapi/CHANGELOG.md");

/** The last published document as JSON text; undefined when the file is not there. Throws when it cannot be read. */
export async function readLastPublished(file: string): Promise<string | undefined> {
  try {
    return JSON.stringify(parse(await readFile(file, "utf8")));
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`${file} cannot be read: ${(fault as Error).message}`, { cause: fault });
  }
}
