import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { containsText } from "./contains-text.ts";
import { parquetText } from "./parquet-text.ts";
import type { TestEnvironment } from "./test-environment.ts";

/**
 * Returns where a service has stored this text, of letters and digits of ASCII: the names of files in its directory, of
 * collections in its database (once for each document), and of objects in its bucket.
 */
export async function findInStoredData(environment: TestEnvironment, text: string): Promise<string[]> {
  const traces: string[] = [];
  for await (const [name, content] of readStoredData(environment)) {
    const rows = await parquetText(content);
    const contents = [content, Buffer.from(name), ...(rows ? [rows] : [])];
    if (contents.some((bytes) => containsText(bytes, text))) traces.push(name);
  }
  return traces;
}

async function* readStoredData(environment: TestEnvironment): AsyncGenerator<readonly [name: string, content: Buffer]> {
  yield* readFiles(environment.dataDir);
  if (environment.engineSettings.MONGODB_URL)
    yield* (await import("./direct-store-mongodb.ts")).readDocuments(environment);
  if (environment.engineSettings.S3_BUCKET) yield* (await import("./s3-bucket.ts")).readObjects(environment);
}

/** Yields the files of the directory by their paths in it, and the names of its folders as empty files. */
async function* readFiles(directory: string): AsyncGenerator<readonly [name: string, content: Buffer]> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const content = entry.isFile() ? await readFile(path).catch(() => null) : Buffer.alloc(0);
    if (content) yield [relative(directory, path), content]; // null: it went meanwhile
  }
}
