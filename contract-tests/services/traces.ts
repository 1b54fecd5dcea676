import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Place } from "./place.ts";

/** Where in all that a service keeps there is this text: files of its directory, documents of its database, objects of its bucket. */
export async function tracesOf(place: Place, text: string): Promise<string[]> {
  const traces: string[] = [];
  for await (const [name, content] of contentsOf(place)) {
    if (unpacked(content).includes(text)) traces.push(name);
  }
  return traces;
}

async function* contentsOf(place: Place): AsyncGenerator<readonly [name: string, content: Buffer]> {
  yield* filesIn(place.dataDir);
  if (place.engines.MONGODB_URL) yield* (await import("./store-mongodb.ts")).documentsIn(place);
  if (place.engines.S3_BUCKET) yield* (await import("./files-s3.ts")).objects(place);
}

async function* filesIn(directory: string): AsyncGenerator<readonly [name: string, content: Buffer]> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.path, entry.name);
    const content = entry.isFile() ? await readFile(path).catch(() => null) : null; // null: it went meanwhile
    if (content) yield [path, content];
  }
}

const GZIP = Buffer.from([0x1f, 0x8b]);

function unpacked(content: Buffer): Buffer {
  return content.subarray(0, 2).equals(GZIP) ? gunzipSync(content) : content;
}
