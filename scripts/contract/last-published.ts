import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "./redocly.ts";

/** The last published contract, written by `npm run spec:publish`. */
export const LAST_PUBLISHED = join(root, "openapi/published.yaml");
export const CHANGELOG = join(root, "openapi/CHANGELOG.md");

/**
 * Returns the last published document as JSON text; undefined if the file does not exist. Throws if it cannot be read.
 */
export async function readLastPublished(file: string): Promise<string | undefined> {
  try {
    return JSON.stringify(parse(await readFile(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
