import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { TestEnvironment } from "./test-environment.ts";

/**
 * Where in all that a service keeps there is this text: files of its directory, documents of its database, objects of
 * its bucket.
 */
export async function findInStoredData(environment: TestEnvironment, text: string): Promise<string[]> {
  const traces: string[] = [];
  for await (const [name, content] of readStoredData(environment)) {
    if (gunzipIfNeeded(content).includes(text)) traces.push(name);
  }
  return traces;
}

async function* readStoredData(environment: TestEnvironment): AsyncGenerator<readonly [name: string, content: Buffer]> {
  yield* readFiles(environment.dataDir);
  if (environment.engineSettings.MONGODB_URL)
    yield* (await import("./direct-store-mongodb.ts")).readDocuments(environment);
  if (environment.engineSettings.S3_BUCKET) yield* (await import("./s3-bucket.ts")).readObjects(environment);
}

async function* readFiles(directory: string): AsyncGenerator<readonly [name: string, content: Buffer]> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const content = entry.isFile() ? await readFile(path).catch(() => null) : null; // null: it went meanwhile
    if (content) yield [path, content];
  }
}

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

function gunzipIfNeeded(content: Buffer): Buffer {
  return content.subarray(0, 2).equals(GZIP_MAGIC) ? gunzipSync(content) : content;
}
