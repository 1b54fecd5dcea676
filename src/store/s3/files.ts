import { pipeline, Readable, Transform, type TransformCallback } from "node:stream";
import { DeleteObjectsCommand, GetObjectCommand, ListObjectsV2Command, type S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { StoreUnavailable } from "../ports/common.ts";
import type { Files } from "../ports/files.ts";
import { keyOfName, nameOfKey, type S3Options, s3ErrorCode, storeError, withStoreErrors } from "./s3-client.ts";

/** Smaller content is sent in one request. An object has at most 10,000 parts, so at most 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;
/** Twice as many parts, and one more, may be in memory. */
const MAX_CONCURRENT_PARTS = 2;

/** Writes the stream to an object atomically. Returns its size in bytes. Throws the stream's own error unchanged. */
async function upload(client: S3Client, bucket: string, name: string, content: Readable): Promise<number> {
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

/** Fails with `StoreUnavailable`, also if nothing arrives while the reader wants more. Destroying it disconnects. */
function download(body: Readable, stallTimeoutMs: number): Readable {
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      stallTimer.refresh();
      done(null, chunk);
    },
    destroy(error, done) {
      clearTimeout(stallTimer);
      done(error ? (storeError(error) as Error) : null);
    },
  });
  const stallTimer: NodeJS.Timeout = setTimeout(() => {
    const isReaderSlow = stream.readableLength >= stream.readableHighWaterMark;
    if (isReaderSlow) stallTimer.refresh();
    else body.destroy(new StoreUnavailable("S3 stopped in the middle of a file."));
  }, stallTimeoutMs);
  pipeline(body, stream, () => clearTimeout(stallTimer));
  return stream;
}

/** The limit of S3. */
const MAX_DELETES_PER_REQUEST = 1000;

export function s3Files(client: S3Client, { bucket: Bucket, prefix, timeoutMs }: S3Options): Files {
  const nameOf = (key: string) => prefix + nameOfKey(key);
  const remove = async (names: readonly string[]) => {
    const Delete = { Objects: names.map((Key) => ({ Key })), Quiet: true };
    const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
    const failed = Errors.find(({ Code }) => Code !== "NoSuchKey");
    if (failed) throw Object.assign(new Error(failed.Message), { name: failed.Code ?? "Unknown", $fault: "server" });
  };
  return {
    put: async (key, content) => upload(client, Bucket, nameOf(key), content),

    async get(key, part) {
      const Range = part && `bytes=${part.first}-${part.last}`;
      try {
        const command = new GetObjectCommand({ Bucket, Key: nameOf(key), Range });
        const { Body, ContentLength } = await client.send(command);
        if (Body === undefined || ContentLength === undefined) {
          throw new StoreUnavailable("S3 sent a file without its size.");
        }
        return { stream: download(Body as Readable, timeoutMs), bytes: ContentLength };
      } catch (error) {
        if (s3ErrorCode(error) === "NoSuchKey") return null;
        throw storeError(error);
      }
    },

    async presignedUrl(key, seconds) {
      const headers = { ResponseContentType: "application/x-ndjson", ResponseContentEncoding: "gzip" };
      const command = new GetObjectCommand({ Bucket, Key: nameOf(key), ...headers });
      return withStoreErrors(getSignedUrl(client, command, { expiresIn: seconds }));
    },

    async delete(keys) {
      const names = [...new Set(keys)].map(nameOf);
      for (let start = 0; start < names.length; start += MAX_DELETES_PER_REQUEST) {
        await withStoreErrors(remove(names.slice(start, start + MAX_DELETES_PER_REQUEST)));
      }
    },

    async *list(keyPrefix) {
      const Prefix = nameOf(keyPrefix);
      let ContinuationToken: string | undefined;
      do {
        const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
        const page = await withStoreErrors(client.send(command));
        for (const { Key = "" } of page.Contents ?? []) {
          const key = keyOfName(Key.slice(prefix.length));
          if (key !== null) yield key;
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken !== undefined);
    },
  };
}
