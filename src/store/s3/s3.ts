import { PutObjectCommand } from "@aws-sdk/client-s3";
import type { FileStore } from "../ports/stores.ts";
import { ensureBucket } from "./bucket.ts";
import { S3Files } from "./files.ts";
import { PROBE_NAME } from "./object-names.ts";
import { closeClient, newS3Client } from "./s3-client.ts";
import { storeError } from "./s3-errors.ts";
import type { S3Options } from "./s3-options.ts";
import { abortStaleUploads } from "./stale-uploads.ts";

/** Opens the object store in a bucket, which it creates if absent. Throws `StoreUnavailable` if it cannot be used. */
export async function openS3(options: S3Options): Promise<FileStore> {
  const client = newS3Client(options);
  const { bucket, prefix } = options;
  try {
    await ensureBucket(client, options);
  } catch (error) {
    closeClient(client);
    throw error;
  }
  // Failures are ignored: not all credentials permit listing uploads, and not all servers support it.
  const tidy = (unchangedForMs?: number) => abortStaleUploads(client, options, unchangedForMs).catch(() => undefined);
  void tidy();
  return {
    files: new S3Files(client, options),
    tidy,
    async check() {
      try {
        await client.send(new PutObjectCommand({ Bucket: bucket, Key: prefix + PROBE_NAME, Body: "probe" }));
      } catch (error) {
        throw storeError(error);
      }
    },
    async close() {
      closeClient(client);
    },
  };
}
