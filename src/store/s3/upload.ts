import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { storeError } from "./s3-errors.ts";

/** Smaller content is sent in one request. An object has at most 10,000 parts, so at most 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;
/** As many parts again, and one more, may be in memory. */
const MAX_CONCURRENT_PARTS = 2;

/** Writes the stream to an object atomically. Returns its size in bytes. Throws the stream's own error unchanged. */
export async function upload(client: S3Client, bucket: string, name: string, content: Readable): Promise<number> {
  const source = { bytes: 0, failure: null as { readonly error: unknown } | null };
  const body = Readable.from(countBytes(content, source), { objectMode: false });
  const params = { Bucket: bucket, Key: name, Body: body, ContentType: "application/octet-stream" };
  try {
    await new Upload({ client, params, partSize: PART_BYTES, queueSize: MAX_CONCURRENT_PARTS }).done();
    return source.bytes;
  } catch (error) {
    throw source.failure ? source.failure.error : storeError(error);
  } finally {
    content.destroy();
  }
}

async function* countBytes(content: Readable, source: { bytes: number; failure: { readonly error: unknown } | null }) {
  try {
    for await (const chunk of content) {
      const bytes = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Uint8Array);
      source.bytes += bytes.byteLength;
      yield bytes;
    }
  } catch (error) {
    source.failure = { error };
    throw error;
  }
}
