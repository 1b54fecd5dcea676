import { createReadStream, existsSync } from "node:fs";
import { BSON, type Document } from "mongodb";
import { inBatches } from "./bulk-writes.ts";

const LENGTH_BYTES = 4;
const MIN_DOCUMENT_BYTES = 5;
const MAX_DOCUMENT_BYTES = 17 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/** Concatenates documents in BSON. `onDocuments` is called with the number in each chunk. */
export async function* toChunks(
  documents: AsyncIterable<Uint8Array>,
  onDocuments: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const batch of inBatches(documents, ({ byteLength }) => byteLength)) {
    onDocuments(batch.length);
    yield Buffer.concat(batch);
  }
}

/** Yields the documents of a file in BSON. Throws if the file is damaged. */
export async function* readBson(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    rest = rest.byteLength === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    while (rest.byteLength - start >= LENGTH_BYTES) {
      const length = rest.readInt32LE(start);
      if (length < MIN_DOCUMENT_BYTES || length > MAX_DOCUMENT_BYTES) throw new Error(`${path} is damaged.`);
      if (rest.byteLength - start < length) break;
      yield rest.subarray(start, start + length);
      start += length;
    }
    rest = rest.subarray(start);
  }
  if (rest.byteLength > 0) throw new Error(`${path} is damaged: it ends within a document.`);
}

/** Decodes a document so that its values are written again exactly as they were: numbers keep their types. */
export function decodeExactly(document: Uint8Array): Document {
  return BSON.deserialize(document, { promoteValues: false });
}

/** Yields the documents of a file, if it exists. The caller must know what is in them. */
export async function* readRows<Row extends object>(path: string): AsyncGenerator<Row> {
  if (!existsSync(path)) return;
  for await (const document of readBson(path)) yield BSON.deserialize(document) as Row;
}
