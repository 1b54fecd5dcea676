import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, type S3Client } from "@aws-sdk/client-s3";
import type { S3Options } from "./s3-options.ts";

const STALE_AFTER_MS = 24 * 3600 * 1000;

/** Aborts uploads older than a day, or that time: their parts cost money. Others may still be running elsewhere. */
export async function abortStaleUploads(
  client: S3Client,
  { bucket, prefix }: S3Options,
  unchangedForMs = STALE_AFTER_MS,
): Promise<void> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }));
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (!Initiated || Date.now() - Initiated.getTime() < unchangedForMs) continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
  }
}
