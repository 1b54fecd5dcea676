import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { TestEnvironment } from "./test-environment.ts";

/** Returns the names of recording files that contain `part`, read from the disk or the bucket itself. */
export async function recordingFileNames(environment: TestEnvironment, part: string): Promise<string[]> {
  const names = environment.engineSettings.S3_BUCKET
    ? await (await import("./s3-bucket.ts")).listObjectNames(environment)
    : await listFilePaths(join(environment.dataDir, "files"));
  return names.filter((name) => name.includes(part));
}

async function listFilePaths(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
