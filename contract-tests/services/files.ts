import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Place } from "./place.ts";

/** The names of recording files that have this in them, behind the service's back. */
export async function fileNames(place: Place, part: string): Promise<string[]> {
  const names = place.engines.S3_BUCKET
    ? await (await import("./files-s3.ts")).objectNames(place)
    : await namesIn(join(place.dataDir, "files"));
  return names.filter((name) => name.includes(part));
}

async function namesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ path, name }) => join(path, name));
}
