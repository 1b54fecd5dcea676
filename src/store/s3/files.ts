import type { Readable } from "node:stream";
import { DeleteObjectsCommand, GetObjectCommand, ListObjectsV2Command, type S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { StoreUnavailable } from "../ports/common.ts";
import type { ByteRange, Files, StoredFile } from "../ports/files.ts";
import { download } from "./download.ts";
import { keyOfName, nameOfKey } from "./object-names.ts";
import { s3ErrorCode, storeError } from "./s3-errors.ts";
import type { S3Options } from "./s3-options.ts";
import { upload } from "./upload.ts";

/** The limit of S3. */
const MAX_DELETES_PER_REQUEST = 1000;

/** Stores files as objects in a bucket. */
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
