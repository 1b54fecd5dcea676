import { pipeline, Readable, Transform, type TransformCallback } from "node:stream";
import { DeleteObjectsCommand, GetObjectCommand, ListObjectsV2Command, type S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { StoreUnavailable } from "../ports/common.ts";
import type { ByteRange, Files, StoredFile } from "../ports/files.ts";
import { keyOfName, nameOfKey, type S3Options, s3ErrorCode, storeError } from "./s3-client.ts";

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

export class S3Files implements Files {
  readonly #client: S3Client;
  readonly #options: S3Options;

  constructor(client: S3Client, options: S3Options) {
    this.#client = client;
    this.#options = options;
  }

  async put(key: string, content: Readable): Promise<number> {
    return upload(this.#client, this.#options.bucket, this.#objectName(key), content);
  }

  async get(key: string, part?: ByteRange): Promise<StoredFile | null> {
    const { bucket, timeoutMs } = this.#options;
    try {
      const { Body, ContentLength } = await this.#client.send(
        new GetObjectCommand({
          Bucket: bucket,
          Key: this.#objectName(key),
          Range: part && `bytes=${part.first}-${part.last}`,
        }),
      );
      if (Body === undefined || ContentLength === undefined) {
        throw new StoreUnavailable("S3 sent a file without its size.");
      }
      return { stream: download(Body as Readable, timeoutMs), bytes: ContentLength };
    } catch (error) {
      if (s3ErrorCode(error) === "NoSuchKey") return null;
      throw storeError(error);
    }
  }

  async presignedUrl(key: string, seconds: number): Promise<string> {
    const file = { Bucket: this.#options.bucket, Key: this.#objectName(key) };
    const responseHeaders = { ResponseContentType: "application/x-ndjson", ResponseContentEncoding: "gzip" };
    try {
      return await getSignedUrl(this.#client, new GetObjectCommand({ ...file, ...responseHeaders }), {
        expiresIn: seconds,
      });
    } catch (error) {
      throw storeError(error);
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    const names = [...new Set(keys)].map((key) => this.#objectName(key));
    for (let start = 0; start < names.length; start += MAX_DELETES_PER_REQUEST) {
      await this.#remove(names.slice(start, start + MAX_DELETES_PER_REQUEST));
    }
  }

  async #remove(names: readonly string[]): Promise<void> {
    const Delete = { Objects: names.map((Key) => ({ Key })), Quiet: true };
    try {
      const { Errors = [] } = await this.#client.send(
        new DeleteObjectsCommand({ Bucket: this.#options.bucket, Delete }),
      );
      const failed = Errors.find(({ Code }) => Code !== "NoSuchKey");
      if (failed) throw Object.assign(new Error(failed.Message), { name: failed.Code ?? "Unknown", $fault: "server" });
    } catch (error) {
      throw storeError(error);
    }
  }

  async *list(prefix: string): AsyncGenerator<string> {
    const { bucket } = this.#options;
    const Prefix = this.#objectName(prefix);
    let token: string | undefined;
    do {
      const page = await this.#client
        .send(new ListObjectsV2Command({ Bucket: bucket, Prefix, ContinuationToken: token }))
        .catch((error) => {
          throw storeError(error);
        });
      for (const { Key = "" } of page.Contents ?? []) {
        const key = keyOfName(Key.slice(this.#options.prefix.length));
        if (key !== null) yield key;
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  #objectName(key: string): string {
    return this.#options.prefix + nameOfKey(key);
  }
}
